import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { accountLimits } from '#contract/account/account-limits.ts'
import { devicesLimits } from '#contract/devices/devices-limits.ts'
import { registration } from '#contract/auth/registration.ts'
import type { Reply } from '#contract/base/endpoint.ts'
import { emailToVerify } from '#domain/auth/guards.ts'
import { hasCheckDigit } from '#domain/devices/imei.ts'
import { type CallProblem, isCallProblem, isConnectionProblem } from '#web/api/calls/call-problem.ts'
import { useAction } from '#web/api/queries/action.ts'
import { keptBrowserKey } from '#web/api/calls/browser-key.ts'
import { session, useSession, useUser } from '#web/api/session/session.ts'
import styles from '../auth.module.css'
import { confirmedEmailOf, forgetConfirmedEmail, rememberConfirmedEmail } from './confirmed-email.ts'
import { PasswordStep } from '../PasswordStep.tsx'
import { forgetRegistration, secretOf } from './registration-secret.ts'
import { RegistrationProgress } from './RegistrationProgress.tsx'
import { SameBrowserStep } from './SameBrowserStep.tsx'
import { imeiTexts as texts, passwordStepTexts, sameBrowserTexts } from './verification-texts.ts'
import { countFailedImeiAttempt, useImeiAttempts } from './verification.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { ClaimCodeField } from '#web/shared/accounts/ClaimCodeField.tsx'
import { counted, digitsOf, formatImei, formatTime, oClock } from '#web/texts/formats.ts'
import { Notice } from '#web/ui/text/Notice.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { paths, withQuery } from '#web/browser/paths.ts'
import { TextField } from '#web/ui/fields/TextField.tsx'
import { TimedRedirect } from '#web/ui/text/TimedRedirect.tsx'
import { Summary } from '#web/ui/text/Summary.tsx'
import { generalTexts } from '#web/texts/general.ts'
import { Link } from '#web/ui/controls/Link.tsx'
import { useSearchParams } from '#web/browser/search-params.ts'
import { MarkedList } from '#web/ui/layout/PlainList.tsx'
import { Small } from '#web/ui/layout/Small.tsx'

type Verified = Reply<typeof registration.verifyImei>

export function ImeiVerificationPage() {
  const [query] = useSearchParams()
  const state = useSession()
  const [email] = useState(() => emailToVerify(query.toString(), state) ?? '')
  const [token] = useState(() => confirmedEmailOf(email)?.token ?? null)
  const [passwordSet, setPasswordSet] = useState(false)
  const [secret, setSecret] = useState(() => secretOf(email, { confirmed: false }))
  const [whyAsked, setWhyAsked] = useState<string | null>(null)
  const [emailConfirmed, setEmailConfirmed] = useState(() => confirmedEmailOf(email) !== null)
  const [verified, setVerified] = useState<Verified | null>(null)
  const done = emailConfirmed || (state.user?.emailVerified === true && state.user.email === email) ? 2 : 0

  if (verified !== null) {
    return (
      <Frame title="Gerät bestätigt" done={3}>
        <Done email={email} of={verified} />
      </Frame>
    )
  }
  if (token !== null && !passwordSet && secret !== null) {
    const confirmed = () => {
      rememberConfirmedEmail({ email, token: null })
      setPasswordSet(true)
    }
    return (
      <Frame title={sameBrowserTexts.title} done={done}>
        <SameBrowserStep
          email={email}
          token={token}
          secret={secret}
          onConfirmed={confirmed}
          onOther={(why) => {
            setSecret(null)
            setWhyAsked(why)
          }}
        />
      </Frame>
    )
  }
  if (token !== null && !passwordSet) {
    return (
      <Frame title={passwordStepTexts.title} done={done}>
        {whyAsked !== null && <Notice kind="warning">{whyAsked}</Notice>}
        <PasswordStep email={email} token={token} onSet={() => setPasswordSet(true)} />
      </Frame>
    )
  }
  return (
    <Frame title="IMEI bestätigen" done={done}>
      {passwordSet && secret === null && <Notice kind="success">{passwordStepTexts.done}</Notice>}
      <ImeiForm email={email} focused={passwordSet} onVerified={setVerified} onEmailConfirmed={setEmailConfirmed} />
    </Frame>
  )
}

function Frame({ title, done, children }: { title: string; done: number; children: ReactNode }) {
  return (
    <Page title={title} width="form" ownTitle>
      <RegistrationProgress done={done} current={Math.max(done, 2)} />
      <Card label={title}>
        <Stack gap={3}>{children}</Stack>
      </Card>
    </Page>
  )
}

interface ImeiFormProps {
  email: string
  /** Whether the form has just replaced the previous step. */
  focused: boolean
  onVerified: (reply: Verified) => void
  /** Called when the server's refusal says whether the address is confirmed. */
  onEmailConfirmed: (confirmed: boolean) => void
}

