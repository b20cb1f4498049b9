import { useEffect, useRef, useState } from 'react'
import { alarms } from '#contract/alarms/alarms.ts'
import { devices } from '#contract/devices/devices.ts'
import type { Instant } from '#contract/base/place.ts'
import { history } from '#contract/history/history.ts'
import { tracking } from '#contract/tracking/tracking.ts'
import { vehicles } from '#contract/vehicles/vehicles.ts'
import { queriesOfEvent, type Shown } from './queries-of-event.ts'
import { createRested, type Renew } from './rested.ts'
import { queryClient } from '#web/api/queries/queries.ts'
import { useLiveEvents } from '#web/api/queries/use-live-events.ts'

/** A tracker may report every second, and a long history loads slowly. Even on a slow line it is fetched every minute. */
const rest = { factor: 10, leastMs: 3_000, mostMs: 60_000 }

/** @param newest fix time, null if it is not known. Not called while an earlier call is still at work. */
type RenewHistory = (newest: Instant | null) => Promise<boolean> | null

/** Fetches the shown data of a device again when the server announces changes. */
export function useDeviceEvents(deviceId: string | null, renewHistory: RenewHistory): void {
  const [{ renew, stop, goOn }] = useState(() => createRested(rest))
  useEffect(() => {
    goOn()
    return stop
  }, [stop, goOn])
  // Work that waits for its turn uses the latest callback.
  const latest = useRef(renewHistory)
  useEffect(() => {
    latest.current = renewHistory
  })
  useLiveEvents((news) => {
    const newest = news.type === 'position' ? news.recordedAt : null
    const renewals: Readonly<Record<Shown, Renew>> = {
      device: () => invalidatePath(devices.list.path),
      alarms: () => invalidatePath(alarms.list.path),
      'last position': () => invalidatePath(history.latest.path),
      vehicles: () => invalidatePath(vehicles.states.path),
      settings: () => invalidatePath(tracking.settings.path),
      history: () => latest.current(newest),
    }
    for (const shown of queriesOfEvent(news, deviceId)) renew(shown, renewals[shown])
  })
}

function invalidatePath(path: string): Promise<boolean> {
  return queryClient.invalidateQueries({ queryKey: [path] }, { throwOnError: true }).then(
    () => true,
    () => false,
  )
}
