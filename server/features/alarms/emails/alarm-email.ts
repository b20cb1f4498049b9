import { alarmsLimits } from '#contract/alarms/alarms-limits.ts'
import {
  type AlarmKind,
  isCallForHelp,
  isCertain,
  mayMeanTheft,
  type MovementEvidence,
} from '#contract/alarms/alarms.ts'
import type { Sighting } from '#domain/alarms/sighting.ts'
import { germanOClock, germanTimeInWords } from '#domain/time/fix-time.ts'
import { alarmAddress, caseAddress } from './alarm-address.ts'
import type { AlarmEmail } from './alarm-emails.store.ts'
import { evidenceInWords } from './evidence-words.ts'
import { write } from '#server/mail/emails.ts'
import type { Email } from '#server/mail/mailer.ts'

const { perDay, everyMinutes } = alarmsLimits

/** By which an e-mail about an alarm is answered without signing in; null where it is not. */
interface AlarmEmailLinks {
  /** Its reader says „Das bin ich“. */
  answer: string | null
  /** The token that keeps the emergency contacts asleep. */
  seen: string | null
  /** The token that lets its reader see the alarm, and nothing else. */
  where: string | null
}

/**
 * What happened, where and when, as plain text; nothing in it tells the sender whether it was read. Where it may be a theft: the
 * place, since when, one button, the police, and what little is left.
 * @param placeName what people call the place; null where nobody knows.
 */
export function alarmEmail(
  alarm: AlarmEmail,
  publicUrl: string,
  { answer, seen, where, placeName }: AlarmEmailLinks & { placeName: string | null },
): Email {
  const place = placeless.includes(alarm.kind) ? null : alarm.place
  const mayBeTheft = mayMeanTheft(alarm.kind)
  const isForPolice = mayBeTheft || (alarm.kind === 'SILENCE' && alarm.isMissed)
  const seenAction = seen === null ? [] : [{ label: seenWords(alarm.kind), url: alarmLink(publicUrl, seen) }]
  const answerAction = answer === null ? [] : [{ label: 'Das bin ich: Alarm pausieren', url: answer }]
  const policeLink = { label: 'Link für die Polizei', url: publicUrl + caseAddress(alarm.deviceId) }
  return write({
    subject: alarmSubject(alarm, alarm.happenedAt),
    ...(place !== null && placeName !== null && { headline: placeName }),
    paragraphs: [
      happeningOf(alarm),
      ...(isCallForHelp(alarm.kind) ? ['Brauchen Sie Hilfe?'] : []),
      ...beginningOf(alarm),
      ...whenAndWhere({ ...alarm, place }),
    ],
    action: {
      label: mayBeTheft
        ? 'Wo ist es?'
        : place === null
          ? 'Alarm in Wegwarte ansehen'
          : 'Auf der Karte in Wegwarte ansehen',
      url: where === null ? publicUrl + ownersAddress(alarm) : alarmLink(publicUrl, where),
    },
    furtherActions: [
      ...(isForPolice ? [callPolice] : []),
      ...(mayBeTheft ? answerAction : []),
      ...seenAction,
      ...(isForPolice ? [policeLink] : []),
      ...placeOnMap(place),
    ],
    after: [...chainOf(alarm), adviceOf(alarm, answer !== null)],
    smallPrint: countOf(alarm),
  })
}

const callPolice = { label: '110 anrufen', url: 'tel:110' }

/** Where its owner sees what became of an alarm. */
function ownersAddress({ isMissed, deviceId, alarmId, happenedAt }: AlarmEmail): string {
  return isMissed ? caseAddress(deviceId) : alarmAddress({ alarmId, deviceId, seenAt: happenedAt })
}

/** That the alarm is armed or works, and that a battery is low, says no place: such e-mails stand outside of the limit for these. */
const placeless: readonly AlarmKind[] = ['FIRST', 'TEST', 'LOW_BATTERY']

function beginningOf({ beganAt }: AlarmEmail): string[] {
  return beganAt === null ? [] : [`Zuletzt an seinem Platz: ${germanTimeInWords(beganAt)}`]
}

/** How the owner answers. */
const seenWords = (kind: AlarmKind) => (isCallForHelp(kind) ? 'Nein, alles in Ordnung' : 'Ich habe es gesehen')

/** What happened to which vehicle and when, in one line: enough to decide at night whether to get up. */
export function alarmSubject({ kind, deviceName, evidence }: WhatHappened, at: Date): string {
  const device = `„${deviceName}“`
  const happened = isDoubtful(evidence) ? `Alarm: ${device} hat sich vermutlich bewegt` : subjects[kind](device)
  return `${happened} (${germanOClock(at)})`
}

type WhatHappened = Pick<AlarmEmail, 'kind' | 'deviceName' | 'evidence'>

