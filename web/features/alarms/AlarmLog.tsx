import { useState } from 'react'
import type { To } from 'react-router'
import { type Alarm, alarms } from '#contract/alarms/alarms.ts'
import { dossiers } from '#contract/dossier/dossier.ts'
import type { Instant } from '#contract/base/place.ts'
import { vehicles } from '#contract/vehicles/vehicles.ts'
import { alertUser } from '#web/ui/text/alert.ts'
import styles from './AlarmSection.module.css'
import { alarmTexts } from './texts.ts'
import { emailInWords } from './alarm-words.ts'
import { peopleInWords } from './people-words.ts'
import { contactsInWords, ownersPhoneInWords } from './hop-words.ts'
import { pushesInWords } from './push-words.ts'
import { useAction } from '#web/api/queries/action.ts'
import { messageOf } from '#web/api/calls/call-problem.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { formatDayTime, formatNumber } from '#web/texts/formats.ts'
import { CardPart } from '#web/ui/layout/CardPart.tsx'
import { Place } from '#web/shared/places/Place.tsx'
import { PlainList } from '#web/ui/layout/PlainList.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { Link } from '#web/ui/controls/Link.tsx'

const texts = alarmTexts.log
const shownAtFirst = 3
/** An acknowledged alarm is no suspicion any more. */
const acknowledgeChanges = [alarms.list, vehicles.states, dossiers.show]

interface AlarmLogProps {
  deviceId: string
  log: readonly Alarm[]
  /** The address that shows a position of that time on the map. */
  addressOf(recordedAt: Instant): To
}

/** What was detected, what became of its e-mail, and whether its owner has seen it. */
export function AlarmLog({ deviceId, log, addressOf }: AlarmLogProps) {
  const [all, setAll] = useState(false)
  const shown = all ? log : log.slice(0, shownAtFirst)
  return (
    <CardPart title={texts.title}>
      {log.length === 0 && <Small>{texts.none}</Small>}
      <PlainList>
        {shown.map((alarm) => (
          <LogRow key={alarm.id} deviceId={deviceId} alarm={alarm} addressOf={addressOf} />
        ))}
      </PlainList>
      {shown.length < log.length && (
        <Button wide kind="quiet" onClick={() => setAll(true)}>
          {texts.all(formatNumber(log.length))}
        </Button>
      )}
    </CardPart>
  )
}

interface LogRowProps extends Omit<AlarmLogProps, 'log'> {
  alarm: Alarm
}

function LogRow({ deviceId, alarm, addressOf }: LogRowProps) {
  const acknowledge = useAction(alarms.acknowledge, acknowledgeChanges)
  const kind = texts.kinds[alarm.kind]
  const time = formatDayTime(alarm.detectedAt)
  const toOwner = [emailInWords(alarm.letter), pushesInWords(alarm.pushes), ownersPhoneInWords(alarm.hops)]
  const contacts = contactsInWords(alarm.hops)
  const press = () =>
    acknowledge.mutate(
      { params: { deviceId }, body: { alarmId: alarm.id } },
      { onError: (problem) => alertUser(messageOf(problem)) },
    )
  return (
    <li className={styles.entry}>
      <div>
        <p className={styles.kind}>{kind}</p>
        <Small>{time}</Small>
        {alarm.place !== null && <Place name={alarm.placeName} at={alarm.place} accuracy={alarm.place.accuracy} />}
        {alarm.evidence !== null && <Small>{texts.evidences[alarm.evidence]}</Small>}
        <Small>{toOwner.filter((words) => words !== null).join(' · ')}</Small>
        {contacts.length > 0 && (
          <ol className={styles.chain} aria-label={texts.hopsTitle}>
            {contacts.map((words, index) => (
              // They never change their order.
              <li key={index}>{words}</li>
            ))}
          </ol>
        )}
        {peopleInWords(alarm.people).map((words, index) => (
          <Small key={index}>{words}</Small>
        ))}
        {alarm.place !== null && (
          <Small>
            <Link to={addressOf(alarm.place.recordedAt)} preventScrollReset aria-label={texts.showOf(kind, time)}>
              {texts.show}
            </Link>
          </Small>
        )}
        {alarm.acknowledgedAt !== null && <Small>{texts.acknowledged(formatDayTime(alarm.acknowledgedAt))}</Small>}
      </div>
      {alarm.acknowledgedAt === null && (
        <Button kind="quiet" busy={acknowledge.isPending} aria-label={texts.acknowledgeOf(kind, time)} onClick={press}>
          {texts.acknowledge}
        </Button>
      )}
    </li>
  )
}
