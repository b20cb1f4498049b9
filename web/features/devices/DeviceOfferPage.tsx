import { deviceRegistration } from '#contract/device-registration.ts'
import { useAction } from '#web/api/action.ts'
import { deviceOfferTexts as texts } from './device-offer-texts.ts'
import { Button, ButtonLink } from '#web/kit/Button.tsx'
import { Card } from '#web/kit/Card.tsx'
import { Notice } from '#web/kit/Notice.tsx'
import { Page } from '#web/kit/Page.tsx'
import { Stack } from '#web/kit/Stack.tsx'
import { paths } from '#web/kit/paths.ts'
import { useSearchParams } from '#web/kit/search-params.ts'

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