const isDoubtful = (evidence: MovementEvidence | null) => evidence !== null && !isCertain(evidence)

export function happeningOf({ kind, deviceName, evidence }: WhatHappened): string {
  if (evidence === null) return happenings[kind](deviceName)
  const moved = isDoubtful(evidence) ? `„${deviceName}“ hat sich vermutlich bewegt.` : happenings[kind](deviceName)
  return `${moved}\n${evidenceInWords(evidence)}`
}

const subjects: Record<AlarmKind, (device: string) => string> = {
  SOS: (device) => `Hilferuf: ${device}`,
  FALL: (device) => `Sturz gemeldet: ${device}`,
  ACCIDENT: (device) => `Unfall gemeldet: ${device}`,
  FIRST: (device) => `Alarm: ${device} ist scharf`,
  MOVEMENT: (device) => `Alarm: ${device} hat sich bewegt`,
  TOW: (device) => `Alarm: ${device} meldet Abschleppen`,
  POWER_CUT: (device) => `Alarm: ${device} ist von der Stromversorgung getrennt`,
  TAMPER: (device) => `Alarm: ${device} meldet Manipulation`,
  JAMMING: (device) => `Alarm: ${device} meldet gestörten Empfang`,
  VIBRATION: (device) => `Alarm: ${device} meldet eine Erschütterung`,
  LOW_BATTERY: (device) => `Akku von ${device} ist fast leer`,
  SILENCE: (device) => `Alarm: ${device} meldet sich nicht mehr`,
  TEST: (device) => `Test-Alarm für ${device}`,
}

const happenings: Record<AlarmKind, (device: string) => string> = {
  SOS: (device) => `mit dem Gerät „${device}“ wurde um Hilfe gerufen.`,
  FALL: (device) => `das Gerät „${device}“ meldet einen Sturz.`,
  ACCIDENT: (device) => `das Gerät „${device}“ meldet einen Unfall.`,
  FIRST: (device) => `der Diebstahlalarm von „${device}“ ist scharf. Das Gerät hat die erste Position gemeldet.`,
  MOVEMENT: (device) => `„${device}“ hat sich bewegt.`,
  TOW: (device) => `das Gerät „${device}“ meldet, dass das Fahrzeug abgeschleppt oder weggehoben wird.`,
  POWER_CUT: (device) => `das Gerät „${device}“ meldet, dass seine Stromversorgung getrennt wurde.`,
  TAMPER: (device) => `das Gerät „${device}“ meldet, dass es geöffnet oder abgenommen wird.`,
  JAMMING: (device) =>
    `das Gerät „${device}“ meldet, dass sein Empfang gestört wird, zum Beispiel durch einen Störsender.`,
  VIBRATION: (device) =>
    `das Gerät „${device}“ meldet eine Erschütterung. Dass sich das Fahrzeug bewegt, heißt das nicht.`,
  LOW_BATTERY: (device) => `der Akku von „${device}“ ist fast leer.`,
  SILENCE: (device) => `das Gerät „${device}“ meldet sich nicht mehr, obwohl der Diebstahlalarm eingeschaltet ist.`,
  TEST: (device) =>
    `dies ist der Test-Alarm für „${device}“, den Sie in Wegwarte ausgelöst haben. Wenn Sie ihn lesen, erreichen E-Mails über Alarme dieses Postfach.`,
}

export function whenAndWhere({
  kind,
  detectedAt,
  place,
  lastActiveAt,
}: Pick<AlarmEmail, 'kind' | 'detectedAt' | 'place' | 'lastActiveAt'>): string[] {
  if (isCallForHelp(kind)) {
    const lastPlace =
      place === null ? 'Wo das ist, wissen wir nicht.' : `Letzte bekannte Position\n${placeInWords(place)}`
    return [`Gemeldet: ${germanTimeInWords(detectedAt)}`, lastPlace]
  }
  if (kind === 'SILENCE') {
    const lastPlace = place === null ? [] : [`Letzte bekannte Position\n${placeInWords(place)}`]
    return [lastSignOfLife(lastActiveAt), ...lastPlace]
  }
  return [place === null ? `Zeit: ${germanTimeInWords(detectedAt)}` : placeInWords(place)]
}

function placeInWords(place: Sighting): string {
  const accuracy = place.accuracy === null ? 'nicht gemeldet' : `${Math.ceil(place.accuracy)} m`
  return [
    `Zeit: ${germanTimeInWords(place.recordedAt)}`,
    `Koordinaten: ${coordinate(place.latitude)}, ${coordinate(place.longitude)}`,
    `Genauigkeit: ${accuracy}`,
  ].join('\n')
}

function lastSignOfLife(lastActiveAt: Date | null): string {
  if (lastActiveAt === null) return 'Bisher hat es sich noch nie gemeldet.'
  return `Zuletzt gemeldet: ${germanTimeInWords(lastActiveAt)}`
}

