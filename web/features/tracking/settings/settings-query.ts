import { type QueryObserverOptions, skipToken } from '@tanstack/react-query'
import { tracking, type TrackingState } from '#contract/tracking/tracking.ts'
import type { TrackingDoor } from '../tracking-door.ts'
import type { CallProblem } from '#web/api/calls/call-problem.ts'
import { queryKey } from '#web/api/queries/queries.ts'

/** How the device is recorded. Kept only while it is shown: choosing the device again fetches it again. */
export function settingsQuery(
  { settings }: Pick<TrackingDoor, 'settings'>,
  deviceId: string | null,
  isAsked: boolean,
): QueryObserverOptions<TrackingState, CallProblem> {
  return {
    queryKey: settingsKey(deviceId ?? ''),
    queryFn: deviceId === null ? skipToken : ({ signal }) => settings(deviceId, signal),
    // While something is changed here, the answer may be outdated; the end of the change requests it.
    enabled: isAsked,
    staleTime: 0,
    gcTime: 1_000,
    networkMode: 'always',
  }
}

export function settingsKey(deviceId: string) {
  return queryKey(tracking.settings, { params: { deviceId } })
}
