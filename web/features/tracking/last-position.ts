import { devicesLimits } from '#contract/devices-limits.ts'
import type { Instant } from '#contract/place.ts'
import { secondMs, minuteMs } from '#contract/time-units.ts'
import { trackingLimits } from '#contract/tracking-limits.ts'

/** Whether a position may be called current: as long as its device counts as online. One in the future is not. */
export function isFresh(recordedAt: Instant, now: Date): boolean {
  const ageMs = now.getTime() - Date.parse(recordedAt)
  return ageMs >= -trackingLimits.futureSkewSeconds * secondMs && ageMs < devicesLimits.onlineMinutes * minuteMs
}
