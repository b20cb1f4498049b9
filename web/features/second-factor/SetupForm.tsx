import { useState } from 'react'
import type { Reply } from '#contract/base/endpoint.ts'
import { secondFactor, switchOnForm } from '#contract/second-factor/second-factor.ts'
import { useAction } from '#web/api/queries/action.ts'
import { DialogForm, FormFoot } from '#web/ui/dialog/Dialog.tsx'
import { focusFirst, showFieldProblems, useContractForm } from '#web/forms/form.ts'
import { TextField } from '#web/ui/fields/TextField.tsx'
import { QrCode } from '#web/ui/pictures/QrCode.tsx'
import styles from './SecondFactor.module.css'
import { secondFactorTexts as texts } from './texts.ts'

interface SetupFormProps {
  setup: Reply<typeof secondFactor.start>
  onSwitchedOn(codes: readonly string[]): void
  onCancel(): void
}

/** Shows the secret, as an image and as text, and asks for the first code of the app that got it. */
export function SetupForm({ setup, onSwitchedOn, onCancel }: SetupFormProps) {
  const form = useContractForm(switchOnForm, { code: '' })
  const switchOn = useAction(secondFactor.switchOn, [secondFactor.show])
  const [problem, setProblem] = useState<string | null>(null)
  const submit = form.onSubmit(
    (body) => {
      setProblem(null)
      switchOn.mutate(
        { body },
        {
          onSuccess: ({ recoveryCodes }) => onSwitchedOn(recoveryCodes),
          onError: (error) => !showFieldProblems(form, error) && setProblem(error.message),
        },
      )
    },
    (errors) => focusFirst(form, errors),
  )
  return (
    <DialogForm onSubmit={submit}>
      <p>{texts.scan}</p>
      <QrCode content={setup.uri} label={texts.qrLabel} />
      <p className={styles.centered}>
        <a href={setup.uri}>{texts.onThisPhone}</a>
      </p>
      <div role="group" aria-label={texts.secret}>
        <p>{texts.secret}:</p>
        <code className={styles.secret}>{inFours(setup.secret)}</code>
      </div>
      <p>{texts.enterCode}</p>
      <TextField
        {...form.getInputProps('code')}
        label={texts.code}
        inputMode="numeric"
        autoComplete="one-time-code"
        digits
        required
      />
      <FormFoot problem={problem} action={texts.switchOn} busy={switchOn.isPending} onCancel={onCancel} />
    </DialogForm>
  )
}

/** Easier to type off; apps ignore the spaces. */
function inFours(secret: string): string {
  return secret.replaceAll(/.{4}(?=.)/g, '$& ')
}
