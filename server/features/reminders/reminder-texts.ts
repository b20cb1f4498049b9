import { trackingLimits } from '#contract/tracking/tracking-limits.ts'
import type { DueDate } from '#domain/reminders/vehicle-dates.ts'
import { addDays, dayInWords, lastDayOf, monthInWords } from '#domain/time/days.ts'
import { germanTimeInWords, germanTimeOClock } from '#domain/time/fix-time.ts'
import type { DigestItem } from '#server/features/messages/digest-email.ts'
import { write } from '#server/mail/emails.ts'
import type { Email } from '#server/mail/mailer.ts'
import type { PushMessage } from '#server/push/push-message.ts'
import type { BlindDevice, PausedDevice, WarningAtDevice } from './due-reminders.store.ts'
import { type EndedRecording, licenceEndEmail } from './licence-end-email.ts'
import { weatherAdvice } from './weather-advice.ts'

/** What there is to tell, as it is now. */
export type ReminderContent =
  | { kind: 'LICENCE'; recording: EndedRecording; shopUrl: string | null }
  | { kind: 'CONSENT'; isByOwner: boolean }
  | { kind: 'PAUSED'; paused: PausedDevice }
  | { kind: 'BLIND'; blind: BlindDevice }
  | { kind: 'WEATHER'; warning: WarningAtDevice }
  | DueDate

/** About which device. */
export interface Told {
  deviceId: string
  deviceName: string
  content: ReminderContent
}

const devicesPath = '/devicesandlicenses'
const trackingPath = ({ deviceId }: Told) => `/tracking?${new URLSearchParams({ device: deviceId }).toString()}`

export function reminderEmail(told: Told, publicUrl: string, now: Date): Email {
  const { content } = told
  if (content.kind === 'LICENCE') {
    return licenceEndEmail(content.recording, { publicUrl, shopUrl: content.shopUrl }, now)
  }
  const { label, path } = placeOf(told)
  return write({
    subject: subjectOf(told),
    paragraphs: paragraphsOf(told),
    action: { label, url: publicUrl + path },
    after: afterOf(content, publicUrl),
  })
}

/** No place and no more than the letter's first words: others may read a locked screen. */
export function reminderPush(told: Told): PushMessage {
  const { deviceId, content } = told
  return {
    title: subjectOf(told),
    body: shortOf(content),
    // A later one of the same kind replaces the one before.
    tag: `reminder-${content.kind}-${deviceId}`,
    path: placeOf(told).path,
  }
}

/** How it stands in the e-mail of a day, where it can. */
export function reminderInDigest(told: Told, publicUrl: string): { inDigest?: DigestItem } {
  const { kind } = told.content
  if (kind !== 'PAUSED' && kind !== 'SEASON' && kind !== 'INSPECTION') return {}
  const { label, path } = placeOf(told)
  const action = { label, url: publicUrl + path }
  return { inDigest: { topic: digestTopics[kind], title: subjectOf(told), text: shortOf(told.content), action } }
}

const digestTopics = { PAUSED: 'pausierter Alarm', SEASON: 'Saison', INSPECTION: 'Hauptuntersuchung' } as const

function subjectOf({ deviceName, content }: Told): string {
  const device = `„${deviceName}“`
  switch (content.kind) {
    case 'LICENCE':
      return `Das Tracking von ${device} ist beendet`
    case 'CONSENT':
      return `Der Diebstahlalarm von ${device} ist aus`
    case 'PAUSED':
      return `Der Diebstahlalarm von ${device} ist noch pausiert`
    case 'BLIND':
      return `Der Diebstahlalarm von ${device} sieht nichts`
    case 'WEATHER':
      return `Unwetterwarnung, wo ${device} steht`
    case 'SEASON':
      return content.change.kind === 'ENDS'
        ? `Die Saison von ${device} endet am ${dayInWords(content.change.lastDay)}`
        : `Die Saison von ${device} beginnt am ${dayInWords(content.change.firstDay)}`
    case 'INSPECTION':
      return content.isOver
        ? `Die HU von ${device} war ${monthInWords(content.month)} fällig`
        : `Die HU von ${device} ist ${monthInWords(content.month)} fällig`
  }
}

function shortOf(content: ReminderContent): string {
  switch (content.kind) {
    case 'LICENCE':
      return 'Die Lizenz ist abgelaufen: keine Aufzeichnung, kein Alarm. Tippen Sie, um zu verlängern.'
    case 'CONSENT':
      return 'Die Einwilligung dazu gilt nicht mehr. Waren Sie das nicht, sehen Sie bitte nach.'
    case 'PAUSED':
      return 'Er wacht erst wieder, wenn Sie ihn einschalten.'
    case 'BLIND':
      return content.blind.reason === 'NO_FIX'
        ? 'Das Gerät meldet sich, hat aber keinen Satellitenempfang.'
        : 'Das Gerät meldet sich, aber seine Uhr geht falsch.'
    case 'WEATHER':
      return weatherAdvice(content.warning.warningType)
    case 'SEASON':
      return content.change.kind === 'ENDS'
        ? 'Danach darf es nicht auf öffentlichen Straßen fahren oder stehen.'
        : 'Ist der Tracker geladen, die Lizenz gültig und der Alarm scharf?'
    case 'INSPECTION':
      return content.isOver ? 'Bitte holen Sie sie bald nach.' : 'Bitte denken Sie an einen Termin.'
  }
}

type Written = Exclude<ReminderContent, { kind: 'LICENCE' }>

