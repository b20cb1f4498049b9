/** A cache limited by bytes; the least recently used entry goes first. */
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
    /** The cached value, or the result of `make`, which runs once however many callers ask meanwhile. */
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
