import { dayMs, secondMs } from '#contract/base/time-units.ts'
import { trackingLimits } from '#contract/tracking/tracking-limits.ts'

export const retentionMs = trackingLimits.retentionDays * dayMs

/** The greatest fix time that is believed: what was stored beyond it, when a clock was wrong, is not the newest. */
export function believedUntil(now: Date): Date {
  return new Date(now.getTime() + trackingLimits.futureSkewSeconds * secondMs)
}

/** The oldest fix time that is still kept and shown. */
export function retainedSince(now: Date): Date {
  return new Date(now.getTime() - retentionMs)
}

/** When a position of this fix time is shown for the last time. */
export function retainedUntil(recordedAt: Date): Date {
  return new Date(recordedAt.getTime() + retentionMs)
}
