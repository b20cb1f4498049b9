import { limits } from '#contract/limits.ts'
import type { Instant } from '#contract/place.ts'

/** Whether a position may be called current: as long as its device counts as online. */
export function isFresh(recordedAt: Instant, now: Date): boolean {
  return now.getTime() - Date.parse(recordedAt) < limits.devices.onlineMinutes * 60_000
}

/** Since when the newest position is looked for first. */
export function lastFewHours(now: Date): Instant {
  return new Date(now.getTime() - limits.tracking.defaultRangeHours * 3_600_000).toISOString()
}
