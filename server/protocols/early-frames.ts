/**
 * Frames that come before a login, the oldest first: at most so many bytes of the newest. They are kept in one piece: anybody
 * may send thousands of short ones, and each as an object of its own would take ten times its bytes.
 */
export function createEarlyFrames(mostBytes: number) {
  let store = Buffer.alloc(0)
  let [start, end] = [0, 0]
  const lengths: number[] = []

  const next = (): Buffer | null => {
    const length = lengths.shift()
    if (length === undefined) return null
    start += length
    return store.subarray(start - length, start)
  }

  return {
    next,

    keep(frame: Buffer): void {
      if (end + frame.length > store.length) {
        // Twice of what is needed, so that not every frame moves all the others.
        const larger = Buffer.alloc(2 * (end - start + frame.length))
        end = store.copy(larger, 0, start, end)
        start = 0
        store = larger
      }
      end += frame.copy(store, end)
      lengths.push(frame.length)
      for (let over = end - start - mostBytes; over > 0; over -= next()?.length ?? over);
    },
  }
}