function ImeiForm({ email, focused, onVerified, onEmailConfirmed }: ImeiFormProps) {
  const [imei, setImei] = useState('')
  const [claimCode, setClaimCode] = useState('')
  const [fieldError, setFieldError] = useState<string | null>(null)
  const [problem, setProblem] = useState<CallProblem | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const { remaining, possibleAgainAt } = useImeiAttempts(email)
  const limited = remaining === 0
  const verify = useAction(registration.verifyImei)

  const check = () => setFieldError(imei === '' || imei.length === devicesLimits.imeiDigits ? null : texts.wrongLength)
  const refused = (error: CallProblem) => {
    if (!isConnectionProblem(error)) countFailedImeiAttempt(email, error)
    if (error.code === 'EMAIL_NOT_VERIFIED') {
      forgetConfirmedEmail()
      onEmailConfirmed(false)
    }
    if (error.code === 'PASSWORD_NOT_CONFIRMED') {
      forgetRegistration()
      rememberConfirmedEmail({ email, token: null })
      onEmailConfirmed(true)
    }
    setProblem(error)
  }
  const accepted = (reply: Verified) => {
    forgetRegistration()
    const { user } = session.current()
    if (reply.session !== undefined) session.signIn(reply.session.user, reply.session.token)
    else if (user !== null) session.setUser({ ...user, imeiVerified: true })
    onVerified(reply)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (limited || verify.isPending) return
    if (imei.length !== devicesLimits.imeiDigits) {
      setFieldError(imei === '' ? texts.incomplete : texts.wrongLength)
      field.current?.focus()
      return
    }
    setProblem(null)
    const registrationSecret = secretOf(email, { confirmed: true })
    const here = registrationSecret === null ? {} : { registrationSecret, ...keptBrowserKey() }
    verify.mutate({ body: { email, imei, claimCode, ...here } }, { onSuccess: accepted, onError: refused })
  }
  const retry = () => {
    setProblem(null)
    field.current?.focus()
    field.current?.select()
  }
  useEffect(() => {
    if (focused) field.current?.focus()
  }, [focused])
  const doubtful = imei.length === devicesLimits.imeiDigits && !hasCheckDigit(imei)

  return (
    <Stack as="form" gap={3} onSubmit={submit} noValidate>
      <p>
        Mit der IMEI weisen Sie nach, dass Ihnen das Gerät gehört. Konto:{' '}
        <span className={styles.address}>{email}</span>
      </p>
      {problem !== null && !limited && <ImeiProblem problem={problem} email={email} onRetry={retry} />}
      {limited && (
        <Notice
          kind="warning"
          title={`Das Limit von ${accountLimits.imeiAttemptsPerHour} Versuchen pro Stunde ist erreicht.`}
        >
          {possibleAgainAt !== null && `Sie können es ab ${oClock(formatTime(possibleAgainAt))} wieder versuchen.`}
        </Notice>
      )}
      <TextField
        ref={field}
        digits
        label="IMEI"
        description="15 Ziffern; Leerzeichen und Bindestriche dürfen stehen bleiben."
        inputMode="numeric"
        autoComplete="off"
        value={imei}
        error={fieldError}
        onChange={(event) => {
          setImei(digitsOf(event.currentTarget.value))
          setFieldError(null)
        }}
        onBlur={check}
      />
      {doubtful && fieldError === null && (
        <Notice kind="warning">
          Die letzte Ziffer passt nicht zu den anderen. Bitte vergleichen Sie {formatImei(imei)} noch einmal.
        </Notice>
      )}
      <ClaimCodeField value={claimCode} onChange={(event) => setClaimCode(event.currentTarget.value)} maxLength={100} />
      <Button type="submit" size="large" wide busy={verify.isPending} disabled={limited}>
        IMEI bestätigen
      </Button>
      <Small aria-live="polite">
        {limited && 'Kein Versuch mehr übrig.'}
        {!limited && remaining !== null && `Noch ${counted(remaining, 'Versuch', 'Versuche')} in dieser Stunde.`}
      </Small>
      <WhereIsTheImei />
    </Stack>
  )
}

function ImeiProblem({ problem, email, onRetry }: { problem: CallProblem; email: string; onRetry: () => void }) {
  return (
    <Notice kind="danger" title={texts.failed} actions={<WayOn problem={problem} email={email} onRetry={onRetry} />}>
      {isConnectionProblem(problem) ? generalTexts.connectionTryLater : problem.message}
    </Notice>
  )
}

function WayOn({ problem, email, onRetry }: { problem: CallProblem; email: string; onRetry: () => void }) {
  if (isCallProblem(problem, 'EMAIL_NOT_VERIFIED', 'PASSWORD_NOT_CONFIRMED')) {
    const label = problem.code === 'EMAIL_NOT_VERIFIED' ? 'E-Mail-Adresse bestätigen' : passwordStepTexts.newLink
    return <Link to={withQuery(paths.emailVerification, { email })}>{label}</Link>
  }
  return (
    <Button kind="secondary" onClick={onRetry}>
      {generalTexts.retry}
    </Button>
  )
}

function WhereIsTheImei() {
  return (
    <details className={styles.help}>
      <Summary>Wo finde ich die IMEI?</Summary>
      <MarkedList gap={1}>
        <li>auf dem Aufkleber an der Unterseite des Geräts</li>
        <li>auf der Verpackung, neben dem Strichcode</li>
        <li>auf der Rechnung oder dem Lieferschein</li>
      </MarkedList>
    </details>
  )
}

function Done({ email, of: { device } }: { email: string; of: Verified }) {
  const isSignedIn = useUser() !== null
  return (
    <Stack gap={3}>
      <Notice kind="success">
        {isSignedIn ? 'Ihr Gerät ist registriert.' : 'Ihr Gerät ist registriert. Sie können sich jetzt anmelden.'}
      </Notice>
      <dl className={styles.imeiResult}>
        <dt>Gerät</dt>
        <dd>{device.deviceModel}</dd>
        <dt>IMEI</dt>
        <dd className={styles.digits}>{formatImei(device.imei)}</dd>
      </dl>
      <TimedRedirect
        to={isSignedIn ? paths.setUp : withQuery(paths.login, { email, redirect: paths.setUp })}
        seconds={accountLimits.redirectAfterImeiSeconds}
        destination={isSignedIn ? 'zum Einrichten' : 'zur Anmeldung'}
      />
    </Stack>
  )
}
