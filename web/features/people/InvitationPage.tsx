import { messages } from '#contract/messages/messages.ts'
import { people } from '#contract/people/people.ts'
import { useAction } from '#web/api/queries/action.ts'
import { messageOf } from '#web/api/calls/call-problem.ts'
import { paths } from '#web/browser/paths.ts'
import { useSearchParams } from '#web/browser/search-params.ts'
import { Button, ButtonLink } from '#web/ui/controls/Button.tsx'
import { Card, CardParts } from '#web/ui/layout/Card.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { Notice } from '#web/ui/text/Notice.tsx'
import { peopleTexts } from './texts.ts'

const texts = peopleTexts.invitation

/** The page that the e-mail with an invitation leads to. Accepting needs a button, because mail scanners open links, too. */
export function InvitationPage() {
  const [query] = useSearchParams()
  const accept = useAction(people.accept, [people.vehicles, messages.wishes])
  const accepted = accept.data
  return (
    <Page title={texts.page} width="form">
      <Card label={texts.page}>
        {accepted === undefined ? (
          <CardParts>
            <p>{texts.lead}</p>
            {accept.error !== null && <Notice kind="danger">{messageOf(accept.error)}</Notice>}
            <Button
              size="large"
              wide
              busy={accept.isPending}
              onClick={() => accept.mutate({ body: { token: query.get('token') ?? '' } })}
            >
              {texts.accept}
            </Button>
          </CardParts>
        ) : (
          <CardParts>
            <Notice kind="success">{texts.accepted(accepted.deviceName, accepted.ownerEmail)}</Notice>
            <ButtonLink to={paths.people}>{texts.toVehicles}</ButtonLink>
          </CardParts>
        )}
      </Card>
    </Page>
  )
}
