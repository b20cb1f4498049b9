import { useState } from 'react'
import { alarms } from '#contract/alarms.ts'
import { vehicles } from '#contract/vehicles.ts'
import { Finished } from './Finished.tsx'
import { SetUpFrame } from './SetUpFrame.tsx'
import styles from './steps.module.css'
import type { SetUpSubject } from './subject.ts'
import { testProgress, type TestProgress } from './test-progress.ts'
import { setUpTexts } from './texts.ts'
import { useAction } from '#web/api/action.ts'
import { messageOf } from '#web/api/call-problem.ts'
import { useCall } from '#web/api/queries.ts'
import { useUser } from '#web/api/session.ts'
import { alertUser } from '#web/kit/alert.ts'
import { Button, ButtonLink } from '#web/kit/Button.tsx'
import { clock } from '#web/kit/clock.ts'
import { paths } from '#web/kit/paths.ts'

const { test: texts } = setUpTexts
const soonMs = 1_000

/** A test alarm goes the whole way, and its owner says whether it came. */
export function TestStep(subject: SetUpSubject) {
  const { device } = subject
  const email = useUser()?.email ?? ''
  const [hasCome, setHasCome] = useState<boolean | null>(null)
  const input = { params: { deviceId: device.id } }
  const { data } = useCall(alarms.list, input, { refetchInterval: soonMs })
  const send = useAction(alarms.test, [alarms.list, vehicles.states])
  const progress = testProgress(data?.alarms ?? [], clock.now())
  const sendOne = () =>
    send.mutate(input, { onSuccess: () => setHasCome(null), onError: (problem) => alertUser(messageOf(problem)) })

  if (hasCome === true) return <Finished {...subject} inPlace />
  const asks = progress === 'HANDED_OVER' && hasCome === null
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
            <Button size="large" kind="secondary" onClick={() => setHasCome(false)}>
              {texts.no}
            </Button>
            <Button size="large" onClick={() => setHasCome(true)}>
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
            {progress === 'HANDED_OVER' && (
              <Button kind="quiet" onClick={() => setHasCome(true)}>
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
        {progress === 'HANDED_OVER' && hasCome === false && texts.spam}
        {progress === 'REFUSED' && texts.refused}
      </p>
      {(hasCome === false || progress === 'REFUSED') && (
        <ButtonLink kind="secondary" to={paths.profile}>
          {texts.address}
        </ButtonLink>
      )}
    </SetUpFrame>
  )
}

/** How much of the way lies behind it. */
const parts: Readonly<Record<TestProgress, number>> = { NONE: 0, UNDER_WAY: 0.5, HANDED_OVER: 1, REFUSED: 0.75 }

function Ring({ part }: { part: number }) {
  return (
    <svg className={styles.ring} viewBox="0 0 160 160">
      <circle cx="80" cy="80" r="70" />
      {part > 0 && <circle cx="80" cy="80" r="70" pathLength="1" strokeDasharray={`${part} 1`} />}
    </svg>
  )
}
