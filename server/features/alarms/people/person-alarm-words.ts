import { isCallForHelp } from '#contract/alarms/alarms.ts'
import { germanTimeInWords, germanTimeOClock } from '#domain/time/fix-time.ts'
import { write } from '#server/mail/emails.ts'
import type { Email } from '#server/mail/mailer.ts'
import type { PushMessage } from '#server/push/push-message.ts'
import { alarmSubject, happeningOf } from '../emails/alarm-email.ts'
import type { PersonAlarm } from './person-alarms.store.ts'

/* To somebody whom the owner has invited. Nothing says where the vehicle is: a driver who looks stands in the owner's list. */

/** Where its people see a vehicle (`web/features/people/OthersVehicles.tsx`). */
const pathOf = ({ deviceId }: PersonAlarm) => `/people#${deviceId}`

export function personAlarmEmail(alarm: PersonAlarm, publicUrl: string): Email {
  const { ownerEmail, happenedAt } = alarm
  return write({
    subject: alarmSubject(alarm, happenedAt),
    paragraphs: [
      happeningOf(alarm),
      `Zeit: ${germanTimeInWords(happenedAt)}`,
      `Das Fahrzeug gehört zu ${ownerEmail}.`,
      ...(alarm.isMissed ? [missed] : []),
    ],
    action: { label: actionOf(alarm), url: publicUrl + pathOf(alarm) },
    after: [adviceOf(alarm)],
    smallPrint: [
      `Sie bekommen diese Nachricht, weil ${ownerEmail} Sie zu dem Fahrzeug eingeladen hat und Sie zugesagt haben. Welche Sie bekommen, wählen Sie unter „Fahrzeuge anderer“.`,
    ],
  })
}

/** Read in a second, perhaps by others on a locked screen. */
export function personAlarmPush(alarm: PersonAlarm): PushMessage {
  const { alarmId, kind, ownerEmail, happenedAt } = alarm
  const whose = `Das Fahrzeug gehört zu ${ownerEmail}.`
  const help = isCallForHelp(kind) ? ' Bitte versuchen Sie, die Person zu erreichen.' : ''
  return {
    title: alarmSubject(alarm, happenedAt),
    body: `${whose}${help} ${germanTimeOClock(happenedAt)}`,
    tag: alarmId,
    path: pathOf(alarm),
  }
}

const missed = 'Es ist als gestohlen oder verdächtig gemeldet.'

const actionOf = ({ role }: PersonAlarm) => (role === 'DRIVER' ? 'Alarm ansehen und beantworten' : 'Alarm ansehen')

function adviceOf({ kind, role, isMissed, ownerEmail }: PersonAlarm): string {
  const answers = role === 'DRIVER' ? ' Wissen Sie, was war, drücken Sie dort „Ich kümmere mich“.' : ''
  if (isCallForHelp(kind))
    return `Bitte versuchen Sie gleich, die Person zu erreichen, die fährt. Meldet sie sich nicht oder braucht sie Hilfe, wählen Sie 112: Wegwarte ruft keinen Rettungsdienst.${answers}`
  if (kind === 'SILENCE')
    return `Weiß ${ownerEmail} davon? Vielleicht hat das Gerät keinen Strom oder Empfang.${answers}`
  const police = 'rufen Sie die Polizei unter 110 an und stellen sich niemandem selbst in den Weg.'
  if (isMissed) return `Fahren Sie nicht selbst hin. Sehen Sie das Fahrzeug, ${police}`
  if (role === 'WATCHER') return `Bitte sprechen Sie mit ${ownerEmail}. Sieht es nach einem Diebstahl aus, ${police}`
  return `Fahren Sie selbst? Dann sagen Sie dort „Ich fahre“.${answers} Sonst sprechen Sie mit ${ownerEmail}. Sieht es nach einem Diebstahl aus, ${police}`
}