function paragraphsOf({ deviceName, content }: Told): string[] {
  const device = `„${deviceName}“`
  switch (content.kind) {
    case 'LICENCE':
      return []
    case 'CONSENT':
      return [
        content.isByOwner
          ? `die Einwilligung in den Diebstahlalarm von ${device} wurde in Ihrem Konto widerrufen. Deshalb ist er aus: Bewegt sich das Fahrzeug, erfahren Sie es nicht.`
          : `wir hatten Sie gebeten, in den neuen Text zum Diebstahlalarm von ${device} einzuwilligen. Die Zeit dafür ist um. Deshalb ist er aus: Bewegt sich das Fahrzeug, erfahren Sie es nicht.`,
      ]
    case 'PAUSED':
      return [
        `Sie haben den Diebstahlalarm von ${device} am ${germanTimeInWords(content.paused.since)} pausiert, bis Sie ihn wieder einschalten. Bewegt sich das Fahrzeug bis dahin, erfahren Sie es nicht.`,
        'Beim nächsten Mal genügt vielleicht „Ich fahre“: Dann endet die Pause bei der Ankunft von selbst.',
      ]
    case 'BLIND':
      return [
        `der Diebstahlalarm von ${device} ist eingeschaltet, aber seit ${germanTimeInWords(content.blind.since)} kommt keine Position an, mit der er etwas anfangen kann. Bewegt sich das Fahrzeug, bemerkt er es nicht.`,
        content.blind.reason === 'NO_FIX' ? noReception : wrongClock,
      ]
    case 'WEATHER':
      return weatherParagraphs(device, content.warning)
    case 'SEASON':
      return content.change.kind === 'ENDS'
        ? [
            `die Saison von ${device} endet am ${dayInWords(content.change.lastDay)}. Ab dem ${dayInWords(addDays(content.change.lastDay, 1))} darf das Fahrzeug nicht mehr auf öffentlichen Straßen fahren und auch nicht dort stehen.`,
            'Wo es überwintert, wacht der Diebstahlalarm weiter, solange der Tracker Strom hat: Schließen Sie ihn oder die Batterie am besten an ein Ladegerät an. Manche Versicherung verlangt einen abgeschlossenen Stellplatz.',
          ]
        : [
            `die Saison von ${device} beginnt am ${dayInWords(content.change.firstDay)}.`,
            'Sehen Sie vorher nach: Ist der Tracker geladen, gilt die Lizenz, und ist der Alarm scharf?',
          ]
    case 'INSPECTION':
      return [
        content.isOver
          ? `die Hauptuntersuchung von ${device} war bis ${dayInWords(lastDayOf(content.month))} fällig.`
          : `die Hauptuntersuchung von ${device} ist bis ${dayInWords(lastDayOf(content.month))} fällig.`,
        'Ist sie gemacht? Dann tragen Sie den nächsten Termin beim Gerät ein: Er steht auf der Plakette und in den Papieren.',
      ]
  }
}

const noReception =
  'Das Gerät meldet sich, weiß aber nicht, wo es ist. In einer Tiefgarage ist das normal: Fährt das Fahrzeug heraus, sieht der Alarm wieder. Im Freien prüfen Sie bitte, ob Metall das Gerät verdeckt.'
const wrongClock = `Das Gerät meldet sich, aber die Zeiten seiner Positionen liegen in der Zukunft oder mehr als ${trackingLimits.retentionDays} Tage zurück: Seine Uhr geht falsch. Schalten Sie es im Freien aus und wieder ein. Hilft das nicht, finden Sie beim Gerät, was zu tun ist.`

function weatherParagraphs(device: string, warning: WarningAtDevice): string[] {
  const { validFrom, validUntil, instruction, attribution } = warning
  const until = validUntil === null ? '' : `\nBis: ${germanTimeOClock(validUntil)}`
  return [
    `wo ${device} steht, gilt eine Unwetterwarnung:\n${warning.headline}\nVon: ${germanTimeOClock(validFrom)}${until}`,
    `Was Sie tun können: ${weatherAdvice(warning.warningType)}`,
    ...(instruction === null ? [] : [instruction]),
    attribution,
  ]
}

function placeOf(told: Told): { label: string; path: string } {
  switch (told.content.kind) {
    case 'LICENCE':
      return { label: 'Lizenz zuweisen oder verlängern', path: devicesPath }
    case 'CONSENT':
      return { label: 'Zum Tracking', path: trackingPath(told) }
    case 'PAUSED':
      return { label: 'Alarm wieder einschalten', path: trackingPath(told) }
    case 'BLIND':
      return { label: 'Zum Gerät', path: devicesPath }
    case 'WEATHER':
      return { label: 'Wo steht es?', path: trackingPath(told) }
    case 'SEASON':
      return { label: 'Zum Tracking', path: trackingPath(told) }
    case 'INSPECTION':
      return { label: 'Nächsten Termin eintragen', path: devicesPath }
  }
}

function afterOf(content: Written, publicUrl: string): string[] {
  if (content.kind !== 'CONSENT') {
    return [
      `Möchten Sie solche Nachrichten nicht, schalten Sie sie unter „Nachrichten wählen“ aus: ${publicUrl}/messages/wishes`,
    ]
  }
  if (!content.isByOwner) return ['Möchten Sie den Alarm wieder, willigen Sie dort ein und schalten das Tracking ein.']
  return [
    'Waren Sie das? Dann brauchen Sie nichts zu tun.',
    `Waren Sie das nicht? Dann ändern Sie Ihr Passwort, und sehen Sie unter „Sicherheit“ nach, was in Ihrem Konto geschah: ${publicUrl}/profile/security`,
  ]
}
