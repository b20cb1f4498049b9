import { alarms } from '#contract/alarms.ts'
import styles from './OwnRidePage.module.css'
import { ownRideTexts as texts } from './own-ride-texts.ts'
import { isCallProblem } from '#web/api/call-problem.ts'
import { useLightAction } from '#web/api/light-action.ts'
import { Button, ButtonLink } from '#web/kit/Button.tsx'
import { Card } from '#web/kit/Card.tsx'
import { Notice } from '#web/kit/Notice.tsx'
import { Page } from '#web/kit/Page.tsx'
import { paths } from '#web/kit/paths.ts'
import { useLinkToken } from '#web/kit/use-link-token.ts'

/** /own-ride#…: „Das bin ich“ from an e-mail about an alarm. Behind a button, because mail scanners open links, too. */
export function OwnRidePage() {
  const token = useLinkToken()
  const answer = useLightAction(alarms.ownRide)
  return (
    <Page title={texts.title} width="form" ownTitle>
      {/* Search engines must not list it. */}
      <meta name="robots" content="noindex, nofollow" />
      <Card label={texts.title}>
        <div className={styles.stack}>
          {answer.data === undefined ? (
            <>
              <p>{texts.lead}</p>
              {token === null && <Notice kind="warning">{texts.noLink}</Notice>}
              {answer.error !== null && <Notice kind="danger">{answer.error.message}</Notice>}
              {token !== null && !isOver(answer.error) && (
                <Button size="large" wide busy={answer.isPending} onClick={() => answer.mutate({ body: { token } })}>
                  {texts.itIsMe}
                </Button>
              )}
              <a className={styles.call} href="tel:110">
                {texts.call}
              </a>
            </>
          ) : (
            <Notice kind="success" title={texts.answered}>
              {answer.data.pause === null ? texts.notGuarded : texts.paused(answer.data.deviceName)}
            </Notice>
          )}
          <ButtonLink kind="secondary" wide to={paths.tracking}>
            {texts.toTracking}
          </ButtonLink>
        </div>
      </Card>
    </Page>
  )
}

type Problem = ReturnType<typeof useLightAction<typeof alarms.ownRide>>['error']

const isOver = (error: Problem) =>
  (['ALARM_LINK_UNKNOWN', 'ALARM_LINK_ENDED', 'ALARM_ANSWERED'] as const).some((code) => isCallProblem(error, code))
