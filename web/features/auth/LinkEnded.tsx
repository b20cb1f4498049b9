import type { CallProblem } from '#web/api/calls/call-problem.ts'
import { passwordStepTexts as texts } from './registration/verification-texts.ts'
import { ButtonLink } from '#web/ui/controls/Button.tsx'
import { Notice } from '#web/ui/text/Notice.tsx'
import { paths, withQuery } from '#web/browser/paths.ts'
import { Link } from '#web/ui/controls/Link.tsx'

/** After these the link sets no password any more. */
export const endings = ['ALREADY_USED', 'EXPIRED', 'TOKEN_INVALID'] as const

/** Where a link confirms nothing any more: what to do now. */
export function LinkEnded({ problem, email }: { problem: CallProblem; email: string }) {
  if (problem.code === 'ALREADY_USED') {
    return (
      <>
        <Notice kind="info">{texts.finished}</Notice>
        <ButtonLink to={withQuery(paths.login, { email })}>Anmelden</ButtonLink>
      </>
    )
  }
  return (
    <Notice kind="danger" actions={<Link to={withQuery(paths.emailVerification, { email })}>{texts.newLink}</Link>}>
      {problem.message}
    </Notice>
  )
}
