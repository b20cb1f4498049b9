import { useState } from 'react'
import { alarms } from '#contract/alarms/alarms.ts'
import { vehicles } from '#contract/vehicles/vehicles.ts'
import { Finished } from './Finished.tsx'
import { useUnreceivedTest } from './unreceived-test.ts'
import { SetUpFrame } from './SetUpFrame.tsx'
import styles from './steps.module.css'
import type { SetUpSubject } from './subject.ts'
import { latestTest, testProgress, type TestProgress } from './test-progress.ts'
import { setUpTexts } from './texts.ts'
import { useAction } from '#web/api/queries/action.ts'
import { messageOf } from '#web/api/calls/call-problem.ts'
import { useCall } from '#web/api/queries/queries.ts'
import { useUser } from '#web/api/session/session.ts'
import { alertUser } from '#web/ui/text/alert.ts'
import { Button, ButtonLink } from '#web/ui/controls/Button.tsx'
import { clock } from '#web/browser/clock.ts'
import { paths } from '#web/browser/paths.ts'

const { test: texts } = setUpTexts
const soonMs = 1_000

/** A test alarm goes the whole way, and its owner says whether it came. */
export function TestStep(subject: SetUpSubject) {
  const { device } = subject
  const email = useUser()?.email ?? ''
  const [hasCome, setHasCome] = useState(false)
  const [unreceived, sayUnreceived] = useUnreceivedTest(device.id)
  const input = { params: { deviceId: device.id } }
  const { data } = useCall(alarms.list, input, { refetchInterval: soonMs })
  const send = useAction(alarms.test, [alarms.list, vehicles.states])
  const sent = data?.alarms ?? []
  const progress = testProgress(sent, clock.now(), unreceived)
  const sendOne = () => send.mutate(input, { onError: (problem) => alertUser(messageOf(problem)) })
  const itCame = () => {
    sayUnreceived(null)
    setHasCome(true)
  }

  if (hasCome) return <Finished {...subject} inPlace />
  const asks = progress === 'HANDED_OVER'
  return (
    <SetUpFrame
      screen="TEST_ALARM"
      device={device}
      title={setUpTexts.titles.TEST_ALARM}
      lead={texts.lead(email)}
      picture={<Ring part={parts[progress]} />}
      foot={
        asks ? (
          <div className={styles.answers}>
            <Button size="large" kind="secondary" onClick={() => sayUnreceived(latestTest(sent)?.id ?? null)}>
              {texts.no}
            </Button>
            <Button size="large" onClick={itCame}>
              {texts.yes}
            </Button>
          </div>
        ) : progress === 'UNDER_WAY' ? null : (
          <>
            <Button size="large" wide busy={send.isPending || data === undefined} onClick={sendOne}>
              {progress === 'NONE' ? texts.send : texts.again}
            </Button>
            {progress === 'NONE' && send.isError && (
              <ButtonLink kind="quiet" to={paths.dashboard}>
                {setUpTexts.done.home}
              </ButtonLink>
            )}
            {progress === 'UNRECEIVED' && (
              <Button kind="quiet" onClick={itCame}>
                {texts.cameAfterAll}
              </Button>
            )}
          </>
        )
      }
    >
      <p className={styles.question} role="status">
        {progress === 'UNDER_WAY' && texts.underWay}
        {asks && texts.question}
        {progress === 'UNRECEIVED' && texts.spam}
        {progress === 'REFUSED' && texts.refused}
      </p>
      {(progress === 'UNRECEIVED' || progress === 'REFUSED') && (
        <ButtonLink kind="secondary" to={paths.profile}>
          {texts.address}
        </ButtonLink>
      )}
    </SetUpFrame>
  )
}

/** How much of the way lies behind it. */
const parts: Readonly<Record<TestProgress, number>> = {
  NONE: 0,
  UNDER_WAY: 0.5,
  HANDED_OVER: 1,
  UNRECEIVED: 1,
  REFUSED: 0.75,
}

function Ring({ part }: { part: number }) {
  return (
    <svg className={styles.ring} viewBox="0 0 160 160">
      <circle cx="80" cy="80" r="70" />
      {part > 0 && <circle cx="80" cy="80" r="70" pathLength="1" strokeDasharray={`${part} 1`} />}
    </svg>
  )
}
