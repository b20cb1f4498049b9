import type { DiscardReason } from '#contract/reception.ts'
import type { AcceptedReport, DisbelievedReport } from './accepted-report.ts'
import type { CandidateReport, DiscardedReport, NewPosition } from './judgement.ts'
import type { Outcome } from './outcome.ts'
import { positionKey, type StoredPosition } from './stored-position.ts'

/** A believed report, and what became of it. */
export interface SettledReport extends AcceptedReport {
  /** Null where it was discarded by itself. */
  position: NewPosition | null
  outcome: Outcome
}

/**
 * Gives each report its outcome once the positions are stored.
 * @param refused positions that were not to be stored beside others.
 * @param stored those that are new in the history.
 */
export function settleAll(
  reports: readonly (DisbelievedReport | DiscardedReport | CandidateReport)[],
  refused: ReadonlyMap<NewPosition, DiscardReason>,
  stored: readonly StoredPosition[],
): (DisbelievedReport | SettledReport)[] {
  const unclaimed = new Set(stored.map(positionKey))
  return reports.map((one) => {
    if (one.outcome !== null) return one
    // Taken out of the set, so that the same fix a second time in one batch is the duplicate it is.
    const isStored = () => unclaimed.delete(positionKey(one.position))
    return { ...one, outcome: refused.get(one.position) ?? (isStored() ? 'STORED' : 'DUPLICATE') }
  })
}
