import { Link } from 'react-router'
import type { CallProblem } from '#web/api/call-problem.ts'
import styles from './auth.module.css'
import { loginTexts, resendTexts, textOf } from './texts.ts'
import { useResend } from './verification.ts'
import { Button } from '#web/kit/Button.tsx'
import { clock } from '#web/kit/clock.ts'
import { counted, formatTime, oClock } from '#web/kit/formats.ts'
import { Notice } from '#web/kit/Notice.tsx'
import { paths, withQuery } from '#web/kit/paths.ts'

interface LoginProblemProps {
  problem: CallProblem
  /** As typed now. */
  email: string
}

/** Why signing in did not work, with the way on (specification, section 8, "Login"). */
export function LoginProblem({ problem, email }: LoginProblemProps) {
  if (problem.code === 'EMAIL_NOT_VERIFIED') {
    return (
      <Notice
        kind="info"
        actions={<Link to={withQuery(paths.emailVerification, { email })}>E-Mail-Adresse bestätigen</Link>}
      >
        {loginTexts.byCode.EMAIL_NOT_VERIFIED}
      </Notice>
    )
  }
  if (problem.code === 'IMEI_NOT_VERIFIED') return <ImeiMissing email={email} />
  return (
    <Notice
      kind="danger"
      title={loginTexts.failed}
      {...(problem.code === 'ACCOUNT_DISABLED' && { actions: <Link to={paths.support}>Zum Support</Link> })}
    >
      {sentenceOf(problem)}
    </Notice>
  )
}

function ImeiMissing({ email }: { email: string }) {
  const { resend, sending, secondsLeft, outcome } = useResend(email)
  const missing = email === ''
  return (
    <div className={styles.stack}>
      <Notice
        kind="info"
        actions={
          <>
            <Link to={withQuery(paths.imeiVerification, { email })}>IMEI bestätigen</Link>
            <Button kind="quiet" busy={sending} disabled={missing || secondsLeft > 0} onClick={() => void resend()}>
              {secondsLeft > 0
                ? `Registrierungsmail erneut senden (in ${counted(secondsLeft, 'Sekunde', 'Sekunden')})`
                : 'Registrierungsmail erneut senden'}
            </Button>
          </>
        }
      >
        {loginTexts.byCode.IMEI_NOT_VERIFIED}
      </Notice>
      {missing && <Notice kind="warning">{loginTexts.emailMissing}</Notice>}
      {outcome?.kind === 'sent' && <Notice kind="success">{resendTexts.sent}</Notice>}
      {outcome?.kind === 'failed' && <Notice kind="danger">{resendTexts.failedAtLogin}</Notice>}
    </div>
  )
}

function sentenceOf({ code, message, retryAfter }: CallProblem): string {
  const sentence = textOf(loginTexts.byCode, code) ?? message
  if (retryAfter === undefined) return sentence
  const again = new Date(clock.now().getTime() + retryAfter * 1000)
  return `${sentence} Wieder möglich um ${oClock(formatTime(again))}.`
}
