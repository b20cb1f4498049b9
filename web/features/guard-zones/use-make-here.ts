import { type GuardZoneEntry, guardZones } from '#contract/guard-zones/guard-zones.ts'
import { guardZonesLimits } from '#contract/guard-zones/guard-zones-limits.ts'
import { history } from '#contract/history/history.ts'
import { guardZonesTexts as texts } from './texts.ts'
import { useAction } from '#web/api/queries/action.ts'
import { messageOf } from '#web/api/calls/call-problem.ts'
import { notify } from '#web/ui/text/notify.ts'

/** Makes a zone where a vehicle was seen last. */
export function useMakeHere(deviceId: string) {
  const latest = useAction(history.latest)
  const create = useAction(guardZones.create, [guardZones.list])
  const onError = (problem: Parameters<typeof messageOf>[0]) => notify('danger', messageOf(problem))

  const make = (zone: Pick<GuardZoneEntry, 'name' | 'sharpness' | 'schedule'>) =>
    latest.mutate(
      { params: { deviceId } },
      {
        onSuccess({ position }) {
          if (position === null) return notify('info', texts.nowhere)
          const { latitude, longitude } = position
          const body = { ...zone, latitude, longitude, radiusMetres: guardZonesLimits.startRadiusMetres }
          create.mutate({ body }, { onSuccess: () => notify('success', texts.saved(zone.name)), onError })
        },
        onError,
      },
    )
  return { make, busy: latest.isPending || create.isPending }
}
