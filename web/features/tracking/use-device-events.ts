import { useEffect, useRef, useState } from 'react'
import { alarms } from '#contract/alarms.ts'
import { devices } from '#contract/devices.ts'
import type { Instant } from '#contract/place.ts'
import { tracking } from '#contract/tracking.ts'
import { renewedBy, type Shown } from './renewed-by.ts'
import { createRested, type Renew } from './rested.ts'
import { queryClient } from '#web/api/queries.ts'
import { useLiveEvents } from '#web/api/use-live-events.ts'

/** A tracker may report every second, and a long history takes long; on a slow line, too, it is looked for every minute. */
const rest = { factor: 10, leastMs: 10_000, mostMs: 60_000 }

/** How what this screen keeps itself is renewed, and whether it could be. Neither is called while it is still at work. */
interface OwnRenewals {
  settings(): Promise<boolean>
  /** @param newest fix time, null where it is not known. */
  history(newest: Instant | null): Promise<boolean> | null
}

/** Renews what is shown of a device when the server tells of news. */
export function useDeviceEvents(deviceId: string | null, own: OwnRenewals): void {
  const [{ renew, stop, goOn }] = useState(() => createRested(rest))
  useEffect(() => {
    goOn()
    return stop
  }, [stop, goOn])
  // What waits for its turn is done as it is meant by then.
  const latest = useRef(own)
  useEffect(() => {
    latest.current = own
  })
  useLiveEvents((news) => {
    const newest = news.type === 'position' ? news.recordedAt : null
    const renewals: Readonly<Record<Shown, Renew>> = {
      device: () => askAnew(devices.list.path),
      alarms: () => askAnew(alarms.list.path),
      'last position': () => askAnew(tracking.latest.path),
      settings: () => latest.current.settings(),
      history: () => latest.current.history(newest),
    }
    for (const shown of renewedBy(news, deviceId)) renew(shown, renewals[shown])
  })
}

function askAnew(path: string): Promise<boolean> {
  return queryClient.invalidateQueries({ queryKey: [path] }, { throwOnError: true }).then(
    () => true,
    () => false,
  )
}
