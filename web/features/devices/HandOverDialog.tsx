import * as z from 'zod/mini'
import { type Device } from '#contract/devices.ts'
import { deviceRegistration } from '#contract/device-registration.ts'
import type { CallProblem } from '#web/api/call-problem.ts'
import { Dialog, FormFoot } from '#web/kit/Dialog.tsx'
import { focusFirst, showFieldProblems, useContractForm } from '#web/kit/form.ts'
import { notify } from '#web/kit/notify.ts'
import { EmailField } from '#web/kit/TextField.tsx'
import { useDialogAction } from '#web/kit/use-dialog-action.ts'
import { devicesAndLicences } from './asked-anew.ts'
import styles from './dialogs.module.css'
import { handOverTexts } from './texts.ts'

interface HandOverDialogProps {
  device: Device
  opened: boolean
  onClose: () => void
  onGone: () => void
}

/** Gives the device to its next owner, without what it recorded. */
export function HandOverDialog({ device, opened, onClose, onGone }: HandOverDialogProps) {
  const { action: handOver, close } = useDialogAction(deviceRegistration.transfer, devicesAndLicences, onClose)
  const send = (email: string) =>
    handOver.mutateAsync({ body: { deviceId: device.id, email } }).then(() => {
      notify('success', handOverTexts.done(device.deviceName))
      onGone()
    })
  return (
    <Dialog opened={opened} onClose={close} title={handOverTexts.title(device.deviceName)}>
      <HandOverForm send={send} busy={handOver.isPending} problem={handOver.error} onCancel={close} />
    </Dialog>
  )
}

const handOverForm = z.object({ email: deviceRegistration.transfer.body.shape.email })

interface HandOverFormProps {
  send: (email: string) => Promise<void>
  busy: boolean
  problem: CallProblem | null
  onCancel: () => void
}

function HandOverForm({ send, busy, problem, onCancel }: HandOverFormProps) {
  const form = useContractForm(handOverForm, { email: '' })
  const submit = form.onSubmit(
    ({ email }) => {
      if (!busy) send(email).catch((error: unknown) => showFieldProblems(form, error))
    },
    (errors) => focusFirst(form, errors),
  )
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p>{handOverTexts.lead}</p>
      <EmailField
        {...form.getInputProps('email')}
        label={handOverTexts.email}
        autoComplete="off"
        required
        data-autofocus
      />
      <FormFoot
        problem={problem && problem.message}
        action={handOverTexts.action}
        kind="danger"
        busy={busy}
        onCancel={onCancel}
      />
    </form>
  )
}
