import { secondMs } from '#contract/time-units.ts'
import type { Quiet } from './replay.ts'

/** How long a ride takes to watch, in seconds; `real`: as long as it took. */
export const replayPaces = [10, 30, 60, 120, 240, 'real'] as const
export type ReplayPace = (typeof replayPaces)[number]

/** A ride is told in about a minute. */
export const usualPace: ReplayPace = 60

/**
 * How much faster than time a replay runs. Of several rides, each takes as long as its share: long ones longer.
 * @param rides how many there are between `from` and `to`; 0 counts as one.
 */
export function replayRate(
  pace: ReplayPace,
  { from, to, quiet, rides }: { from: number; to: number; quiet: readonly Quiet[]; rides: number },
): number {
  if (pace === 'real') return 1
  const rideMs = watchedMs(from, to, quiet) / Math.max(1, rides)
  return Math.max(1, rideMs / (pace * secondMs))
}

/** How much of a time there is to watch: all but its quiet times, which may overlap. */
export function watchedMs(from: number, to: number, quiet: readonly Quiet[]): number {
  let [watched, seen] = [0, from]
  for (const pause of quiet.toSorted((a, b) => a.from - b.from)) {
    watched += Math.max(0, Math.min(pause.from, to) - seen)
    seen = Math.min(to, Math.max(seen, pause.to))
  }
  return watched + Math.max(0, to - seen)
}
