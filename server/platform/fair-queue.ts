/** Where somebody waits. Lines take turns, so a line's length delays nobody but itself. */
export interface QueueSlot {
  line: string
  /** All who are first are served before all others. */
  first: boolean
}

interface Limits {
  /** Pieces of work that run at a time. */
  atOnce: number
  /** Pieces of work that may wait, over all lines. */
  waiting: number
  patienceMs: number
  /** What is thrown to somebody for whom the queue has no place or no time. */
  refusal: () => Error
}

interface Waiter {
  begin(): void
  refuse(): void
}

/**
 * Runs a bounded number of pieces of work at once, and lets a bounded number wait for a bounded time. In a full queue the
 * newest of the longest line makes room for somebody whose line is shorter, and those who are not first for one who is.
 */
export function createFairQueue({ atOnce, waiting: most, patienceMs, refusal }: Limits) {
  const [first, others] = [createLines(), createLines()]
  let running = 0

  /** The line whose newest gives way to somebody in a full queue; null if none does. */
  const givesWay = ({ line, first: isFirst }: QueueSlot) => {
    if (isFirst && others.size() > 0) return { lines: others, line: others.longest() }
    const lines = isFirst ? first : others
    const longest = lines.longest()
    return lines.lengthOf(longest) > lines.lengthOf(line) + 1 ? { lines, line: longest } : null
  }
  const isFull = () => running >= atOnce && first.size() + others.size() >= most
  const hasRoom = (place: QueueSlot): boolean => !isFull() || givesWay(place) !== null

  const wait = (place: QueueSlot): Promise<void> =>
    new Promise((resolve, reject) => {
      const lines = place.first ? first : others
      const timer = setTimeout(() => {
        lines.leave(place.line, waiter)
        reject(refusal())
      }, patienceMs)
      const waiter: Waiter = {
        begin() {
          clearTimeout(timer)
          resolve()
        },
        refuse() {
          clearTimeout(timer)
          reject(refusal())
        },
      }
      lines.join(place.line, waiter)
    })

  const run = async <T>(place: QueueSlot, work: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running += 1
    else {
      const dropped = isFull() ? givesWay(place) : undefined
      if (dropped === null) throw refusal()
      dropped?.lines.dropFrom(dropped.line)
      await wait(place)
    }
    try {
      return await work()
    } finally {
      // The place goes to the next one that waits, or is free.
      const next = first.next() ?? others.next()
      if (next === undefined) running -= 1
      else next.begin()
    }
  }

  return { run, hasRoom }
}

/** Lines that take turns: the one whose turn it is comes first in the map, and last after it. */
function createLines() {
  const lines = new Map<string, Waiter[]>()
  let size = 0

  const keep = (line: string, waiters: Waiter[]) => {
    if (waiters.length === 0) lines.delete(line)
  }

  return {
    size: () => size,
    lengthOf: (line: string) => lines.get(line)?.length ?? 0,

    join(line: string, waiter: Waiter): void {
      const waiters = lines.get(line) ?? []
      waiters.push(waiter)
      lines.set(line, waiters)
      size += 1
    },

    leave(line: string, waiter: Waiter): void {
      const waiters = lines.get(line) ?? []
      const at = waiters.indexOf(waiter)
      if (at < 0) return
      waiters.splice(at, 1)
      size -= 1
      keep(line, waiters)
    },

    next(): Waiter | undefined {
      const [turn] = lines
      if (turn === undefined) return undefined
      const [line, waiters] = turn
      const next = waiters.shift()
      size -= 1
      lines.delete(line)
      if (waiters.length > 0) lines.set(line, waiters)
      return next
    },

    /** Of several, the one whose turn comes last. */
    longest(): string {
      let [longest, length] = ['', 0]
      for (const [line, waiters] of lines) if (waiters.length >= length) [longest, length] = [line, waiters.length]
      return longest
    },

    /** Refuses the newest of a line. */
    dropFrom(line: string): void {
      const waiters = lines.get(line) ?? []
      const dropped = waiters.pop()
      if (dropped === undefined) return
      size -= 1
      keep(line, waiters)
      dropped.refuse()
    },
  }
}
