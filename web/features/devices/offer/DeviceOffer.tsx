import type { Device } from '#contract/devices/devices.ts'
import { deviceRegistration } from '#contract/devices/device-registration.ts'
import { devices } from '#contract/devices/devices.ts'
import { useAction } from '#web/api/queries/action.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { Notice } from '#web/ui/text/Notice.tsx'
import { notify } from '#web/ui/text/notify.ts'
import { failedBecause } from '../problems.ts'
import { cardTexts, handOverTexts } from '../texts.ts'

/** To whom a device is offered, and a way to take the offer back. */
export function DeviceOffer({ device, offer }: { device: Device; offer: NonNullable<Device['offer']> }) {
  const withdraw = useAction(deviceRegistration.withdrawOffer, [devices.list])
  const press = () =>
    withdraw
      .mutateAsync({ params: { id: device.id } })
      .then(() => notify('success', handOverTexts.withdrawn(device.deviceName)))
      .catch((error: unknown) => notify('danger', failedBecause(handOverTexts.notWithdrawn, error)))
  return (
    <Notice
      kind="info"
      live={false}
      actions={
        <Button
          kind="secondary"
          busy={withdraw.isPending}
          aria-label={cardTexts.ofDevice(handOverTexts.withdraw, device.deviceName)}
          onClick={() => void press()}
        >
          {handOverTexts.withdraw}
        </Button>
      }
    >
      {cardTexts.offered(offer.email, offer.expiresAt)}
    </Notice>
  )
}
