import type { MessageTopic, WishChannel } from '#contract/messages/message-wishes.ts'
import type { MqttFailure } from '#contract/mqtt/mqtt.ts'
import type { ReminderKind } from '#contract/reminders/reminders.ts'
import type { PauseReason } from '#contract/webhooks/webhooks.ts'
import { activitySentences } from '#domain/activity/sentences.ts'
import type { MessageChannel } from '#domain/messages/messages.ts'
import { webhookEventWords } from '#domain/webhooks/webhook-events.ts'

/** Fields whose values are codes of the product; in all others the text is somebody's own. */
const codes = new Set([
  'kind',
  'mode',
  'state',
  'reason',
  'usageType',
  'purpose',
  'requestedBy',
  'pauseKind',
  'actor',
  'channel',
  'topic',
  'events',
  'paused',
  'failure',
])

const reminderWords: Readonly<Record<ReminderKind, string>> = {
  LICENCE: 'Lizenz beendet',
  CONSENT: 'Einwilligung beendet',
  PAUSED: 'Alarm noch pausiert',
  BLIND: 'keine Positionen',
  WEATHER: 'Unwetter',
  SEASON: 'Saison',
  INSPECTION: 'Hauptuntersuchung',
}

const topicWords: Readonly<Record<`topic ${MessageTopic}`, string>> = {
  'topic THEFT': 'Bewegung und Diebstahl',
  'topic HELP': 'Hilferuf, Sturz, Unfall',
  'topic SILENCE': 'Funkstille',
  'topic LOW_BATTERY': 'Akku schwach',
  'topic PROTECTION': 'Tracking oder Alarm beendet',
  'topic PAUSED': reminderWords.PAUSED,
  'topic BLIND': reminderWords.BLIND,
  'topic VISIT': 'Ankunft und Abfahrt',
  'topic WEATHER': reminderWords.WEATHER,
  'topic INSPECTION': reminderWords.INSPECTION,
  'topic SEASON': reminderWords.SEASON,
}

const channelWords: Readonly<Record<MessageChannel | WishChannel, string>> = {
  EMAIL: 'E-Mail',
  PUSH: 'Push-Nachricht',
  SMS: 'SMS',
  VOICE: 'Anruf',
  PHONE: 'SMS oder Anruf',
  WEBHOOK: 'Webhook',
}

const programWords: Readonly<Record<`paused ${PauseReason}` | `failure ${MqttFailure}`, string>> = {
  'paused FAILING': 'nimmt nichts an',
  'paused GONE': 'Adresse gibt es nicht mehr',
  'paused CREDENTIALS': 'nach neuen Zugangsdaten',
  'failure UNREACHABLE': 'antwortet nicht',
  'failure CERTIFICATE': 'Zertifikat gilt nicht',
  'failure REFUSED': 'lehnt ab',
}

const words: Readonly<Record<string, string>> = {
  ...activitySentences,
  ...topicWords,
  ...channelWords,
  ...programWords,
  ...webhookEventWords,
  // Tracking and vehicles
  THEFT: 'Diebstahlalarm',
  BOTH: 'Diebstahlalarm und Bewegungsprofil',
  AUTO: 'Auto',
  MOTORRAD: 'Motorrad',
  NO_FIX: 'ohne Position',
  IN_THE_FUTURE: 'Zeit in der Zukunft',
  TOO_OLD: 'zu alt',
  'mode MOVEMENT': 'Bewegungsprofil',
  // Alarms and pauses
  SOS: 'Hilferuf',
  FALL: 'Sturz',
  ACCIDENT: 'Unfall',
  FIRST: 'erste Position',
  MOVEMENT: 'Bewegung',
  TOW: 'Abschleppen',
  POWER_CUT: 'Strom getrennt',
  TAMPER: 'Manipulation',
  JAMMING: 'Funk gestört',
  VIBRATION: 'Erschütterung',
  LOW_BATTERY: 'Akku schwach',
  SILENCE: 'Funkstille',
  TEST: 'Test',
  TIMED: 'auf Zeit',
  RIDE: 'für eine Fahrt',
  // E-mails and push messages
  QUEUED: 'wartet',
  SENDING: 'wird geschickt',
  SENT: 'angenommen',
  DELIVERED: 'zugestellt',
  BOUNCED: 'kam zurück',
  GONE: 'Browser abgemeldet',
  STOPPED: 'nicht mehr nötig',
  WITHHELD: 'zurückgehalten',
  'verify-email': 'E-Mail-Adresse bestätigen',
  'change-email': 'E-Mail-Adresse ändern',
  'cancel-email-change': 'Änderung abbrechen',
  'secure-account': '„Das war ich nicht“',
  'password-reset': 'Neues Passwort',
  'theft-alarm': 'Diebstahlalarm',
  'movement-profile': 'Bewegungsprofil',
  'police-folder': 'Link für die Polizei',
  sharing: 'Freigabe für Dritte',
  reports: 'Meldungen auf der Karte',
  'own-tours': 'Eigene Touren länger speichern',
  // Dossiers
  PARKED: 'geparkt',
  SUSPICIOUS: 'verdächtig',
  STOLEN: 'gestohlen',
  RECOVERED: 'wieder da',
  ...reminderWords,
  // Exports
  WAITING: 'wartet',
  RUNNING: 'entsteht',
  READY: 'fertig',
  FAILED: 'gescheitert',
  EXPIRED: 'abgelaufen',
  DELETED: 'gelöscht',
  HANDED_OUT: 'vom Support erstellt',
  owner: 'Sie',
  support: 'unser Support',
  recipient: 'der Empfänger',
  product: 'Wegwarte',
}

/** Whether the values of a field are codes of the product. */
export function isCode(field: string): boolean {
  return codes.has(field)
}

/** The German word for a code of the product; any other text as it is. @param field its name in the export. */
export function shownWord(field: string, text: string): string {
  if (!isCode(field)) return text
  return wordOf(`${field} ${text}`) ?? wordOf(text) ?? text
}

function wordOf(code: string): string | undefined {
  return Object.hasOwn(words, code) ? words[code] : undefined
}
