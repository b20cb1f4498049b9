import { useState } from 'react'
import { Link } from 'react-router'
import { type Alarm, alarms } from '#contract/alarms.ts'
import { alertUser } from './alert.ts'
import styles from './AlarmSection.module.css'
import { alarmTexts } from './alarm-texts.ts'
import { letterInWords } from './alarm-words.ts'
import { mapAddress } from './history-address.ts'
import { choiceShowing } from './history-range.ts'
import { pushesInWords } from './push-words.ts'
import { useAction } from '#web/api/action.ts'
import { messageOf } from '#web/api/call-problem.ts'
import { Button } from '#web/kit/Button.tsx'
import { clock } from '#web/kit/clock.ts'
import { formatDayTime, formatNumber } from '#web/kit/formats.ts'

const texts = alarmTexts.log
const shownAtFirst = 3

/** What was detected, what became of its letter, and whether its owner has seen it. */
export function AlarmLog({ deviceId, log }: { deviceId: string; log: readonly Alarm[] }) {
  const [all, setAll] = useState(false)
  const shown = all ? log : log.slice(0, shownAtFirst)
  return (
    <section className={styles.part} aria-label={texts.title}>
      <h3 className={styles.heading}>{texts.title}</h3>
      {log.length === 0 && <p className={styles.hint}>{texts.none}</p>}
      <ul className={styles.log}>
        {shown.map((alarm) => (
          <LogRow key={alarm.id} deviceId={deviceId} alarm={alarm} />
        ))}
      </ul>
      {shown.length < log.length && (
        <Button wide kind="quiet" onClick={() => setAll(true)}>
          {texts.all(formatNumber(log.length))}
        </Button>
      )}
    </section>
  )
}

function LogRow({ deviceId, alarm }: { deviceId: string; alarm: Alarm }) {
  const acknowledge = useAction(alarms.acknowledge, [alarms.list])
  const kind = texts.kinds[alarm.kind]
  const time = formatDayTime(alarm.detectedAt)
  const pushes = pushesInWords(alarm.pushes)
  const press = () =>
    acknowledge.mutate(
      { params: { deviceId }, body: { alarmId: alarm.id } },
      { onError: (problem) => alertUser(messageOf(problem)) },
    )
  return (
    <li className={styles.entry}>
      <div>
        <p className={styles.kind}>{kind}</p>
        <p className={styles.hint}>{time}</p>
        <p className={styles.hint}>
          {letterInWords(alarm.letter)}
          {pushes !== null && ` · ${pushes}`}
        </p>
        {alarm.place !== null && (
          <p className={styles.hint}>
            <Link
              to={mapAddress(deviceId, choiceShowing(alarm.place.recordedAt, clock.now()))}
              preventScrollReset
              aria-label={texts.showOf(kind, time)}
            >
              {texts.show}
            </Link>
          </p>
        )}
        {alarm.acknowledgedAt !== null && (
          <p className={styles.hint}>{texts.acknowledged(formatDayTime(alarm.acknowledgedAt))}</p>
        )}
      </div>
      {alarm.acknowledgedAt === null && (
        <Button kind="quiet" busy={acknowledge.isPending} aria-label={texts.acknowledgeOf(kind, time)} onClick={press}>
          {texts.acknowledge}
        </Button>
      )}
    </li>
  )
}
