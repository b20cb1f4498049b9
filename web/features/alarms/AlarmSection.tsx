import { type ReactNode, useEffect } from 'react'
import type { To } from 'react-router'
import { type Alarm, alarms, type GuardState } from '#contract/alarms/alarms.ts'
import type { Device } from '#contract/devices/devices.ts'
import type { Instant } from '#contract/base/place.ts'
import { AlarmLog } from './AlarmLog.tsx'
import { AlarmTest } from './AlarmTest.tsx'
import { alarmTexts } from './texts.ts'
import { areEmailsReturned, type GuardedDevice, isExpectedSoon, sightInWords, stateInWords } from './alarm-words.ts'
import { PausePart } from './PausePart.tsx'
import { useStableProblem } from '#web/api/queries/stable-problem.ts'
import { useCall } from '#web/api/queries/queries.ts'
import { Badge } from '#web/ui/text/Badge.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { useNow } from '#web/browser/clock.ts'
import { LoadFailure } from '#web/ui/text/EmptyState.tsx'
import { Skeleton } from '#web/ui/layout/Skeleton.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { Notice } from '#web/ui/text/Notice.tsx'
import { paths } from '#web/browser/paths.ts'
import { Link } from '#web/ui/controls/Link.tsx'

interface AlarmSectionProps {
  device: Device
  trackingEnabled: boolean
  /** False where only rides are recorded: then its device calls for help, and raises no other alarm. */
  guards: boolean
  /** The address that shows a position of that time on the map. */
  addressOf(recordedAt: Instant): To
  /** Other ways to be notified of an alarm, shown above the test. */
  children: ReactNode
}

const soonMs = 2_000
const nowAndThenMs = 30_000

/** The theft alarm of a device: whether it is guarded, how to pause it, whether e-mails arrive, and what was detected. */
export function AlarmSection({ device, trackingEnabled, guards, addressOf, children }: AlarmSectionProps) {
  const guarded = { isLost: device.loss !== null, isDemo: device.demo }
  const input = { params: { deviceId: device.id } }
  const asked = useCall(alarms.list, input, {
    // Does not ask again before a slow answer has come, and not while the page is hidden.
    refetchInterval: ({ state }) => (state.data?.alarms.some(isExpectedSoon) === true ? soonMs : nowAndThenMs),
  })
  const { data, isFetching, refetch } = asked
  const problem = useStableProblem(asked)
  const now = useNow(soonMs)

  // Switching tracking on or off changes what the alarm does.
  useEffect(() => void refetch(), [refetch, trackingEnabled])

  return (
    // The same card before and after loading: the focus stays in it.
    <Card
      title={guards ? alarmTexts.title : alarmTexts.helpTitle}
      aside={guards && data && <StateBadge state={data.state} guarded={guarded} now={now} />}
    >
      {data !== undefined ? (
        <AlarmPanel deviceId={device.id} guards={guards} guarded={guarded} now={now} addressOf={addressOf} {...data}>
          {children}
        </AlarmPanel>
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

interface AlarmPanelProps extends Pick<AlarmSectionProps, 'guards' | 'addressOf' | 'children'> {
  deviceId: string
  guarded: GuardedDevice
  state: GuardState
  alarms: readonly Alarm[]
  now: Date
}

function AlarmPanel({ deviceId, guards, guarded, state, alarms: log, now, addressOf, children }: AlarmPanelProps) {
  const { sentences } = guards ? stateInWords(state, guarded, now) : { sentences: [] }
  return (
    <Stack gap={3}>
      <div role="status">
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <p>{alarmTexts.help}</p>
      </div>
      {guards && sightInWords(state.sight).map((sentence) => <Small key={sentence}>{sentence}</Small>)}
      {areEmailsReturned(log) && <ReturnedEmails />}
      {state.guarded && !state.missed && <PausePart deviceId={deviceId} pause={state.pause} now={now} />}
      {children}
      <AlarmTest deviceId={deviceId} latest={log.find((alarm) => alarm.kind === 'TEST') ?? null} now={now} />
      <AlarmLog deviceId={deviceId} log={log} addressOf={addressOf} />
    </Stack>
  )
}

/** Says that e-mails do not reach the owner, and what to do. */
function ReturnedEmails() {
  const texts = alarmTexts.returned
  return (
    <Notice kind="danger" title={texts.title} actions={<Link to={paths.profile}>{texts.toAccount}</Link>}>
      {texts.text}
    </Notice>
  )
}
