import { useEffect, useState } from 'react'
import { accountLimits } from '#contract/account/account-limits.ts'
import type { Reply } from '#contract/base/endpoint.ts'
import { registration, registrationForm } from '#contract/auth/registration.ts'
import { type CallProblem, isConnectionProblem } from '#web/api/calls/call-problem.ts'
import { useAction } from '#web/api/queries/action.ts'
import { session } from '#web/api/session/session.ts'
import styles from '../auth.module.css'
import { AuthFrame } from '../AuthFrame.tsx'
import { keepRegistration } from './registration-secret.ts'
import { RegistrationProgress } from './RegistrationProgress.tsx'
import { registerTexts } from '../texts.ts'
import { verificationMailWasSent } from './verification.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { focusFirst, showFieldProblems, useContractForm } from '#web/forms/form.ts'
import { NewPasswordField } from '#web/shared/accounts/NewPasswordField.tsx'
import { Notice } from '#web/ui/text/Notice.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { paths, withQuery } from '#web/browser/paths.ts'
import { EmailField, PasswordField } from '#web/ui/fields/TextField.tsx'
import { TimedRedirect } from '#web/ui/text/TimedRedirect.tsx'
import { generalTexts } from '#web/texts/general.ts'
import { Link } from '#web/ui/controls/Link.tsx'
import { MarkedList } from '#web/ui/layout/PlainList.tsx'
import { Small } from '#web/ui/layout/Small.tsx'

export function RegisterPage() {
  const [registeredEmail, setRegisteredEmail] = useState<string | null>(null)
  return (
    <AuthFrame title={registeredEmail === null ? 'Registrieren' : registerTexts.done} foot={<SignInInstead />}>
      <RegistrationProgress done={registeredEmail === null ? 0 : 1} />
      {registeredEmail === null ? (
        <RegistrationForm onRegistered={setRegisteredEmail} />
      ) : (
        <Registered email={registeredEmail} />
      )}
    </AuthFrame>
  )
}

function RegistrationForm({ onRegistered }: { onRegistered: (email: string) => void }) {
  const form = useContractForm(registrationForm, { email: '', password: '', confirmPassword: '' })
  const [notice, setNotice] = useState<string | null>(null)
  const register = useAction(registration.register)

  const refused = (error: CallProblem) => {
    const onField = showFieldProblems(form, error)
    setNotice(onField ? null : sentenceOf(error))
  }
  const submit = form.onSubmit(
    ({ email, password }) => {
      setNotice(null)
      const registered = ({ registrationSecret }: Reply<typeof registration.register>) => {
        if (registrationSecret !== undefined) {
          keepRegistration({ email: email.trim(), secret: registrationSecret, confirmed: false })
        }
        session.setPendingEmail(email.trim())
        verificationMailWasSent(email.trim())
        onRegistered(email.trim())
      }
      register.mutate({ body: { email, password } }, { onSuccess: registered, onError: refused })
    },
    (errors) => {
      setNotice(generalTexts.correctInput)
      focusFirst(form, errors)
    },
  )

  return (
    <Stack as="form" gap={3} onSubmit={submit} noValidate>
      {notice !== null && (
        <Notice kind="danger" title={notice === generalTexts.correctInput ? notice : registerTexts.failed}>
          {notice === generalTexts.correctInput ? undefined : notice}
        </Notice>
      )}
      <EmailField autoComplete="username" required {...form.getInputProps('email')} />
      <NewPasswordField
        label="Passwort"
        email={form.values.email}
        {...form.getInputProps('password')}
        value={form.values.password}
      />
      <PasswordField
        label="Passwort bestätigen"
        autoComplete="new-password"
        required
        {...form.getInputProps('confirmPassword')}
      />
      <Button type="submit" size="large" wide busy={register.isPending}>
        Konto anlegen
      </Button>
      <Small>
        Es gelten unsere <Link to={paths.terms}>AGB</Link>. Was wir mit Ihren Daten tun, steht im{' '}
        <Link to={paths.privacy}>Datenschutz</Link>.
      </Small>
    </Stack>
  )
}

function Registered({ email }: { email: string }) {
  // The button that had the focus is gone; the heading says what has happened.
  useEffect(() => document.querySelector<HTMLElement>('main h1')?.focus(), [])
  const next = withQuery(paths.emailVerification, { email })
  return (
    <Stack gap={3}>
      <Notice kind="success">
        Ihr Konto ist angelegt. Wir haben eine E-Mail an <span className={styles.address}>{email}</span> geschickt.
      </Notice>
      <MarkedList as="ol" gap={2}>
        <li>Öffnen Sie den Link in der E-Mail, am besten in diesem Browser.</li>
        <li>Bestätigen Sie die IMEI Ihres Geräts.</li>
        <li>Richten Sie Ihr Fahrzeug ein.</li>
      </MarkedList>
      <TimedRedirect
        to={next}
        seconds={accountLimits.redirectAfterRegisterSeconds}
        destination="zur E-Mail-Bestätigung"
      />
      <Link className={styles.standalone} to={next}>
        Zur E-Mail-Bestätigung
      </Link>
    </Stack>
  )
}

function SignInInstead() {
  return (
    <p>
      Schon registriert?{' '}
      <Link className={styles.standalone} to={paths.login}>
        Anmelden
      </Link>
    </p>
  )
}

function sentenceOf(error: CallProblem): string {
  if (isConnectionProblem(error)) return generalTexts.connectionTryLater
  return error.code === 'VALIDATION_ERROR' ? generalTexts.correctInput : error.message
}
