import { limits } from '#contract/limits.ts'
import type { Instant } from '#contract/place.ts'

/** Whether a position may be called current: as long as its device counts as online. One of the future is none. */
export function isFresh(recordedAt: Instant, now: Date): boolean {
  const ageMs = now.getTime() - Date.parse(recordedAt)
  return ageMs >= -limits.tracking.futureSkewSeconds * 1000 && ageMs < limits.devices.onlineMinutes * 60_000
}
