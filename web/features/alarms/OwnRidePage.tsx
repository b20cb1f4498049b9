import { alarms } from '#contract/alarms/alarms.ts'
import styles from './OwnRidePage.module.css'
import { ownRideTexts as texts } from './own-ride-texts.ts'
import { isCallProblem } from '#web/api/calls/call-problem.ts'
import { useAction } from '#web/api/queries/action.ts'
import { Button, ButtonLink } from '#web/ui/controls/Button.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { LinkPage } from '#web/ui/layout/LinkPage.tsx'
import { Notice } from '#web/ui/text/Notice.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { paths } from '#web/browser/paths.ts'

const toTracking = (
  <ButtonLink kind="secondary" wide to={paths.tracking}>
    {texts.toTracking}
  </ButtonLink>
)

/** /own-ride#…: „Das bin ich“ from an e-mail about an alarm. Behind a button, because mail scanners open links, too. */
export function OwnRidePage() {
  return (
    <LinkPage title={texts.title} otherWay={toTracking}>
      {(token) => (
        <Card label={texts.title}>
          <Answer token={token} />
        </Card>
      )}
    </LinkPage>
  )
}

function Answer({ token }: { token: string }) {
  const answer = useAction(alarms.ownRide)
  return (
    <Stack gap={3}>
      {answer.data === undefined ? (
        <>
          <p>{texts.lead}</p>
          {answer.error !== null && <Notice kind="danger">{answer.error.message}</Notice>}
          {!isOver(answer.error) && (
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
      {toTracking}
    </Stack>
  )
}

type Problem = ReturnType<typeof useAction<typeof alarms.ownRide>>['error']

const isOver = (error: Problem) =>
  (['ALARM_LINK_UNKNOWN', 'ALARM_LINK_ENDED', 'ALARM_ANSWERED'] as const).some((code) => isCallProblem(error, code))
