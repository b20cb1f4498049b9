import { type AlarmKind, isCallForHelp, mayMeanTheft, type MovementEvidence } from '#contract/alarms/alarms.ts'
import { germanTimeOClock } from '#domain/time/fix-time.ts'
import { alarmAddress, caseAddress } from './alarm-address.ts'
import type { DigestItem } from '#server/features/messages/digest-email.ts'
import type { AlarmEmail } from './alarm-emails.store.ts'
import { alarmSubject } from './alarm-email.ts'
import { evidenceInWords } from './evidence-words.ts'
import type { PushMessage } from '#server/push/push-message.ts'

/** The content of a push message about an alarm. Only a click shows where the vehicle is, and only to its owner. */
export interface AlarmToPush {
  alarmId: string
  deviceId: string
  deviceName: string
  kind: AlarmKind
  evidence: MovementEvidence | null
  detectedAt: Date
  /** When the vehicle was at the alarm's place, if it has one. */
  seenAt: Date
  /** The owner has stated that it is stolen, or may be. */
  isMissed: boolean
}

/**
 * A notification is read in a second, perhaps by others on a locked screen: what happened, to what, and when.
 * @param answer the token by which the notification itself answers the alarm; null where nobody waits for an answer.
 */
export function alarmPush(alarm: AlarmToPush, answer: string | null = null): PushMessage {
  const { alarmId, deviceId, kind, evidence, detectedAt, seenAt } = alarm
  const isOfCase = alarm.isMissed && (kind === 'SILENCE' || mayMeanTheft(kind))
  const at = kind === 'SILENCE' || isCallForHelp(kind) ? detectedAt : seenAt
  return {
    title: alarmSubject(alarm, at),
    body: `${isOfCase ? `${missed} ` : ''}${happeningOf(kind, evidence, isOfCase)} ${germanTimeOClock(at)}`,
    tag: alarmId,
    path: isOfCase ? caseAddress(deviceId) : alarmAddress(alarm),
    ...(answer !== null && { answer, ...(isCallForHelp(kind) && { answerLabel: 'Alles in Ordnung' }) }),
  }
}

/** How that a battery is low stands in the e-mail of a day: in the words of a notification. */
export function batteryInDigest(alarm: AlarmEmail, publicUrl: string): DigestItem {
  const { title, body, path } = alarmPush({ ...alarm, seenAt: alarm.happenedAt })
  return { topic: 'Akku', title, text: body, action: { label: 'Alarm in Wegwarte ansehen', url: publicUrl + path } }
}

function happeningOf(kind: AlarmKind, evidence: MovementEvidence | null, isOfCase: boolean): string {
  if (evidence !== null) return evidenceInWords(evidence)
  // Nobody looks after a vehicle that is gone.
  return isOfCase && kind === 'SILENCE' ? 'Das Gerät meldet sich nicht mehr.' : sentences[kind]
}

const missed = 'Sie haben es als gestohlen oder verdächtig gemeldet.'

const sentences: Record<AlarmKind, string> = {
  SOS: 'Brauchen Sie Hilfe? Dann wählen Sie 112.',
  FALL: 'Brauchen Sie Hilfe? Dann wählen Sie 112.',
  ACCIDENT: 'Brauchen Sie Hilfe? Dann wählen Sie 112.',
  FIRST: 'Die erste Position ist da.',
  MOVEMENT: 'Ihr Fahrzeug hat sich bewegt. Tippen Sie, um zu sehen, wo es ist.',
  TOW: 'Ihr Fahrzeug wird abgeschleppt oder weggehoben.',
  POWER_CUT: 'Die Stromversorgung des Geräts wurde getrennt.',
  TAMPER: 'Das Gerät wird geöffnet oder abgenommen.',
  JAMMING: 'Der Empfang des Geräts wird gestört.',
  VIBRATION: 'Das Gerät meldet eine Erschütterung. Bitte sehen Sie nach dem Fahrzeug.',
  LOW_BATTERY: 'Bitte laden Sie das Gerät, sonst erkennt der Diebstahlalarm bald nichts mehr.',
  SILENCE: 'Das Gerät meldet sich nicht mehr. Bitte sehen Sie nach dem Fahrzeug.',
  TEST: 'So sieht die Mitteilung über einen Alarm aus.',
}
