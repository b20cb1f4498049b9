/** What was made lately, up to a number of bytes; what was not asked for the longest goes first. */
export function keepLately<T>(mostBytes: number, bytesOf: (value: T) => number) {
  const kept = new Map<string, T>()
  let bytes = 0

  return {
    get(key: string): T | undefined {
      const value = kept.get(key)
      if (value !== undefined) {
        kept.delete(key)
        kept.set(key, value)
      }
      return value
    },
    set(key: string, value: T): void {
      const before = kept.get(key)
      if (before !== undefined) bytes -= bytesOf(before)
      kept.delete(key)
      kept.set(key, value)
      bytes += bytesOf(value)
      for (const [oldest, dropped] of kept) {
        if (bytes <= mostBytes) break
        kept.delete(oldest)
        bytes -= bytesOf(dropped)
      }
    },
    bytes: () => bytes,
  }
}
