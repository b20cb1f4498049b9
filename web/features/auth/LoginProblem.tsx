import { Suspense } from 'react'
import type { CallProblem } from '#web/api/calls/call-problem.ts'
import { loginTexts, textOf } from './texts.ts'
import { lazyExtra, lazyWithRetry } from '#web/browser/lazy-with-retry.ts'
import { Notice } from '#web/ui/text/Notice.tsx'
import { paths, withQuery } from '#web/browser/paths.ts'
import { Link } from '#web/ui/controls/Link.tsx'

/** Few sign-ins need it: the way to a new e-mail of the registration. */
const ImeiMissing = lazyWithRetry(async () => (await import('./registration/ImeiMissing.tsx')).ImeiMissing)

/** After too many tries. */
const PossibleAgain = lazyExtra(async () => (await import('./PossibleAgain.tsx')).PossibleAgain)

interface LoginProblemProps {
  problem: CallProblem
  /** As typed now. */
  email: string
}

/** Why signing in did not work, and what to do next (specification, section 8, "Login"). */
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
  if (problem.code === 'IMEI_NOT_VERIFIED') {
    return (
      <Suspense>
        <ImeiMissing email={email} />
      </Suspense>
    )
  }
  return (
    <Notice
      kind="danger"
      title={loginTexts.failed}
      {...(problem.code === 'ACCOUNT_DISABLED' && { actions: <Link to={paths.support}>Zum Support</Link> })}
    >
      {textOf(loginTexts.byCode, problem.code) ?? problem.message}
      {problem.retryAfter !== undefined && (
        <Suspense>
          <PossibleAgain seconds={problem.retryAfter} />
        </Suspense>
      )}
    </Notice>
  )
}
