import type { Quiet } from '#domain/track/replay.ts'
import { riddenBy, type RidingTime } from '#domain/track/riding-time.ts'

/** A halt with its words, and where it is on the curve: 0 at its beginning, 1 at its end. */
export interface LabelledHalt extends Quiet {
  share: number
  words: string
}

/** A letter is as wide as this share of the curve on a phone. */
const letterShare = 0.028

/** The halts that have room for their words: of those whose words would lie on each other, the longest. */
export function labelledHalts(riding: RidingTime, wordsOf: (halt: Quiet) => string): LabelledHalt[] {
  const placed: LabelledHalt[] = []
  for (const halt of riding.halts.toSorted((one, other) => other.to - other.from - (one.to - one.from))) {
    const words = wordsOf(halt)
    const share = riddenBy(riding, halt.from) / Math.max(1, riding.ridingMs)
    const half = (words.length * letterShare) / 2
    const isWithin = share >= half && share <= 1 - half
    const isFree = placed.every(
      (other) => Math.abs(other.share - share) >= half + (other.words.length * letterShare) / 2,
    )
    if (isWithin && isFree) placed.push({ ...halt, share, words })
  }
  return placed.toSorted((one, other) => one.from - other.from)
}
