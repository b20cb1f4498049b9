import { type Device, devices } from '#contract/devices/devices.ts'
import { useAction } from '#web/api/queries/action.ts'
import { ConfirmDialog } from '#web/ui/dialog/Dialog.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { notify } from '#web/ui/text/notify.ts'
import { devicesAndLicences } from '#web/api/queries/devices-and-licences.ts'
import { MarkedList } from '#web/ui/layout/PlainList.tsx'
import { failedBecause } from '../problems.ts'
import { removeTexts } from '../texts.ts'

interface RemoveDeviceDialogProps {
  device: Device
  opened: boolean
  onClose: () => void
  onGone: () => void
}

/** Says what will be deleted and what becomes free, then removes the device. */
export function RemoveDeviceDialog({ device, opened, onClose, onGone }: RemoveDeviceDialogProps) {
  const remove = useAction(devices.remove, devicesAndLicences)
  const { activeLicense } = device

  const confirm = () =>
    remove
      .mutateAsync({ params: { id: device.id } })
      .then(() => {
        notify('success', removeTexts.done(device.deviceName))
        onGone()
      })
      .catch((error: unknown) => {
        onClose()
        notify('danger', failedBecause(removeTexts.failed, error))
      })

  return (
    <ConfirmDialog
      opened={opened}
      title={removeTexts.title(device.deviceName)}
      action={removeTexts.action}
      busy={remove.isPending}
      onConfirm={() => void confirm()}
      onClose={() => !remove.isPending && onClose()}
    >
      <Stack gap={3}>
        <p>{removeTexts.lead}</p>
        <MarkedList gap={1}>
          {removeTexts.erased.map((thing) => (
            <li key={thing}>{thing}</li>
          ))}
        </MarkedList>
        {activeLicense !== null && (
          <p>{removeTexts.licenceFreed(activeLicense.licenseType, activeLicense.expiresAt)}</p>
        )}
        <p>{removeTexts.imeiFreed}</p>
      </Stack>
    </ConfirmDialog>
  )
}
