import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { auth, credentials } from '#contract/auth/auth.ts'
import type { Reply } from '#contract/base/endpoint.ts'
import { redirectTarget } from '#domain/auth/guards.ts'
import { keptBrowserKey } from '#web/api/calls/browser-key.ts'
import { browserProblem, type CallProblem } from '#web/api/calls/call-problem.ts'
import { useConfig } from '#web/api/calls/config.ts'
import { useAction, useTask } from '#web/api/queries/action.ts'
import type { Input } from '#web/api/calls/request.ts'
import { session } from '#web/api/session/session.ts'
import styles from './auth.module.css'
import { AuthFrame } from './AuthFrame.tsx'
import { confirmedEmailOf, rememberConfirmedEmail } from './registration/confirmed-email.ts'
import { LoginProblem } from './LoginProblem.tsx'
import { Button } from '#web/ui/controls/Button.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { focusFirst, useContractForm } from '#web/forms/form.ts'
import { lazyWithRetry } from '#web/browser/lazy-with-retry.ts'
import { paths } from '#web/browser/paths.ts'
import { EmailField, PasswordField } from '#web/ui/fields/TextField.tsx'
import { Link } from '#web/ui/controls/Link.tsx'
import { useSearchParams } from '#web/browser/search-params.ts'

const CodeStep = lazyWithRetry(async () => (await import('./CodeStep.tsx')).CodeStep)

type SignIn = Input<typeof auth.login>['body']

export function LoginPage() {
  const [query] = useSearchParams()
  const config = useConfig()
  const form = useContractForm(credentials, { email: query.get('email') ?? '', password: '' })
  const [problem, setProblem] = useState<CallProblem | null>(null)
  /** The sign-in that still needs a code. */
  const [first, setFirst] = useState<SignIn | null>(null)
  const enter = useEntrance(redirectTarget(query.get('redirect')))
  const login = useAction(auth.login)
  const demo = useAction(auth.demo)
  const passkey = useTask({ run: signInWithPasskey })

  const { email, password } = form.values
  const complete = email.trim() !== '' && password !== '' && Object.keys(form.errors).length === 0
  const busy = login.isPending || demo.isPending || passkey.isPending

  const refused = (error: CallProblem) => {
    if (error.code === 'EMAIL_NOT_VERIFIED' || error.code === 'IMEI_NOT_VERIFIED') {
      const pending = error.email ?? email.trim()
      session.setPendingEmail(pending)
      if (error.code === 'IMEI_NOT_VERIFIED' && confirmedEmailOf(pending) === null)
        rememberConfirmedEmail({ email: pending, token: null })
    }
    setProblem(error)
  }
  const signIn = (body: SignIn) => {
    setProblem(null)
    const failed = (error: CallProblem) => (error.code === 'SECOND_FACTOR_REQUIRED' ? setFirst(body) : refused(error))
    login.mutate({ body }, { onSuccess: enter, onError: failed })
  }
  const submit = form.onSubmit(
    (body) => signIn({ ...body, ...keptBrowserKey() }),
    (errors) => focusFirst(form, errors),
  )
  const tryDemo = () => {
    setProblem(null)
    demo.mutate({}, { onSuccess: enter, onError: refused })
  }
  const tryPasskey = () => {
    setProblem(null)
    passkey.mutate(undefined, { onSuccess: enter, onError: refused })
  }

  if (first !== null) {
    const back = () => {
      setProblem(null)
      setFirst(null)
    }
    return (
      <AuthFrame title="Anmelden" foot={<OtherWays />}>
        {problem !== null && <LoginProblem problem={problem} email={first.email} />}
        <Suspense>
          <CodeStep busy={login.isPending} onCode={(code) => signIn({ ...first, code })} onBack={back} />
        </Suspense>
      </AuthFrame>
    )
  }
  return (
    <AuthFrame title="Anmelden" foot={<OtherWays />}>
      {problem !== null && <LoginProblem problem={problem} email={email.trim()} />}
      <Stack as="form" gap={3} onSubmit={submit} noValidate>
        <EmailField autoComplete="username" required {...form.getInputProps('email')} />
        <PasswordField label="Passwort" autoComplete="current-password" required {...form.getInputProps('password')} />
        <Button type="submit" size="large" wide busy={login.isPending} disabled={!complete || demo.isPending}>
          Anmelden
        </Button>
        <Link className={styles.standalone} to={paths.passwordReset}>
          Passwort vergessen?
        </Link>
      </Stack>
      {(hasPasskeys || config?.demo === true) && <p className={styles.or}>oder</p>}
      {hasPasskeys && (
        <Button kind="secondary" wide busy={passkey.isPending} disabled={busy} onClick={tryPasskey}>
          Mit Passkey anmelden
        </Button>
      )}
      {config?.demo === true && (
        <Button kind="secondary" wide busy={demo.isPending} disabled={busy} onClick={tryDemo}>
          Demokonto ausprobieren
        </Button>
      )}
    </AuthFrame>
  )
}

/** Whether the browser knows passkeys; over plain HTTP it does not. */
const hasPasskeys = 'PublicKeyCredential' in globalThis

/** What it takes is loaded when somebody presses the button. */
const signInWithPasskey = async (): Promise<Reply<typeof auth.login>> => {
  const loaded = await import('./passkey-sign-in.ts').catch(() => {
    throw browserProblem('NETWORK_ERROR')
  })
  return loaded.signInWithPasskey()
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
      <p>Registrierung noch nicht abgeschlossen?</p>
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
