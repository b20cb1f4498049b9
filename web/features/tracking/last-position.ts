import { limits } from '#contract/limits.ts'
import type { Instant } from '#contract/place.ts'

/** Whether a position may be called current: as long as its device counts as online. */
export function isFresh(recordedAt: Instant, now: Date): boolean {
  return now.getTime() - Date.parse(recordedAt) < limits.devices.onlineMinutes * 60_000
}
