import { useEffect, useState } from 'react'
import { vehicles } from '#contract/vehicles/vehicles.ts'
import { createRested } from '#web/app/tracking/rested.ts'
import { queryClient, useCall } from '#web/api/queries/queries.ts'
import { useLiveEvents } from '#web/api/queries/use-live-events.ts'

/** If no stream announces changes. */
const everyMs = 60_000
/** A tracker may report every second. */
const rest = { factor: 10, leastMs: 3_000, mostMs: 60_000 }

/** How one's vehicles are, fetched again when the server announces changes. */
export function useVehicleStates() {
  const [{ renew, stop, goOn }] = useState(() => createRested(rest))
  useEffect(() => {
    goOn()
    return stop
  }, [stop, goOn])
  useLiveEvents((news) => {
    if (news.type !== 'pois') renew('device', invalidateStates)
  })
  return useCall(vehicles.states, {}, { refetchInterval: everyMs })
}

function invalidateStates(): Promise<boolean> {
  return queryClient.invalidateQueries({ queryKey: [vehicles.states.path] }, { throwOnError: true }).then(
    () => true,
    () => false,
  )
}
