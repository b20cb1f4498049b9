import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { auth } from '#contract/auth.ts'
import type { Reply } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { emailToVerify } from '#domain/auth.ts'
import { hasCheckDigit } from '#domain/imei.ts'
import { type CallProblem, isCallProblem, isConnectionProblem } from '#web/api/call-problem.ts'
import { useAction } from '#web/api/action.ts'
import { session, useSession } from '#web/api/session.ts'
import styles from './auth.module.css'
import { RegistrationProgress } from './RegistrationProgress.tsx'
import { imeiTexts as texts } from './texts.ts'
import { allowImeiAttemptsAgain, countFailedImeiAttempt, useSecondsUntil, useVerification } from './verification.ts'
import { Button } from '#web/kit/Button.tsx'
import { Card } from '#web/kit/Card.tsx'
import { counted, digitsOf, formatImei, formatTime } from '#web/kit/formats.ts'
import { Notice } from '#web/kit/Notice.tsx'
import { Page } from '#web/kit/Page.tsx'
import { paths, withQuery } from '#web/kit/paths.ts'
import { TextField } from '#web/kit/TextField.tsx'
import { TimedRedirect } from '#web/kit/TimedRedirect.tsx'
import { generalTexts } from '#web/texts/general.ts'

type Verified = Reply<typeof auth.verifyImei>

export function ImeiVerificationPage() {
  const [query] = useSearchParams()
  const state = useSession()
  const [email] = useState(() => emailToVerify(query.toString(), state) ?? '')
  const [verified, setVerified] = useState<Verified | null>(null)
  const title = verified === null ? 'IMEI bestätigen' : 'Gerät bestätigt'
  return (
    <Page title={title} width="form" ownTitle>
      <RegistrationProgress done={verified === null ? 2 : 3} />
      <Card label={title}>
        {verified === null ? <ImeiForm email={email} onVerified={setVerified} /> : <Done email={email} of={verified} />}
      </Card>
    </Page>
  )
}

function ImeiForm({ email, onVerified }: { email: string; onVerified: (reply: Verified) => void }) {
  const [imei, setImei] = useState('')
  const [fieldError, setFieldError] = useState<string | null>(null)
  const [problem, setProblem] = useState<CallProblem | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const { attempts, limited, possibleAgainAt } = useAttempts()
  const verify = useAction(auth.verifyImei)

  const check = () => setFieldError(imei === '' || imei.length === limits.devices.imeiDigits ? null : texts.wrongLength)
  const refused = (error: CallProblem) => {
    if (!isConnectionProblem(error)) countFailedImeiAttempt(error)
    setProblem(error)
  }
  const accepted = (reply: Verified) => {
    const { user } = session.current()
    if (user !== null) session.setUser({ ...user, imeiVerified: true })
    onVerified(reply)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (limited || verify.isPending) return
    if (imei.length !== limits.devices.imeiDigits) {
      setFieldError(imei === '' ? texts.incomplete : texts.wrongLength)
      field.current?.focus()
      return
    }
    setProblem(null)
    verify.mutate({ body: { email, imei } }, { onSuccess: accepted, onError: refused })
  }
  const retry = () => {
    setProblem(null)
    field.current?.focus()
    field.current?.select()
  }
  const doubtful = imei.length === limits.devices.imeiDigits && !hasCheckDigit(imei)

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p>
        Mit der IMEI weisen Sie nach, dass Ihnen das Gerät gehört. Konto:{' '}
        <span className={styles.address}>{email}</span>
      </p>
      {problem !== null && !limited && <ImeiProblem problem={problem} email={email} onRetry={retry} />}
      {limited && (
        <Notice
          kind="warning"
          title={`Das Limit von ${limits.account.imeiAttemptsPerHour} Versuchen pro Stunde ist erreicht.`}
        >
          {possibleAgainAt !== null && `Sie können es ab ${formatTime(possibleAgainAt)} Uhr wieder versuchen.`}
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
      <Button type="submit" size="large" wide busy={verify.isPending} disabled={limited}>
        IMEI bestätigen
      </Button>
      <p className={`${styles.muted} ${styles.small}`} aria-live="polite">
        {limited ? 'Kein Versuch mehr übrig.' : `Noch ${counted(attempts, 'Versuch', 'Versuche')} in dieser Stunde.`}
      </p>
      <WhereIsTheImei />
    </form>
  )
}

function ImeiProblem({ problem, email, onRetry }: { problem: CallProblem; email: string; onRetry: () => void }) {
  return (
    <Notice
      kind="danger"
      title={texts.failed}
      actions={
        isCallProblem(problem, 'EMAIL_NOT_VERIFIED') ? (
          <Link to={withQuery(paths.emailVerification, { email })}>E-Mail-Adresse bestätigen</Link>
        ) : (
          <Button kind="secondary" onClick={onRetry}>
            {generalTexts.retry}
          </Button>
        )
      }
    >
      {isConnectionProblem(problem) ? generalTexts.connectionTryLater : problem.message}
    </Notice>
  )
}

function WhereIsTheImei() {
  return (
    <details className={styles.help}>
      <summary>Wo finde ich die IMEI?</summary>
      <ul>
        <li>auf dem Aufkleber an der Unterseite des Geräts</li>
        <li>auf der Verpackung, neben dem Strichcode</li>
        <li>auf der Rechnung oder dem Lieferschein</li>
      </ul>
    </details>
  )
}

function Done({ email, of: { device } }: { email: string; of: Verified }) {
  return (
    <div className={styles.stack}>
      <Notice kind="success">Ihr Gerät ist registriert. Sie können sich jetzt anmelden.</Notice>
      <dl className={styles.imeiResult}>
        <dt>Gerät</dt>
        <dd>{device.deviceModel}</dd>
        <dt>IMEI</dt>
        <dd className={styles.digits}>{formatImei(device.imei)}</dd>
      </dl>
      <TimedRedirect
        to={withQuery(paths.login, { email })}
        seconds={limits.account.redirectAfterImeiSeconds}
        destination="zur Anmeldung"
      />
    </div>
  )
}

/** How many attempts are left, and when they come back. */
function useAttempts() {
  const { imeiAttemptsRemaining, imeiPossibleAgainAt } = useVerification()
  const secondsLeft = useSecondsUntil(imeiPossibleAgainAt)
  const over = imeiPossibleAgainAt !== null && secondsLeft === 0
  useEffect(() => {
    if (over) allowImeiAttemptsAgain()
  }, [over])
  return { attempts: imeiAttemptsRemaining, limited: imeiAttemptsRemaining === 0, possibleAgainAt: imeiPossibleAgainAt }
}
