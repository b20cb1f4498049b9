import { type Alarm, alarms } from '#contract/alarms/alarms.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import { alertUser } from '#web/ui/text/alert.ts'
import styles from './AlarmSection.module.css'
import { alarmTexts } from './texts.ts'
import { hopsOf } from './alarm-words.ts'
import { useAction } from '#web/api/queries/action.ts'
import { messageOf } from '#web/api/calls/call-problem.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { Notice } from '#web/ui/text/Notice.tsx'
import { CardPart } from '#web/ui/layout/CardPart.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { MarkedList } from '#web/ui/layout/PlainList.tsx'

const texts = alarmTexts.test
/** Older tests are shown only in the log. */
const shownMs = 15 * minuteMs

/** Sends a test alarm through the whole chain and shows how far it has come. */
export function AlarmTest({ deviceId, latest, now }: { deviceId: string; latest: Alarm | null; now: Date }) {
  const test = useAction(alarms.test, [alarms.list])
  const isShown = latest !== null && now.getTime() - Date.parse(latest.detectedAt) < shownMs
  return (
    <CardPart>
      <Button
        wide
        kind="secondary"
        busy={test.isPending}
        onClick={() => test.mutate({ params: { deviceId } }, { onError: (problem) => alertUser(messageOf(problem)) })}
      >
        {texts.button}
      </Button>
      <Small>{texts.hint}</Small>
      {isShown && <Hops alarm={latest} />}
    </CardPart>
  )
}

function Hops({ alarm }: { alarm: Alarm }) {
  const { state, endedAt } = alarm.letter
  const pushed = new Set(alarm.pushes.map((push) => push.state))
  return (
    <>
      <MarkedList as="ol" gap={1} small aria-label={texts.title}>
        {hopsOf(alarm).map(({ name, at }) => (
          <li key={name} className={at === null ? styles.waiting : undefined}>
            <span>{name}</span> <span className={styles.when}>{at ?? texts.waits}</span>
          </li>
        ))}
      </MarkedList>
      {(state === 'SENT' || state === 'DELIVERED') && <Notice kind="success">{texts.look}</Notice>}
      {state === 'QUEUED' && endedAt !== null && <Notice kind="warning">{texts.retrying}</Notice>}
      {state === 'FAILED' && <Notice kind="danger">{texts.failed}</Notice>}
      {state === 'BOUNCED' && (
        <Notice kind="danger" live={false}>
          {texts.bounced}
        </Notice>
      )}
      {pushed.has('SENT') && <Notice kind="success">{alarmTexts.push.look}</Notice>}
      {(pushed.has('GONE') || pushed.has('FAILED')) && <Notice kind="warning">{alarmTexts.push.gone}</Notice>}
      {alarm.pushes.some((push) => push.state === 'QUEUED' && push.endedAt !== null) && (
        <Notice kind="warning">{alarmTexts.push.retrying}</Notice>
      )}
    </>
  )
}
