import { useState } from 'react'
import type { Device } from '#contract/devices/devices.ts'
import { type Licence, licences } from '#contract/licences/licences.ts'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { notify } from '#web/ui/text/notify.ts'
import { useDialogAction } from '#web/forms/use-dialog-action.ts'
import { devicesAndLicences } from '#web/api/queries/devices-and-licences.ts'
import { ChoiceGroup } from '#web/ui/controls/ChoiceGroup.tsx'
import { deviceChoices } from './device-choices.ts'
import { devicesWithout, obviousDevice, transferEffects } from './licence-moves.ts'
import { LicenceForm } from './LicenceForm.tsx'
import { assignTexts, choiceTexts, transferTexts } from './texts.ts'

interface TransferLicenceDialogProps {
  licence: Licence
  devices: readonly Device[]
  opened: boolean
  onClose: () => void
}

/** Moves a licence from one device to another. */
export function TransferLicenceDialog({ licence, devices, opened, onClose }: TransferLicenceDialogProps) {
  const { action, close } = useDialogAction(licences.transfer, devicesAndLicences, onClose)
  const transfer = (fromDeviceId: string, to: Device) =>
    action.mutate(
      { body: { licenseId: licence.id, fromDeviceId, toDeviceId: to.id } },
      {
        onSuccess: () => {
          notify('success', assignTexts.done(licence.licenseType, to.deviceName))
          onClose()
        },
      },
    )
  return (
    <Dialog opened={opened} onClose={close} title={transferTexts.title(licence.licenseType)}>
      <Form licence={licence} devices={devices} action={action} onTransfer={transfer} onCancel={close} />
    </Dialog>
  )
}

interface FormProps {
  licence: Licence
  devices: readonly Device[]
  action: ReturnType<typeof useDialogAction<typeof licences.transfer>>['action']
  onTransfer: (fromDeviceId: string, to: Device) => void
  onCancel: () => void
}

function Form({ licence, devices, action, onTransfer, onCancel }: FormProps) {
  const candidates = devicesWithout(licence, devices)
  const [toId, setToId] = useState(() => obviousDevice(candidates)?.id ?? null)
  const [fromId, setFromId] = useState(() => (licence.devices.length === 1 ? (licence.devices[0]?.id ?? null) : null))
  const [missing, setMissing] = useState(false)
  const from = licence.devices.find(({ id }) => id === fromId)
  const to = candidates.find(({ id }) => id === toId)
  return (
    <LicenceForm
      effects={from === undefined || to === undefined ? [] : transferEffects(licence, from, to)}
      problem={action.error}
      action={transferTexts.submit}
      busy={action.isPending}
      onSubmit={() => (from === undefined || to === undefined ? setMissing(true) : onTransfer(from.id, to))}
      onCancel={onCancel}
    >
      {licence.devices.length > 1 && (
        <ChoiceGroup
          legend={transferTexts.from}
          choices={licence.devices.map(({ id, deviceName }) => ({ value: id, label: deviceName }))}
          value={fromId}
          onChange={setFromId}
          error={missing && from === undefined && choiceTexts.choose}
        />
      )}
      <ChoiceGroup
        legend={transferTexts.to}
        choices={deviceChoices(candidates)}
        value={toId}
        onChange={setToId}
        error={missing && to === undefined && choiceTexts.choose}
      />
    </LicenceForm>
  )
}
