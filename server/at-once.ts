/** Lets at most so many pieces of work run at once; the others wait in the order in which they came. */
export function atMost(parallel: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running < parallel) running += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // The place goes to the next in line, or is free.
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
