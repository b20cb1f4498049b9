import * as z from 'zod/mini'
import { type Device, devices } from '#contract/devices.ts'
import { deviceRegistration } from '#contract/device-registration.ts'
import type { CallProblem } from '#web/api/call-problem.ts'
import { Dialog, DialogForm, FormFoot } from '#web/kit/Dialog.tsx'
import { useDraftedForm } from '#web/kit/drafted-form.ts'
import { createDrafts } from '#web/kit/drafts.ts'
import { focusFirst, showFieldProblems } from '#web/kit/form.ts'
import { notify } from '#web/kit/notify.ts'
import { EmailField } from '#web/kit/TextField.tsx'
import { useDialogAction } from '#web/kit/use-dialog-action.ts'
import { useReopening } from '#web/kit/use-draft.ts'
import { handOverTexts } from './texts.ts'

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
