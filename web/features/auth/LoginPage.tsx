import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { auth, credentials } from '#contract/auth.ts'
import type { Reply } from '#contract/endpoint.ts'
import { redirectTarget } from '#domain/auth.ts'
import type { CallProblem } from '#web/api/call-problem.ts'
import { useConfig } from '#web/api/config.ts'
import { useAction } from '#web/api/action.ts'
import { session } from '#web/api/session.ts'
import styles from './auth.module.css'
import { AuthFrame } from './AuthFrame.tsx'
import { confirmedEmailOf, rememberConfirmedEmail } from './confirmed-email.ts'
import { LoginProblem } from './LoginProblem.tsx'
import { Button } from '#web/kit/Button.tsx'
import { focusFirst, useContractForm } from '#web/kit/form.ts'
import { paths } from '#web/kit/paths.ts'
import { EmailField, PasswordField } from '#web/kit/TextField.tsx'

export function LoginPage() {
  const [query] = useSearchParams()
  const config = useConfig()
  const form = useContractForm(credentials, { email: query.get('email') ?? '', password: '' })
  const [problem, setProblem] = useState<CallProblem | null>(null)
  const enter = useEntrance(redirectTarget(query.get('redirect')))
  const login = useAction(auth.login)
  const demo = useAction(auth.demo)

  const { email, password } = form.values
  const complete = email.trim() !== '' && password !== '' && Object.keys(form.errors).length === 0
  const busy = login.isPending || demo.isPending

  const refused = (error: CallProblem) => {
    if (error.code === 'EMAIL_NOT_VERIFIED' || error.code === 'IMEI_NOT_VERIFIED') {
      const pending = error.email ?? email.trim()
      session.setPendingEmail(pending)
      if (error.code === 'IMEI_NOT_VERIFIED' && confirmedEmailOf(pending) === null)
        rememberConfirmedEmail({ email: pending, token: null })
    }
    setProblem(error)
  }
  const submit = form.onSubmit(
    (body) => {
      setProblem(null)
      login.mutate({ body }, { onSuccess: enter, onError: refused })
    },
    (errors) => focusFirst(form, errors),
  )
  const tryDemo = () => {
    setProblem(null)
    demo.mutate({}, { onSuccess: enter, onError: refused })
  }

  return (
    <AuthFrame title="Anmelden" foot={<OtherWays />}>
      {problem !== null && <LoginProblem problem={problem} email={email.trim()} />}
      <form className={styles.form} onSubmit={submit} noValidate>
        <EmailField autoComplete="username" required {...form.getInputProps('email')} />
        <PasswordField label="Passwort" autoComplete="current-password" required {...form.getInputProps('password')} />
        <Button type="submit" size="large" wide busy={login.isPending} disabled={!complete || demo.isPending}>
          Anmelden
        </Button>
        <Link className={styles.standalone} to={paths.passwordReset}>
          Passwort vergessen?
        </Link>
      </form>
      {config?.demo === true && (
        <>
          <p className={styles.or}>oder</p>
          <Button kind="secondary" wide busy={demo.isPending} disabled={busy} onClick={tryDemo}>
            Demokonto ausprobieren
          </Button>
        </>
      )}
    </AuthFrame>
  )
}

/** Takes over the session and goes where the visitor wanted to. */
function useEntrance(target: string) {
  const navigate = useNavigate()
  return ({ user, token }: Reply<typeof auth.login>) => {
    session.signIn(user, token)
    void navigate(target, { replace: true })
  }
}

function OtherWays() {
  return (
    <>
      <p>
        Noch kein Konto?{' '}
        <Link className={styles.standalone} to={paths.register}>
          Jetzt registrieren
        </Link>
      </p>
      <p className={styles.muted}>Registrierung noch nicht abgeschlossen?</p>
      <ul className={styles.links}>
        <li>
          <Link to={paths.emailVerification}>E-Mail bestätigen</Link>
        </li>
        <li>
          <Link to={paths.imeiVerification}>IMEI bestätigen</Link>
        </li>
      </ul>
    </>
  )
}
