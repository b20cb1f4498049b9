import { type DiscardReason, type LossReason, lossReasons } from '#contract/reception.ts'
import { secondMs, minuteMs } from '#contract/base/time-units.ts'
import { trackingLimits } from '#contract/tracking/tracking-limits.ts'
import { isNewSignOfLife } from '#domain/trackers/sign-of-life.ts'

/** The last discarded position of a device whose owner wants its positions. */
export interface Loss {
  reason: LossReason
  /** When it was received. */
  at: Date
  /** How far the tracker's clock is ahead, where it seems to show the time of another zone. */
  clockAheadMinutes: number | null
}

/** A report and its outcome. */
export interface ReportedFix {
  outcome: 'STORED' | DiscardReason
  /** Null in a sign of life: without a position, none is discarded. */
  fix: { recordedAt: Date; clock: 'tracker' | 'server' } | null
  receivedAt: Date
}

/**
 * What its owner has to know after a device has reported: nothing once a position is kept, or none is wanted. The very
 * same object comes back while that stays so; losses that follow each other closely are not reported one by one.
 */
export function lossAfter(known: Loss | null, reports: readonly ReportedFix[]): Loss | null {
  // Of all reports, whatever their order: a backlog may end with fixes that are too old.
  if (reports.some(({ outcome }) => outcome === 'STORED' || outcome === 'TRACKING_OFF')) return null
  return reports.toSorted(byTimeAndLead).reduce(lossAfterOne, known)
}

/**
 * Of a buffer, received at once, only the first loss counts: that of the fix furthest in the future. The others waited
 * longer, and a delay only ever makes a clock look less ahead than it is.
 */
function byTimeAndLead(one: ReportedFix, other: ReportedFix): number {
  return one.receivedAt.getTime() - other.receivedAt.getTime() || aheadMs(other) - aheadMs(one)
}

/** How far a fix is in the future; 0 where it was not discarded for that. */
function aheadMs({ outcome, fix, receivedAt }: ReportedFix): number {
  return outcome === 'IN_THE_FUTURE' && fix !== null ? fix.recordedAt.getTime() - receivedAt.getTime() : 0
}

function lossAfterOne(known: Loss | null, { outcome, fix, receivedAt: at }: ReportedFix): Loss | null {
  const reason = lossReasons.find((each) => each === outcome)
  if (reason === undefined || fix === null || !isNewSignOfLife(at, known?.at ?? null)) return known
  // A wrong clock has to be corrected; reception comes back by itself.
  if (reason === 'NO_FIX' && known?.reason === 'IN_THE_FUTURE') return known
  const isTrackersTime = reason === 'IN_THE_FUTURE' && fix.clock === 'tracker'
  return { reason, at, clockAheadMinutes: isTrackersTime ? zoneAhead(fix.recordedAt, at) : null }
}

const { zoneStepMinutes, furthestZoneMinutes, futureSkewSeconds } = trackingLimits

/**
 * How far a clock is ahead that shows another zone's time instead of UTC (protocols, section 4.7): whole or half hours,
 * as exactly as a fix has to be to be believed; null where it is something else.
 */
function zoneAhead(fixTime: Date, receivedAt: Date): number | null {
  const differenceMs = fixTime.getTime() - receivedAt.getTime()
  const minutes = Math.round(differenceMs / (zoneStepMinutes * minuteMs)) * zoneStepMinutes
  const isNear = Math.abs(differenceMs - minutes * minuteMs) <= futureSkewSeconds * secondMs
  return isNear && minutes > 0 && minutes <= furthestZoneMinutes ? minutes : null
}
