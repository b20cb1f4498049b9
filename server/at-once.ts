/** Runs at most this many pieces of work at once; the others wait in order of arrival. */
export function atMost(parallel: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running < parallel) running += 1
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
