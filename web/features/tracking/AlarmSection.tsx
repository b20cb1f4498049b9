import { useEffect } from 'react'
import { type Alarm, alarms, type GuardState, pauseWishes } from '#contract/alarms.ts'
import type { Device } from '#contract/devices.ts'
import { alertUser } from './alert.ts'
import { AlarmLog } from './AlarmLog.tsx'
import { AlarmTest } from './AlarmTest.tsx'
import styles from './AlarmSection.module.css'
import { alarmTexts } from './alarm-texts.ts'
import { doLettersReturn, type GuardedDevice, isExpectedSoon, stateInWords } from './alarm-words.ts'
import { LettersReturn } from './LettersReturn.tsx'
import { PushPanel } from './PushPanel.tsx'
import type { TrackingScreen } from './tracking-screen.ts'
import { useAction } from '#web/api/action.ts'
import { messageOf } from '#web/api/call-problem.ts'
import { useLastingProblem } from '#web/api/lasting-problem.ts'
import { useCall } from '#web/api/queries.ts'
import { Badge } from '#web/kit/Badge.tsx'
import { Button } from '#web/kit/Button.tsx'
import { Card } from '#web/kit/Card.tsx'
import { useNow } from '#web/kit/clock.ts'
import { LoadFailure } from '#web/kit/EmptyState.tsx'
import { Skeleton } from '#web/kit/Skeleton.tsx'

interface AlarmSectionProps {
  device: Device
  screen: TrackingScreen
}

const soonMs = 2_000
const nowAndThenMs = 30_000

/** The theft alarm of a device: whether it wakes, how it rests, whether its letters arrive, and what it has told. */
export function AlarmSection({ device, screen }: AlarmSectionProps) {
  const { trackingEnabled } = screen
  const guarded = { trackingEnabled, isLost: device.loss !== null }
  const input = { params: { deviceId: device.id } }
  const asked = useCall(alarms.list, input, {
    // Waits for an answer that takes long, and rests while nobody looks.
    refetchInterval: ({ state }) => (state.data?.alarms.some(isExpectedSoon) === true ? soonMs : nowAndThenMs),
  })
  const { data, isFetching, refetch } = asked
  const problem = useLastingProblem(asked)
  const now = useNow(soonMs)

  // Switching tracking on or off changes what the alarm does.
  useEffect(() => void refetch(), [refetch, trackingEnabled])

  return (
    // One card before and after: the focus stays in it.
    <Card title={alarmTexts.title} aside={data && <StateBadge state={data.state} guarded={guarded} now={now} />}>
      {data !== undefined ? (
        <AlarmPanel deviceId={device.id} guarded={guarded} now={now} {...data} />
      ) : problem === null ? (
        <Skeleton lines={3} label={alarmTexts.loading} />
      ) : (
        <LoadFailure title={alarmTexts.failed} error={problem} busy={isFetching} onRetry={() => void refetch()} />
      )}
    </Card>
  )
}

type StateBadgeProps = Pick<AlarmPanelProps, 'state' | 'guarded' | 'now'>

function StateBadge({ state, guarded, now }: StateBadgeProps) {
  const { name, kind } = stateInWords(state, guarded, now)
  return <Badge kind={kind}>{name}</Badge>
}

interface AlarmPanelProps {
  deviceId: string
  guarded: GuardedDevice
  state: GuardState
  alarms: readonly Alarm[]
  now: Date
}

function AlarmPanel({ deviceId, guarded, state, alarms: log, now }: AlarmPanelProps) {
  const { sentences } = stateInWords(state, guarded, now)
  return (
    <div className={styles.panel}>
      <div role="status">
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      {doLettersReturn(log) && <LettersReturn />}
      {state.guarded && <Pause deviceId={deviceId} paused={state.pause !== null} />}
      <PushPanel />
      <AlarmTest deviceId={deviceId} latest={log.find((alarm) => alarm.kind === 'TEST') ?? null} now={now} />
      <AlarmLog deviceId={deviceId} log={log} />
    </div>
  )
}

function Pause({ deviceId, paused }: { deviceId: string; paused: boolean }) {
  const pause = useAction(alarms.pause, [alarms.list])
  const end = useAction(alarms.endPause, [alarms.list])
  const params = { deviceId }
  const onError = (problem: Parameters<typeof messageOf>[0]) => alertUser(messageOf(problem))
  const texts = alarmTexts.pause
  if (paused) {
    return (
      <Button wide kind="secondary" busy={end.isPending} onClick={() => end.mutate({ params }, { onError })}>
        {texts.end}
      </Button>
    )
  }
  return (
    <section className={styles.part} aria-label={texts.title}>
      <h3 className={styles.heading}>{texts.title}</h3>
      <div className={styles.wishes}>
        {pauseWishes.map((wish) => (
          <Button
            key={wish}
            kind="secondary"
            busy={pause.isPending}
            onClick={() => pause.mutate({ params, body: { pause: wish } }, { onError })}
          >
            {texts.wishes[wish]}
          </Button>
        ))}
      </div>
      <p className={styles.hint}>{texts.rideHint}</p>
    </section>
  )
}
