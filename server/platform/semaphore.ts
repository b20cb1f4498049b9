/** How many pieces of work may wait, and the error that a further one gets. */
interface WaitingLine {
  length: number
  full(): Error
}

/**
 * Runs at most this many pieces of work at once; the others wait in order of arrival.
 * @param line without it, any number may wait.
 */
export function semaphore(parallel: number, line?: WaitingLine): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running < parallel) running += 1
    else if (line !== undefined && waiting.length >= line.length) throw line.full()
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // The place goes to the next one that waits, or is free.
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
