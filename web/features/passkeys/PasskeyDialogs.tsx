import { useState } from 'react'
import * as z from 'zod/mini'
import { type Passkey, passkeyName, passkeys } from '#contract/passkeys/passkeys.ts'
import { useAction, useTask } from '#web/api/queries/action.ts'
import { call } from '#web/api/calls/call.ts'
import { browserProblem, type CallProblem } from '#web/api/calls/call-problem.ts'
import { clientName } from '#domain/auth/client-name.ts'
import { invalidate } from '#web/api/queries/renewal.ts'
import type { Task } from '#web/api/queries/task.ts'
import { Dialog, DialogForm, FormFoot } from '#web/ui/dialog/Dialog.tsx'
import { focusFirst, showFieldProblems, useContractForm } from '#web/forms/form.ts'
import { notify } from '#web/ui/text/notify.ts'
import { TextField } from '#web/ui/fields/TextField.tsx'
import { passkeysTexts as texts } from './texts.ts'

interface Opening {
  opened: boolean
  onClose: () => void
}

/** Asks for a name, then the device for a passkey. */
export function AddPasskeyDialog({ opened, onClose }: Opening) {
  const add = useTask(adding)
  const close = () => {
    if (add.isPending) void ceremonies().then(({ cancelCeremony }) => cancelCeremony())
    add.reset()
    onClose()
  }
  const done = ({ name }: Passkey) => {
    notify('success', texts.added(name))
    onClose()
  }
  return (
    <Dialog opened={opened} onClose={close} title={texts.add}>
      <p>{texts.addLead}</p>
      <NameForm
        initial={clientName(navigator.userAgent)}
        action={texts.add}
        busy={add.isPending}
        onSave={(name, onError) => add.mutate(name, { onSuccess: done, onError })}
        onCancel={close}
      />
    </Dialog>
  )
}

/** The code of it is loaded on first use. */
const ceremonies = () =>
  import('#web/api/session/passkey-ceremonies.ts').catch(() => {
    throw browserProblem('NETWORK_ERROR')
  })

/** Asks this device for a passkey of that name. */
const adding: Task<string, Passkey> = {
  async run(name) {
    const options = await call(passkeys.beginRegistration)
    const answer = await (await ceremonies()).createPasskey(options)
    return call(passkeys.finishRegistration, { body: { name, answer } })
  },
  onSuccess: () => invalidate([passkeys.list]),
  // Perhaps it was added and only the answer was lost.
  onError: () => void invalidate([passkeys.list]),
}

export function RenamePasskeyDialog({ passkey, opened, onClose }: Opening & { passkey: Passkey }) {
  const rename = useAction(passkeys.rename, [passkeys.list])
  const done = () => {
    notify('success', texts.renamed)
    onClose()
  }
  return (
    <Dialog opened={opened} onClose={() => !rename.isPending && onClose()} title={texts.renameTitle}>
      <NameForm
        initial={passkey.name}
        action={texts.save}
        busy={rename.isPending}
        onSave={(name, onError) =>
          rename.mutate({ params: { id: passkey.id }, body: { name } }, { onSuccess: done, onError })
        }
        onCancel={onClose}
      />
    </Dialog>
  )
}

const nameForm = z.object({ name: passkeyName })

interface NameFormProps {
  initial: string
  action: string
  busy: boolean
  onSave: (name: string, onError: (problem: CallProblem) => void) => void
  onCancel: () => void
}

function NameForm({ initial, action, busy, onSave, onCancel }: NameFormProps) {
  const form = useContractForm(nameForm, { name: initial })
  const [problem, setProblem] = useState<string | null>(null)
  const submit = form.onSubmit(
    ({ name }) => {
      setProblem(null)
      onSave(name.trim(), (error) => !showFieldProblems(form, error) && setProblem(error.message))
    },
    (errors) => focusFirst(form, errors),
  )
  return (
    <DialogForm onSubmit={submit}>
      <TextField
        {...form.getInputProps('name')}
        label={texts.name}
        description={texts.nameHint}
        autoComplete="off"
        required
        data-autofocus
      />
      <FormFoot problem={problem} action={action} busy={busy} onCancel={onCancel} />
    </DialogForm>
  )
}
