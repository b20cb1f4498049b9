/** What was made lately, up to a number of bytes; what was not asked for the longest goes first. */
export function keepLately<T>(mostBytes: number, bytesOf: (value: T) => number) {
  const kept = new Map<string, T>()
  const beingMade = new Map<string, Promise<T>>()
  let bytes = 0

  function keep(key: string, value: T): void {
    kept.set(key, value)
    bytes += bytesOf(value)
    for (const [oldest, dropped] of kept) {
      if (bytes <= mostBytes) break
      kept.delete(oldest)
      bytes -= bytesOf(dropped)
    }
  }

  async function makeAndKeep(key: string, make: () => Promise<T>): Promise<T> {
    try {
      const value = await make()
      keep(key, value)
      return value
    } finally {
      beingMade.delete(key)
    }
  }

  return {
    /** What is kept, else what `make` gives: made once, however many ask for it meanwhile. */
    async keptOrMade(key: string, make: () => Promise<T>): Promise<T> {
      const value = kept.get(key)
      if (value !== undefined) {
        kept.delete(key)
        kept.set(key, value)
        return value
      }
      const made = beingMade.get(key) ?? makeAndKeep(key, make)
      beingMade.set(key, made)
      return made
    },
    bytes: () => bytes,
  }
}
