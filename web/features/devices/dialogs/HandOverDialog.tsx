import * as z from 'zod/mini'
import { type Device, devices } from '#contract/devices/devices.ts'
import { deviceRegistration } from '#contract/devices/device-registration.ts'
import type { CallProblem } from '#web/api/calls/call-problem.ts'
import { Dialog, DialogForm, FormFoot } from '#web/ui/dialog/Dialog.tsx'
import { useDraftedForm } from '#web/forms/drafted-form.ts'
import { createDrafts } from '#web/forms/drafts.ts'
import { focusFirst, showFieldProblems } from '#web/forms/form.ts'
import { notify } from '#web/ui/text/notify.ts'
import { EmailField } from '#web/ui/fields/TextField.tsx'
import { useDialogAction } from '#web/forms/use-dialog-action.ts'
import { useReopening } from '#web/forms/use-draft.ts'
import { handOverTexts } from '../texts.ts'

const drafts = createDrafts<{ email?: string }>()

interface HandOverDialogProps {
  device: Device
  opened: boolean
  onClose: () => void
}

/** Offers the device to its next owner, who gets it without its positions. */
export function HandOverDialog({ device, ...opening }: HandOverDialogProps) {
  const { opened, onClose } = useReopening(drafts, device.id, opening)
  const { action: handOver, close } = useDialogAction(deviceRegistration.transfer, [devices.list], onClose)
  const send = (email: string) =>
    handOver.mutateAsync({ body: { deviceId: device.id, email } }).then(() => {
      notify('success', handOverTexts.done(device.deviceName))
      close()
    })
  return (
    <Dialog opened={opened} onClose={close} title={handOverTexts.title(device.deviceName)}>
      <HandOverForm
        deviceId={device.id}
        send={send}
        busy={handOver.isPending}
        problem={handOver.error}
        onCancel={close}
      />
    </Dialog>
  )
}

const handOverForm = z.object({ email: deviceRegistration.transfer.body.shape.email })

interface HandOverFormProps {
  deviceId: string
  send: (email: string) => Promise<void>
  busy: boolean
  problem: CallProblem | null
  onCancel: () => void
}

function HandOverForm({ deviceId, send, busy, problem, onCancel }: HandOverFormProps) {
  const form = useDraftedForm(handOverForm, { email: '' }, drafts, deviceId)
  const submit = form.onSubmit(
    ({ email }) => {
      if (!busy) send(email).catch((error: unknown) => showFieldProblems(form, error))
    },
    (errors) => focusFirst(form, errors),
  )
  return (
    <DialogForm onSubmit={submit}>
      <p>{handOverTexts.lead}</p>
      <EmailField
        {...form.getInputProps('email')}
        label={handOverTexts.email}
        autoComplete="off"
        required
        data-autofocus
      />
      <FormFoot problem={problem && problem.message} action={handOverTexts.action} busy={busy} onCancel={onCancel} />
    </DialogForm>
  )
}
