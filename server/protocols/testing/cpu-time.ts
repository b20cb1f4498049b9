const tries = 3

/** Read one byte after the other, so often that it takes many of the ticks by which some systems count processor time. */
const yardstick = Buffer.alloc(2_000_000, 'Wegwarte')
const yardstickPasses = 16
/** On the machine that the limits of the tests are from. */
const yardstickMs = 56

/*
 * Times are compared with plain work that is measured beside them. They are milliseconds of a processor that needs 56 for it, so
 * a slow machine, or one with much else to do, changes nothing.
 */

/** The processor time of a step that takes long. */
export function cpuMs(step: () => unknown): number {
  const before = plainMs()
  const spent = spentMs(step)
  return (spent / ((before + plainMs()) / 2)) * yardstickMs
}

/**
 * The processor time of the slowest of some steps, each the best of three tries, so that the engine's compiling does not count.
 * @param mostMs a step below this is not tried again; after one above it, the others are skipped.
 */
export function slowestMs(steps: Iterable<() => unknown>, mostMs: number): number {
  const plain = plainMs()
  let slowest = 0
  for (const step of steps) {
    let best = (spentMs(step) / plain) * yardstickMs
    for (let count = 1; count < tries && best >= mostMs; count += 1) best = Math.min(best, cpuMs(step))
    slowest = Math.max(slowest, best)
    if (slowest >= mostMs) break
  }
  return slowest
}

function plainMs(): number {
  return spentMs(readYardstick)
}

function readYardstick(): number {
  let sum = 0
  for (let pass = 0; pass < yardstickPasses; pass += 1) {
    for (let at = 0; at < yardstick.length; at += 1) sum = (sum * 31 + (yardstick[at] ?? 0)) & 0xffff
  }
  return sum
}

/** Of this thread. */
function spentMs(step: () => unknown): number {
  const startedAt = process.threadCpuUsage()
  step()
  const { user, system } = process.threadCpuUsage(startedAt)
  return (user + system) / 1000
}