/** A metre is the fifth decimal. */
const coordinate = (degrees: number) => degrees.toFixed(5)

/** To the page on which an alarm is answered without signing in. Behind the `#`, which no browser sends or names. */
export function alarmLink(publicUrl: string, token: string): string {
  return `${publicUrl}/alarm#${token}`
}

export function placeOnMap(place: Sighting | null) {
  return place === null ? [] : [{ label: 'Derselbe Ort in OpenStreetMap', url: mapLink(place) }]
}

function chainOf({ kind, contactsFrom, isMissed }: AlarmEmail): string[] {
  if (contactsFrom === null) return []
  const held = isCallForHelp(kind) || isMissed ? `„${seenWords(kind)}“` : `„${seenWords(kind)}“ oder eine Pause`
  return [
    `Ab ${germanOClock(contactsFrom)} benachrichtigen wir nacheinander Ihre Notfallkontakte. ${held} hält das auf.`,
  ]
}

function mapLink({ latitude, longitude }: Sighting): string {
  const [north, east] = [coordinate(latitude), coordinate(longitude)]
  return `https://www.openstreetmap.org/?mlat=${north}&mlon=${east}#map=17/${north}/${east}`
}

function countOf({ numberToday }: AlarmEmail): string[] {
  if (numberToday === null) return []
  const count = `Das ist heute Nachricht ${numberToday} von höchstens ${perDay} über Bewegungen.`
  if (numberToday < perDay) return [`${count} Die nächste davon kommt frühestens in ${everyMinutes} Minuten.`]
  return [
    `${count} Es ist die letzte davon für heute: Bis Mitternacht kommt keine weitere, auch wenn sich das Fahrzeug weiter bewegt. In Wegwarte sehen Sie jede neue Position.`,
  ]
}

const answerable: readonly AlarmKind[] = ['MOVEMENT', 'TOW', 'VIBRATION', 'POWER_CUT', 'TAMPER']

/** Whether its owner may be the cause: then one tap pauses the alarm. */
export function isAnswerable(kind: AlarmKind): boolean {
  return answerable.includes(kind)
}

function adviceOf({ kind, isMissed }: AlarmEmail, hasLink: boolean): string {
  if (isCallForHelp(kind))
    return 'Brauchen Sie Hilfe, wählen Sie 112: Wegwarte ruft keinen Rettungsdienst. Kam die Meldung von jemand anderem, rufen Sie dort an, und erreichen Sie niemanden, wählen Sie 112 und nennen den Ort.'
  if (kind === 'TEST') return 'Sie brauchen nichts zu tun.'
  if (kind === 'LOW_BATTERY')
    return 'Bitte laden Sie das Gerät oder schließen Sie es an Strom an: Ist der Akku leer, meldet es sich nicht mehr, und der Diebstahlalarm erkennt nichts. Diese Nachricht kommt erst wieder, wenn der Akku zwischendurch gut geladen war.'
  if (kind === 'SILENCE' && isMissed)
    return 'Sie haben gemeldet, dass das Fahrzeug gestohlen oder verdächtig ist: Sagen Sie der Polizei, wann und wo sich das Gerät zuletzt gemeldet hat. Meldet es sich wieder, zeigt der Link für die Polizei den neuen Ort von selbst. Fahren Sie nicht selbst hin.'
  if (kind === 'SILENCE')
    return 'Sehen Sie bitte nach, ob das Fahrzeug noch dort steht, wo Sie es abgestellt haben, und ob das Gerät Strom und Empfang hat.'
  if (kind === 'FIRST') return 'Steht das Fahrzeug dort, wo Sie es abgestellt haben? Dann brauchen Sie nichts zu tun.'
  if (isMissed)
    return 'Sie haben gemeldet, dass das Fahrzeug gestohlen oder verdächtig ist. Der Link für die Polizei in Ihrer Anzeige-Mappe zeigt den neuen Ort von selbst. Fahren Sie nicht selbst hin, und rufen Sie die Polizei unter 110 an.'
  if (kind === 'VIBRATION')
    return 'Sehen Sie bitte nach dem Fahrzeug. Oft war es nur ein Stoß, starker Wind oder ein Lastwagen. Macht sich jemand daran zu schaffen, rufen Sie die Polizei unter 110 an und stellen sich niemandem selbst in den Weg. Sind Sie es selbst, pausieren Sie den Alarm.'
  const pause = hasLink
    ? 'drücken Sie oben „Das bin ich“: Der Alarm pausiert bis zur Ankunft'
    : 'pausieren Sie den Alarm in Wegwarte'
  return `Sind Sie selbst unterwegs? Dann ${pause}. Sonst rufen Sie die Polizei unter 110 an und stellen sich niemandem selbst in den Weg.`
}
