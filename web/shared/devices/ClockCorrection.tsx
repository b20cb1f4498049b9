import { type Device, devices } from '#contract/devices/devices.ts'
import { useAction } from '#web/api/queries/action.ts'
import { messageOf } from '#web/api/calls/call-problem.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { hoursOf } from './loss-words.ts'
import { notify } from '#web/ui/text/notify.ts'

/** Lets the owner save how far a device's clock is ahead, if its last loss suggests it. */
export function ClockCorrection({ device: { id, deviceName, loss } }: { device: Device }) {
  const correct = useAction(devices.correctClock, [devices.list])
  const aheadMinutes = loss?.clockAheadMinutes ?? null
  if (aheadMinutes === null) return null
  const hours = hoursOf(aheadMinutes)
  const press = () =>
    correct.mutate(
      { params: { id }, body: { aheadMinutes } },
      {
        onSuccess: () => notify('success', texts.done(deviceName, hours)),
        onError: (error) => notify('danger', messageOf(error)),
      },
    )
  return (
    <Button kind="secondary" aria-label={texts.ofDevice(hours, deviceName)} busy={correct.isPending} onClick={press}>
      {texts.action(hours)}
    </Button>
  )
}

const texts = {
  action: (hours: string) => `Um ${hours} berichtigen`,
  ofDevice: (hours: string, name: string) => `Um ${hours} berichtigen: ${name}`,
  done: (name: string, hours: string) =>
    `Die Zeiten von „${name}“ werden ab jetzt um ${hours} berichtigt. Stellen Sie die Uhr des Geräts später um, schreiben Sie vorher dem Support.`,
} as const
