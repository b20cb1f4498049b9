import { useState } from 'react'
import { registration, registrationForm } from '#contract/auth/registration.ts'
import { useAction } from '#web/api/queries/action.ts'
import { type CallProblem, isCallProblem, messageOf } from '#web/api/calls/call-problem.ts'
import styles from './auth.module.css'
import { rememberConfirmedEmail } from './registration/confirmed-email.ts'
import { endings, LinkEnded } from './LinkEnded.tsx'
import { passwordStepTexts as texts } from './registration/verification-texts.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { focusFirst, showFieldProblems, useContractForm } from '#web/forms/form.ts'
import { NewPasswordField } from '#web/shared/accounts/NewPasswordField.tsx'
import { Notice } from '#web/ui/text/Notice.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { PasswordField } from '#web/ui/fields/TextField.tsx'

interface PasswordStepProps {
  email: string
  /** The token of the mailed link that was opened in this tab. */
  token: string
  onSet: () => void
}

/** Between link and IMEI, the owner of the mailbox sets the password: somebody else may have registered the address. */
export function PasswordStep({ email, token, onSet }: PasswordStepProps) {
  const form = useContractForm(registrationForm, { email, password: '', confirmPassword: '' })
  const [problem, setProblem] = useState<CallProblem | null>(null)
  const confirm = useAction(registration.confirmPassword)

  const isSet = () => {
    rememberConfirmedEmail({ email, token: null })
    onSet()
  }
  const refused = (error: CallProblem) => {
    // The link cannot be used any more: opened again, the screen leaves this step out.
    if (isCallProblem(error, ...endings)) rememberConfirmedEmail({ email, token: null })
    setProblem(showFieldProblems(form, error) ? null : error)
  }
  const submit = form.onSubmit(
    ({ password }) => {
      setProblem(null)
      confirm.mutate({ body: { token, password } }, { onSuccess: isSet, onError: refused })
    },
    (errors) => focusFirst(form, errors),
  )
  if (problem !== null && isCallProblem(problem, ...endings)) return <LinkEnded problem={problem} email={email} />

  return (
    <Stack as="form" gap={3} onSubmit={submit} noValidate>
      <p>{texts.lead}</p>
      <p>
        Konto: <span className={styles.address}>{email}</span>
      </p>
      {problem !== null && <Notice kind="danger">{messageOf(problem)}</Notice>}
      {/* For password managers: what they store belongs to this address. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <NewPasswordField
        label="Passwort"
        email={email}
        {...form.getInputProps('password')}
        value={form.values.password}
      />
      <PasswordField
        label="Passwort bestätigen"
        autoComplete="new-password"
        required
        {...form.getInputProps('confirmPassword')}
      />
      <Button type="submit" size="large" wide busy={confirm.isPending}>
        {texts.submit}
      </Button>
    </Stack>
  )
}
