import { consents } from '#contract/consents/consents.ts'
import { ownTours } from '#contract/own-tours/own-tours.ts'
import { consentText, currentVersion } from '#domain/consents/texts.ts'
import { ownToursTexts } from './texts.ts'
import { messageOf } from '#web/api/calls/call-problem.ts'
import { useAction } from '#web/api/queries/action.ts'
import { useSession } from '#web/api/session/session.ts'
import { paths } from '#web/browser/paths.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { Link } from '#web/ui/controls/Link.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { notify } from '#web/ui/text/notify.ts'
import { Stack } from '#web/ui/layout/Stack.tsx'

const texts = ownToursTexts.kept
const version = currentVersion('own-tours')

/** How long tours are kept, and consent to keeping them longer: the button is the deed, its text stands above it. */
export function KeptCard({ isKeptLonger }: { isKeptLonger: boolean }) {
  const isDemo = useSession().user?.demo === true
  const agree = useAction(ownTours.keepLonger, [ownTours.list, consents.list])
  const consent = () =>
    agree.mutate(
      { body: { consentVersion: version } },
      {
        onSuccess: () => notify('success', texts.agreed),
        onError: (problem) => notify('danger', messageOf(problem)),
      },
    )
  return (
    <Card title={texts.title}>
      <Stack gap={3}>
        {isKeptLonger ? (
          <p>
            {texts.long} <Link to={paths.myData}>{texts.myData}</Link>.
          </p>
        ) : (
          <>
            <p>{texts.short}</p>
            {!isDemo && (
              <>
                <p>{consentText('own-tours', version)}</p>
                <Button kind="secondary" busy={agree.isPending} onClick={consent}>
                  {texts.agree}
                </Button>
              </>
            )}
          </>
        )}
      </Stack>
    </Card>
  )
}
