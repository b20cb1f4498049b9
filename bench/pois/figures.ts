import { readFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

export function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}

/** @param share from 0 to 1. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}

/** How many milliseconds something takes, and its result. */
export function timed<T>(work: () => T): { ms: number; value: T } {
  const startedAt = performance.now()
  const value = work()
  return { ms: performance.now() - startedAt, value }
}

/** Linux counts processor time in these parts of a second: https://man7.org/linux/man-pages/man7/time.7.html */
const ticksPerSecond = 100

/** Processor time of a process since it began, in seconds. */
export function processorSecondsOf(pid: number): number {
  // The name of a process is in brackets, and may hold anything.
  const [, ...fields] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  const [user = NaN, system = NaN] = fields.slice(10, 12).map(Number)
  return (user + system) / ticksPerSecond
}

/** The longest turn of the event loop from now on, in processor time, because waiting for other programs must not count. */
export function watchTurns(): { longestMs(): number } {
  let longest = 0
  let before = process.threadCpuUsage()
  const timer = setInterval(() => {
    const now = process.threadCpuUsage()
    longest = Math.max(longest, now.user + now.system - before.user - before.system)
    before = now
  }, 1)
  return {
    longestMs() {
      clearInterval(timer)
      return longest / 1000
    },
  }
}

/** Bytes in use, after a garbage collection. */
export function bytesInUse(): number {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  collect()
  collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const lines = [head, ...rows].map((row) => row.map(String))
  const widths = head.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)))
  return lines.map((line) => line.map((cell, column) => cell.padStart(widths[column] ?? 0)).join('  ')).join('\n')
}
