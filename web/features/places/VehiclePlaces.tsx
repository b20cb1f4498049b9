import { devices } from '#contract/devices/devices.ts'
import { history } from '#contract/history/history.ts'
import type { Place } from '#contract/base/place.ts'
import { vehiclePlacesTexts as texts } from './texts.ts'
import { useAction } from '#web/api/queries/action.ts'
import { messageOf } from '#web/api/calls/call-problem.ts'
import { useCall } from '#web/api/queries/queries.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { Row } from '#web/ui/layout/Row.tsx'
import { notify } from '#web/ui/text/notify.ts'

/** A button for each vehicle of which a position is stored: its place is chosen. */
export function VehiclePlaces({ onChoose }: { onChoose(place: Place): void }) {
  const { data = [] } = useCall(devices.list)
  return (
    <Row gap={2}>
      {data
        .filter(({ hasPosition }) => hasPosition)
        .map(({ id, deviceName }) => (
          <VehiclePlace key={id} deviceId={id} name={deviceName} onChoose={onChoose} />
        ))}
    </Row>
  )
}

interface VehiclePlaceProps {
  deviceId: string
  name: string
  onChoose(place: Place): void
}

function VehiclePlace({ deviceId, name, onChoose }: VehiclePlaceProps) {
  const latest = useAction(history.latest)
  const press = () =>
    latest.mutate(
      { params: { deviceId } },
      {
        onSuccess: ({ position }) => {
          if (position === null) return notify('info', texts.nowhere(name))
          onChoose({ latitude: position.latitude, longitude: position.longitude })
        },
        onError: (problem) => notify('danger', messageOf(problem)),
      },
    )
  return (
    <Button kind="secondary" busy={latest.isPending} onClick={press}>
      {texts.where(name)}
    </Button>
  )
}
