import type { Instant } from '#contract/base/place.ts'
import { trackingLimits } from '#contract/tracking/tracking-limits.ts'
import { berlinDay, startOfBerlinDay } from '#domain/time/time.ts'

/** A day by German clocks: 23, 24 or 25 hours. */
export interface KeptDay {
  /** `2026-10-25` */
  day: string
  start: Instant
  /** The beginning of the next day. */
  end: Instant
}

/** Every day of which positions are kept, the latest first. Of the last one, only the end is kept. */
export function keptDays(now: Date): KeptDay[] {
  const today = now.toISOString()
  return Array.from({ length: trackingLimits.retentionDays + 1 }, (_, daysBack) => {
    const start = startOfBerlinDay(today, daysBack)
    return { day: berlinDay(start), start, end: startOfBerlinDay(today, daysBack - 1) }
  })
}
