const tries = 3

/**
 * The CPU milliseconds of the slowest of some steps, each the best of three tries, so that other work on the machine or the
 * engine's compiling does not count.
 * @param mostMs a step below this is not tried again; after one above it, the others are skipped.
 */
export function slowestMs(steps: Iterable<() => unknown>, mostMs: number): number {
  let slowest = 0
  for (const step of steps) {
    let best = Infinity
    for (let count = 0; count < tries && best >= mostMs; count += 1) best = Math.min(best, cpuMsOf(step))
    slowest = Math.max(slowest, best)
    if (slowest >= mostMs) break
  }
  return slowest
}

function cpuMsOf(step: () => unknown): number {
  const startedAt = process.threadCpuUsage()
  step()
  const { user, system } = process.threadCpuUsage(startedAt)
  return (user + system) / 1000
}
