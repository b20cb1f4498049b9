import { deviceRegistration } from '#contract/devices/device-registration.ts'
import { useAction } from '#web/api/queries/action.ts'
import { deviceOfferTexts as texts } from './device-offer-texts.ts'
import { Button, ButtonLink } from '#web/ui/controls/Button.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { Notice } from '#web/ui/text/Notice.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { paths } from '#web/browser/paths.ts'
import { useSearchParams } from '#web/browser/search-params.ts'

/** The page that the e-mail with an offer leads to. Accepting needs a button, because mail scanners open links, too. */
export function DeviceOfferPage() {
  const [query] = useSearchParams()
  const accept = useAction(deviceRegistration.accept)
  return (
    <Page title={texts.title} width="form" ownTitle>
      <Card label={texts.title}>
        {accept.data === undefined ? (
          <Stack gap={3}>
            <p>{texts.lead}</p>
            {accept.error !== null && <Notice kind="danger">{accept.error.message}</Notice>}
            <Button
              size="large"
              wide
              busy={accept.isPending}
              onClick={() => accept.mutate({ body: { token: query.get('token') ?? '' } })}
            >
              {texts.action}
            </Button>
          </Stack>
        ) : (
          <Stack gap={3}>
            <Notice kind="success">{texts.done(accept.data.deviceModel, accept.data.email)}</Notice>
            <ButtonLink to={paths.devices}>{texts.toDevices}</ButtonLink>
          </Stack>
        )}
      </Card>
    </Page>
  )
}
