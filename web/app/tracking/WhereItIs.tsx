import { useMemo } from 'react'
import { alarms } from '#contract/alarms/alarms.ts'
import type { VehicleState } from '#contract/vehicles/vehicles.ts'
import { travelledRange } from './travelled-range.ts'
import { useTravelled } from './use-travelled.ts'
import { useCall } from '#web/api/queries/queries.ts'
import { isFresh } from '#web/features/tracking/now/last-position.ts'
import { type MarkedPlace, NowMap } from '#web/features/tracking/now/NowMap.tsx'
import { trackingTexts } from '#web/features/tracking/texts.ts'
import { EmptyState } from '#web/ui/text/EmptyState.tsx'
import { formatAgo } from '#web/texts/formats.ts'
import { momentInWords } from '#web/texts/vehicle-states.ts'

const texts = trackingTexts.now

interface WhereItIsProps {
  vehicle: VehicleState
  /** The alarm that the address leads to. */
  alarmId: string | null
  now: Date
}

/** The newest position on a map; after an alarm or a theft with the way that the vehicle went since. */
export function WhereItIs({ vehicle, alarmId, now }: WhereItIsProps) {
  const { position, motion } = vehicle
  const { marked, travelled } = useSinceAlarm(vehicle, alarmId, now)
  if (position === null) return <EmptyState title={texts.noPosition}>{texts.noPositionHint}</EmptyState>
  const label = [formatAgo(position.recordedAt, now), ...(motion === null ? [] : [texts.doing[motion.kind]])].join(', ')
  const newest = { ...position, label, fresh: isFresh(position.recordedAt, now) }
  return <NowMap newest={newest} marked={marked} travelled={travelled} />
}

/** Where the alarm happened that the address leads to, or that nobody has answered yet, and the way from there. */
function useSinceAlarm(vehicle: VehicleState, alarmId: string | null, now: Date) {
  const { deviceId, condition } = vehicle
  const wanted = alarmId ?? (condition.kind === 'ALARM' ? condition.alarmId : null)
  const { data } = useCall(alarms.list, { params: { deviceId } }, { enabled: wanted !== null })
  const alarm = data?.alarms.find(({ id }) => id === wanted) ?? null
  const since = alarm === null ? null : (alarm.place?.recordedAt ?? alarm.detectedAt)
  const looked = alarm === null || since === null ? null : { id: alarm.id, at: since }
  const travelled = useTravelled(deviceId, travelledRange(vehicle, looked))

  const label = alarm === null ? null : texts.marked(momentInWords(alarm.detectedAt, now))
  // An alarm without a place is marked where the vehicle was first heard of after it.
  const { latitude, longitude } = alarm?.place ?? travelled[0] ?? {}
  const marked = useMemo((): MarkedPlace | null => {
    if (label === null || latitude === undefined || longitude === undefined) return null
    return { latitude, longitude, label }
  }, [label, latitude, longitude])
  return { marked, travelled }
}
