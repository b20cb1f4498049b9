import { useState } from 'react'
import type * as z from 'zod/mini'
import { passkeys } from '#contract/passkeys/passkeys.ts'
import { codeProof, passwordProof, stepUp, type StepUpProof } from '#contract/auth/step-up.ts'
import { useAction, useTask } from '#web/api/queries/action.ts'
import { call } from '#web/api/calls/call.ts'
import { browserProblem } from '#web/api/calls/call-problem.ts'
import { useUser } from '#web/api/session/session.ts'
import type { Task } from '#web/api/queries/task.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { DialogForm, FormFoot } from '#web/ui/dialog/Dialog.tsx'
import { focusFirst, showFieldProblems, useContractForm } from '#web/forms/form.ts'
import { Notice } from '#web/ui/text/Notice.tsx'
import { PasswordField } from '#web/ui/fields/TextField.tsx'
import { CodeField } from '../CodeField.tsx'
import { stepUpTexts } from './step-up-texts.ts'

interface ProofProps {
  /** @param proved false: the visitor would rather leave it. */
  answer(proved: boolean): void
}

export function PasswordProofForm({ answer }: ProofProps) {
  const user = useUser()
  const { form, submit, foot } = useProof(passwordProof, { proof: 'password', password: '' }, answer)
  return (
    <DialogForm onSubmit={submit}>
      {/* Shows password managers which account the password belongs to. */}
      <input type="email" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
      <PasswordField
        {...form.getInputProps('password')}
        label={stepUpTexts.password}
        autoComplete="current-password"
        required
        autoFocus
      />
      <FormFoot {...foot} />
    </DialogForm>
  )
}

export function CodeProofForm({ answer }: ProofProps) {
  const { form, submit, foot } = useProof(codeProof, { proof: 'code', code: '' }, answer)
  return (
    <DialogForm onSubmit={submit}>
      <CodeField {...form.getInputProps('code')} autoFocus />
      <FormFoot {...foot} />
    </DialogForm>
  )
}

/** No form: the browser asks. The code for it is loaded on use. */
export function PasskeyProofButton({ answer }: ProofProps) {
  const confirm = useTask(provingByPasskey)
  const press = () => confirm.mutate(undefined, { onSuccess: () => answer(true) })
  if (!('PublicKeyCredential' in globalThis)) return null
  return (
    <>
      {confirm.error !== null && <Notice kind="danger">{confirm.error.message}</Notice>}
      <Button kind="secondary" wide busy={confirm.isPending} onClick={press}>
        {stepUpTexts.passkey}
      </Button>
    </>
  )
}

const provingByPasskey: Task<undefined, unknown> = {
  async run() {
    const request = await call(passkeys.beginStepUp)
    const { provePasskey } = await import('#web/api/session/passkey-ceremonies.ts').catch(() => {
      throw browserProblem('NETWORK_ERROR')
    })
    return call(stepUp.confirm, { body: { proof: 'passkey', answer: await provePasskey(request) } })
  },
}

/** A form that sends one kind of proof. */
function useProof<Proof extends StepUpProof>(schema: z.ZodMiniType<Proof>, empty: Proof, answer: ProofProps['answer']) {
  const form = useContractForm<Proof>(schema, empty)
  const confirm = useAction(stepUp.confirm)
  const [problem, setProblem] = useState<string | null>(null)
  const submit = form.onSubmit(
    (body) => {
      setProblem(null)
      confirm.mutate(
        { body },
        {
          onSuccess: () => answer(true),
          onError: (error) => !showFieldProblems(form, error) && setProblem(error.message),
        },
      )
    },
    (errors) => focusFirst(form, errors),
  )
  const foot = { problem, action: stepUpTexts.confirm, busy: confirm.isPending, onCancel: () => answer(false) }
  return { form, submit, foot }
}
