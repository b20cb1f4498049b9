import { IconCar, IconMotorbike } from '@tabler/icons-react'
import { useState } from 'react'
import { devicesLimits } from '#contract/devices/devices-limits.ts'
import { type Device, devices, type UsageType } from '#contract/devices/devices.ts'
import { useQueuedAction } from '#web/api/queries/queued-action.ts'
import { Dialog, DialogForm, FormFoot } from '#web/ui/dialog/Dialog.tsx'
import { useDraftedForm } from '#web/forms/drafted-form.ts'
import { createDrafts } from '#web/forms/drafts.ts'
import { focusFirst } from '#web/forms/form.ts'
import { notify } from '#web/ui/text/notify.ts'
import { TextArea } from '#web/ui/fields/TextArea.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'
import { useReopening } from '#web/forms/use-draft.ts'
import { devicesAndLicences } from '#web/api/queries/devices-and-licences.ts'
import { ChoiceGroup } from '#web/ui/controls/ChoiceGroup.tsx'
import {
  deviceChangeOf,
  deviceForm,
  deviceFormOf,
  type DeviceFormValues,
  deviceLines,
  fieldProblems,
} from './device-form.ts'
import { editProblem } from '../problems.ts'
import { asWaiting } from '../renaming.ts'
import { deviceLabels, editTexts, usageNames } from '../texts.ts'
import { outboxTexts } from '#web/texts/outbox.ts'

interface EditDeviceDialogProps {
  device: Device
  opened: boolean
  onClose: () => void
}

/** Everything the owner can change of a device. */
export function EditDeviceDialog({ device, ...opening }: EditDeviceDialogProps) {
  const { opened, onClose } = useReopening(drafts, device.id, opening)
  // As it was when this was opened: nobody here has typed what comes meanwhile.
  const [shown, setShown] = useState(opened ? device : null)
  if (opened !== (shown !== null)) setShown(opened ? device : null)
  const change = useQueuedAction(devices.change, devicesAndLicences, ({ params, body }) =>
    asWaiting(shown ?? device, params.id, body),
  )
  const close = () => {
    if (!change.isPending) onClose()
  }
  return (
    <Dialog opened={opened} onClose={close} title={editTexts.title}>
      <EditDeviceForm device={shown ?? device} change={change} onClose={onClose} onCancel={close} />
    </Dialog>
  )
}

const drafts = createDrafts<Partial<DeviceFormValues>>()

interface EditDeviceFormProps {
  device: Device
  change: ReturnType<typeof useQueuedAction<typeof devices.change>>
  onClose: () => void
  onCancel: () => void
}

function EditDeviceForm({ device, change, onClose, onCancel }: EditDeviceFormProps) {
  const form = useDraftedForm(deviceForm, deviceFormOf(device), drafts, device.id)
  const [problem, setProblem] = useState<string | null>(null)
  const { usageType, notes } = form.values

  const refused = (error: unknown) => {
    setProblem(editProblem(error))
    form.setErrors(fieldProblems(error))
  }
  const submit = form.onSubmit(
    (values) => {
      if (change.isPending) return
      setProblem(null)
      const saved = ({ waits }: { waits: boolean }) => {
        if (waits) notify('info', outboxTexts.waits)
        else notify('success', editTexts.saved(values.deviceName.trim()))
        onClose()
      }
      change.mutate(
        { params: { id: device.id }, body: deviceChangeOf(device, values) },
        { onSuccess: saved, onError: refused },
      )
    },
    (errors) => focusFirst(form, errors),
  )

  return (
    <DialogForm onSubmit={submit}>
      <TextField
        {...form.getInputProps('deviceName')}
        label={deviceLabels.deviceName}
        autoComplete="off"
        required
        data-autofocus
      />
      <ChoiceGroup<UsageType>
        legend={deviceLabels.usageType}
        choices={usageChoices}
        value={usageType}
        onChange={(value) => form.setFieldValue('usageType', value)}
        error={form.errors.usageType}
      />
      {deviceLines.map((name) => (
        <TextField
          key={name}
          {...form.getInputProps(name)}
          label={deviceLabels[name === 'vehicle' ? 'vehicleBrand' : name]}
          description={hints[name]}
          autoComplete="off"
          digits={dates.includes(name)}
        />
      ))}
      <TextArea
        {...form.getInputProps('notes')}
        label={deviceLabels.notes}
        count={editTexts.notesCount(notes.trim().length, devicesLimits.notesLength)}
      />
      <FormFoot problem={problem} action={editTexts.submit} busy={change.isPending} onCancel={onCancel} />
    </DialogForm>
  )
}

const hints: Partial<Record<string, string>> = editTexts.hints
const dates: readonly string[] = ['season', 'inspectionDue']

const usageChoices = [
  { value: 'MOTORRAD', label: usageNames.MOTORRAD, icon: <IconMotorbike size={24} aria-hidden="true" /> },
  { value: 'AUTO', label: usageNames.AUTO, icon: <IconCar size={24} aria-hidden="true" /> },
] as const
