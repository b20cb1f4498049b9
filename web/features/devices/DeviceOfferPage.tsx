import { useSearchParams } from 'react-router'
import { deviceRegistration } from '#contract/device-registration.ts'
import { useAction } from '#web/api/action.ts'
import { deviceOfferTexts as texts } from './device-offer-texts.ts'
import styles from './dialogs.module.css'
import { Button, ButtonLink } from '#web/kit/Button.tsx'
import { Card } from '#web/kit/Card.tsx'
import { Notice } from '#web/kit/Notice.tsx'
import { Page } from '#web/kit/Page.tsx'
import { paths } from '#web/kit/paths.ts'

/** Where the e-mail about a device leads to whom it is offered; behind a button, because mail scanners open links, too. */
export function DeviceOfferPage() {
  const [query] = useSearchParams()
  const accept = useAction(deviceRegistration.accept)
  return (
    <Page title={texts.title} width="form" ownTitle>
      <Card label={texts.title}>
        {accept.data === undefined ? (
          <div className={styles.form}>
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
          </div>
        ) : (
          <div className={styles.form}>
            <Notice kind="success">{texts.done(accept.data.deviceModel, accept.data.email)}</Notice>
            <ButtonLink to={paths.devices}>{texts.toDevices}</ButtonLink>
          </div>
        )}
      </Card>
    </Page>
  )
}
