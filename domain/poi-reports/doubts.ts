import { voteServerLimits } from '#contract/poi-reports/poi-reports-limits.ts'
import type { PoiType } from '#contract/pois/pois.ts'
import { dayMs } from '#contract/base/time-units.ts'
import type { Vote } from './poi-reports.ts'
import { certaintyOfChange, fadedBy } from './vote-weight.ts'

/** What statistics say of the past: nobody sees by passing whether it is right, so nobody votes on it. */
export const notVotedOn: PoiType = 'AccidentHotspotMoto'

/**
 * Whether readers doubt what a source says, by the same sum that ends a report. It never removes anything: the source goes on
 * naming it, and readers are told that others doubt it.
 * @param words since the source last changed what it says, in any order.
 */
export function isDoubted(words: readonly Vote[], now: Date): boolean {
  const halfLifeMs = voteServerLimits.doubtHalfLifeDays * dayMs
  const inOrder = words.toSorted((one, other) => one.at.getTime() - other.at.getTime() || one.weight - other.weight)
  const last = certaintyOfChange(inOrder, halfLifeMs).at(-1)
  return last !== undefined && last.certainty * fadedBy(last.at, now, halfLifeMs) >= voteServerLimits.ending
}
