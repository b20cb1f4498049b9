import type { Quiet } from '#domain/track/replay.ts'
import { riddenBy, type RidingTime } from '#domain/track/riding-time.ts'

/** A halt, and where it is on the curve: 0 at its beginning, 1 at its end. */
export interface LabelledHalt extends Quiet {
  share: number
}

/** Words such as „P 18 Min.“ are as wide as this share of the curve on a phone. */
const labelShare = 0.24
/** From here on they would stand beyond the curve's edge. */
const edgeShare = labelShare / 2

/** The halts that have room for their words: of those that are too near to each other, the longest. */
export function labelledHalts(riding: RidingTime): LabelledHalt[] {
  const placed: LabelledHalt[] = []
  for (const halt of riding.halts.toSorted((one, other) => other.to - other.from - (one.to - one.from))) {
    const share = riddenBy(riding, halt.from) / Math.max(1, riding.ridingMs)
    const hasRoom = share >= edgeShare && share <= 1 - edgeShare
    if (hasRoom && placed.every((other) => Math.abs(other.share - share) >= labelShare)) placed.push({ ...halt, share })
  }
  return placed.toSorted((one, other) => one.from - other.from)
}
