import { devicesLimits } from '#contract/devices/devices-limits.ts'
import { history } from '#contract/history/history.ts'
import type { Instant } from '#contract/base/place.ts'
import { secondMs, minuteMs } from '#contract/base/time-units.ts'
import { trackingLimits } from '#contract/tracking/tracking-limits.ts'
import { call } from '#web/api/calls/call.ts'
import { queryClient, queryKey } from '#web/api/queries/queries.ts'

/** Whether a position may be called current: as long as its device counts as online. One in the future is not. */
export function isFresh(recordedAt: Instant, now: Date): boolean {
  const ageMs = now.getTime() - Date.parse(recordedAt)
  return ageMs >= -trackingLimits.futureSkewSeconds * secondMs && ageMs < devicesLimits.onlineMinutes * minuteMs
}

/** Prefetches the last position. */
export function askLastPosition(deviceId: string): void {
  const input = { params: { deviceId } }
  void queryClient.prefetchQuery({
    queryKey: queryKey(history.latest, input),
    queryFn: () => call(history.latest, input),
  })
}
