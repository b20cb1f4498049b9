import { accountDeletion } from '#contract/account-deletion/account-deletion.ts'
import type { CallProblem } from '#web/api/calls/call-problem.ts'
import { useAction } from '#web/api/queries/action.ts'
import { Button, ButtonLink } from '#web/ui/controls/Button.tsx'
import { Card, CardParts } from '#web/ui/layout/Card.tsx'
import { Notice } from '#web/ui/text/Notice.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { paths } from '#web/browser/paths.ts'
import { hasCode } from './has-code.ts'
import { refreshUser } from './current-user.ts'
import { deletionLinkTexts as texts } from './texts.ts'
import { Link } from '#web/ui/controls/Link.tsx'
import { useSearchParams } from '#web/browser/search-params.ts'

/** „Doch behalten“ by the link in the e-mail, without signing in. */
export function KeepAccountPage() {
  const [query] = useSearchParams()
  const keep = useAction(accountDeletion.keepByLink)
  const keepIt = () =>
    keep.mutate({ body: { token: query.get('token') ?? '' } }, { onSuccess: () => void refreshUser() })
  return (
    <Page title={texts.keepTitle} width="form" ownTitle>
      <Card label={texts.keepTitle}>
        <CardParts>
          {keep.data === undefined ? (
            <>
              <p>{texts.keepLead}</p>
              {keep.error !== null && (
                <Notice kind="danger" {...(isUnknown(keep.error) && { actions: toMyData })}>
                  {problemOf(keep.error)}
                </Notice>
              )}
              <Button size="large" wide busy={keep.isPending} onClick={keepIt}>
                {texts.keep}
              </Button>
            </>
          ) : (
            <>
              <Notice kind="success" title={texts.kept}>
                {texts.keptDetail}
              </Notice>
              <ButtonLink to={paths.landing}>{texts.toStart}</ButtonLink>
            </>
          )}
        </CardParts>
      </Card>
    </Page>
  )
}

const toMyData = <Link to={paths.myData}>{texts.toMyData}</Link>

const isUnknown = (error: CallProblem) => hasCode(error, 'TOKEN_NOT_FOUND', 'VALIDATION_ERROR')

function problemOf(error: CallProblem): string {
  if (isUnknown(error)) return texts.gone
  return hasCode(error, 'DELETION_OVER') ? texts.over : error.message
}
