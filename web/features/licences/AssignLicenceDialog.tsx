import { useState } from 'react'
import type { Device } from '#contract/devices/devices.ts'
import { type Licence, licences } from '#contract/licences/licences.ts'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { notify } from '#web/ui/text/notify.ts'
import { useDialogAction } from '#web/forms/use-dialog-action.ts'
import { devicesAndLicences } from '#web/api/queries/devices-and-licences.ts'
import { ChoiceGroup } from '#web/ui/controls/ChoiceGroup.tsx'
import { deviceChoices } from './device-choices.ts'
import { assignmentEffects, devicesWithout, obviousDevice } from './licence-moves.ts'
import { LicenceForm } from './LicenceForm.tsx'
import { assignTexts, choiceTexts } from './texts.ts'

interface AssignLicenceDialogProps {
  licence: Licence
  devices: readonly Device[]
  opened: boolean
  onClose: () => void
}

/** Gives a free place of a licence to a device. */
export function AssignLicenceDialog({ licence, devices, opened, onClose }: AssignLicenceDialogProps) {
  const { action, close } = useDialogAction(licences.assign, devicesAndLicences, onClose)
  const assign = (device: Device) =>
    action.mutate(
      { body: { licenseId: licence.id, deviceId: device.id } },
      {
        onSuccess: () => {
          notify('success', assignTexts.done(licence.licenseType, device.deviceName))
          onClose()
        },
      },
    )
  return (
    <Dialog opened={opened} onClose={close} title={assignTexts.title(licence.licenseType)}>
      <Form licence={licence} devices={devices} action={action} onAssign={assign} onCancel={close} />
    </Dialog>
  )
}

interface FormProps {
  licence: Licence
  devices: readonly Device[]
  action: ReturnType<typeof useDialogAction<typeof licences.assign>>['action']
  onAssign: (device: Device) => void
  onCancel: () => void
}

function Form({ licence, devices, action, onAssign, onCancel }: FormProps) {
  const candidates = devicesWithout(licence, devices)
  const [deviceId, setDeviceId] = useState(() => obviousDevice(candidates)?.id ?? null)
  const [missing, setMissing] = useState(false)
  const device = candidates.find(({ id }) => id === deviceId)
  return (
    <LicenceForm
      effects={device === undefined ? [] : assignmentEffects(licence, device)}
      problem={action.error}
      action={assignTexts.submit}
      busy={action.isPending}
      onSubmit={() => (device === undefined ? setMissing(true) : onAssign(device))}
      onCancel={onCancel}
    >
      <ChoiceGroup
        legend={assignTexts.device}
        choices={deviceChoices(candidates)}
        value={deviceId}
        onChange={setDeviceId}
        error={missing && device === undefined && choiceTexts.choose}
      />
    </LicenceForm>
  )
}
