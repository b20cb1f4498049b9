import type { AlarmKind } from '#contract/alarms.ts'
import { germanTimeOClock } from '#domain/fix-time.ts'
import { alarmAddress } from './alarm-address.ts'
import { alarmSubject } from './alarm-letter.ts'
import type { PushMessage } from '#server/push/pusher.ts'

/** What a push message about an alarm is made of. Where the vehicle is stands behind the click, for its owner alone. */
export interface AlarmToPush {
  alarmId: string
  deviceId: string
  deviceName: string
  kind: AlarmKind
  detectedAt: Date
  /** When the vehicle was at the alarm's place, where it has one. */
  seenAt: Date
}

/** A notification is read in a second, perhaps by others on a locked screen: what happened, to what, and when. */
export function alarmPush(alarm: AlarmToPush): PushMessage {
  const { alarmId, deviceName, kind, detectedAt, seenAt } = alarm
  const at = kind === 'SILENCE' ? detectedAt : seenAt
  return {
    title: alarmSubject(kind, deviceName, at),
    body: `${sentences[kind]} ${germanTimeOClock(at)}`,
    tag: alarmId,
    path: alarmAddress(alarm),
  }
}

const sentences: Record<AlarmKind, string> = {
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
