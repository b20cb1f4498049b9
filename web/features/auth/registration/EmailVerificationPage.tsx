import { type ReactNode, useEffect } from 'react'
import { accountLimits } from '#contract/account/account-limits.ts'
import { auth } from '#contract/auth/auth.ts'
import type { Reply } from '#contract/base/endpoint.ts'
import { registration } from '#contract/auth/registration.ts'
import { emailToVerify } from '#domain/auth/guards.ts'
import { call } from '#web/api/calls/call.ts'
import { type CallProblem, isCallProblem, isConnectionProblem } from '#web/api/calls/call-problem.ts'
import { useCall } from '#web/api/queries/queries.ts'
import { session, useSession } from '#web/api/session/session.ts'
import styles from '../auth.module.css'
import { rememberConfirmedEmail } from './confirmed-email.ts'
import { RegistrationProgress } from './RegistrationProgress.tsx'
import { ResendEmail } from './ResendEmail.tsx'
import { textOf } from '../texts.ts'
import { emailVerificationTexts as texts } from './verification-texts.ts'
import { Button, ButtonLink } from '#web/ui/controls/Button.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { RetryIcon } from '#web/ui/pictures/icons.tsx'
import { Notice } from '#web/ui/text/Notice.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { paths, withQuery } from '#web/browser/paths.ts'
import { Skeleton } from '#web/ui/layout/Skeleton.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { TimedRedirect } from '#web/ui/text/TimedRedirect.tsx'
import { generalTexts } from '#web/texts/general.ts'
import { Link } from '#web/ui/controls/Link.tsx'
import { useSearchParams } from '#web/browser/search-params.ts'

/** With a token it is checked at once; without one, the visitor waits for the e-mail here. */
export function EmailVerificationPage() {
  const [query] = useSearchParams()
  const state = useSession()
  const token = query.get('token')
  const email = emailToVerify(query.toString(), state)
  return token === null || token === '' ? <Waiting email={email} /> : <Verifying token={token} email={email} />
}

function Waiting({ email }: { email: string | null }) {
  return (
    <Frame title="E-Mail bestätigen" done={email === null ? 0 : 1}>
      {email === null ? (
        <p>Geben Sie die Adresse an, mit der Sie sich registriert haben. Wir schicken Ihnen einen neuen Link.</p>
      ) : (
        <p>
          Wir haben einen Link an <span className={styles.address}>{email}</span> geschickt. Öffnen Sie ihn, um Ihre
          Adresse zu bestätigen. Keine E-Mail da? Sehen Sie auch im Spam-Ordner nach.
        </p>
      )}
      <ResendEmail email={email} kind={email === null ? 'primary' : 'secondary'} />
      {email !== null && (
        <Link className={styles.standalone} to={withQuery(paths.imeiVerification, { email })}>
          Schon bestätigt? Weiter zur IMEI-Bestätigung
        </Link>
      )}
    </Frame>
  )
}

function Verifying({ token, email }: { token: string; email: string | null }) {
  const verification = useCall(registration.verifyEmail, { query: { token } }, { staleTime: Infinity })
  const verifiedEmail = verification.data?.email ?? null
  useEffect(() => {
    if (verifiedEmail !== null) adoptVerification(verifiedEmail).catch(() => undefined)
  }, [verifiedEmail])
  const confirmed =
    verifiedEmail ?? (isCallProblem(verification.error, 'ALREADY_USED') ? verification.error.email : null)
  useEffect(() => {
    // The password is set on the next screen, by the same link.
    if (confirmed !== null && confirmed !== undefined) rememberConfirmedEmail({ email: confirmed, token })
  }, [confirmed, token])

  if (verification.data !== undefined) return <Verified {...verification.data} />
  if (verification.isPending) {
    return (
      <Frame title="E-Mail bestätigen" done={1}>
        <Skeleton lines={3} label="Der Link wird geprüft …" />
      </Frame>
    )
  }
  return (
    <Failed
      problem={verification.error}
      email={verification.error?.email ?? email}
      onRetry={() => void verification.refetch()}
      busy={verification.isFetching}
    />
  )
}

function Verified({ email, imeiVerified }: Reply<typeof registration.verifyEmail>) {
  const { user } = useSession()
  return (
    <Frame title="E-Mail-Adresse bestätigt" done={imeiVerified ? 3 : 2}>
      <Notice kind="success">
        Die Adresse <span className={styles.address}>{email}</span> ist bestätigt.
      </Notice>
      {imeiVerified ? (
        // A finished account has confirmed a new address: there is no next step.
        <>
          <p>{texts.signedOutElsewhere}</p>
          <ButtonLink to={user === null ? withQuery(paths.login, { email }) : paths.dashboard}>
            {user === null ? 'Anmelden' : 'Zum Dashboard'}
          </ButtonLink>
        </>
      ) : (
        <TimedRedirect
          to={withQuery(paths.imeiVerification, { email })}
          seconds={accountLimits.redirectAfterEmailSeconds}
          destination="zur IMEI-Bestätigung"
        />
      )}
    </Frame>
  )
}

interface FailedProps {
  problem: CallProblem | null
  email: string | null
  onRetry: () => void
  busy: boolean
}

function Failed({ problem, email, onRetry, busy }: FailedProps) {
  const code = problem === null ? '' : codeOf(problem)
  if (code === 'ALREADY_USED') {
    return (
      <Frame title={texts.titleByCode.ALREADY_USED ?? texts.failed} done={2}>
        <Notice kind="info">{texts.byCode.ALREADY_USED}</Notice>
        <div className={styles.row}>
          <ButtonLink to={withQuery(paths.imeiVerification, { email })}>Weiter zur IMEI-Bestätigung</ButtonLink>
          <ButtonLink kind="secondary" to={withQuery(paths.login, { email })}>
            Anmelden
          </ButtonLink>
        </div>
        <ResendEmail email={email} kind="secondary" />
      </Frame>
    )
  }
  const sentence = textOf(texts.byCode, code) ?? problem?.message
  const title = textOf(texts.titleByCode, code) ?? texts.failed
  return (
    <Frame title={title} done={code === 'EXPIRED' ? 1 : 0}>
      <Notice
        kind="danger"
        {...(isConnectionProblem(problem) && {
          actions: (
            <Button kind="secondary" busy={busy} onClick={onRetry}>
              <RetryIcon />
              {generalTexts.retry}
            </Button>
          ),
        })}
      >
        {sentence}
      </Notice>
      <ResendEmail email={email} kind="primary" />
    </Frame>
  )
}

function Frame({ title, done, children }: { title: string; done: number; children: ReactNode }) {
  return (
    <Page title={title} width="form" ownTitle>
      <RegistrationProgress done={done} current={Math.max(done, 1)} />
      <Card label={title}>
        <Stack gap={3}>{children}</Stack>
      </Card>
    </Page>
  )
}

/** What the status means if the answer has no special code (specification, section 8). */
const codeByStatus = new Map([
  [401, 'TOKEN_INVALID'],
  [404, 'TOKEN_NOT_FOUND'],
  [410, 'EXPIRED'],
])

function codeOf({ code, status }: CallProblem): string {
  return textOf(texts.byCode, code) === undefined ? (codeByStatus.get(status) ?? code) : code
}

/** Remembers the verified address for the next step, and loads a signed-in user again, now or with the next page. */
async function adoptVerification(email: string): Promise<void> {
  if (session.current().token === null) return session.setPendingEmail(email)
  const { user } = await call(auth.profile)
  session.setUser(user)
}
