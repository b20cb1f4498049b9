import { type AlarmKind, isCallForHelp } from '#contract/alarms/alarms.ts'
import { cutToGsm, gsmLength, longestGsm } from '#domain/phones/gsm.ts'
import { germanOClock } from '#domain/time/fix-time.ts'
import { happenedAt } from '../emails/happened-at.ts'
import type { HopContent } from './alarm-hops.store.ts'

type Said = Pick<HopContent, 'kind' | 'contactId' | 'deviceName' | 'vehiclePlate' | 'detectedAt' | 'place' | 'stated'>

/** So little of a vehicle's name is said where that keeps the text in one message. */
const shortestName = 4
/** So much where the link is so long that it takes a second one anyway. */
const nameInTwo = 12

/**
 * A text message, in one part where the link lets it: which vehicle, what, when, and the link that shows the rest and takes the
 * answer. No place: it is read on locked screens.
 */
export function hopText(hop: Said, link: string): string {
  const [before, after] = ['Wegwarte-Alarm: ', `: ${happeningOf(hop)}, ${timeOf(hop)}. ${asks(hop)}: ${link}`]
  const room = longestGsm - gsmLength(before) - gsmLength(after)
  const name = cutToGsm(nameOf(hop), room < shortestName ? nameInTwo : room)
  return before + (name === '' ? 'Fahrzeug' : name) + after
}

/** What a call speaks, twice: a person who is woken misses the first words. It has no link: the e-mail has. */
export function hopSpeech(hop: Said): string {
  const { vehiclePlate, deviceName } = hop
  // One by one, so that a plate is not read out as a word.
  const vehicle = vehiclePlate === null ? deviceName : Array.from(vehiclePlate.replaceAll(/[^\p{L}\d]/gu, '')).join(' ')
  const alarm = `Alarm für das Fahrzeug ${vehicle}: ${happeningOf(hop)}, um ${timeOf(hop)}.`
  if (isCallForHelp(hop.kind)) {
    const help =
      hop.contactId === null
        ? 'Brauchen Sie Hilfe, wählen Sie 1 1 2. Sonst antworten Sie bitte in unserer E-Mail.'
        : 'Bitte rufen Sie dort an, und erreichen Sie niemanden, wählen Sie 1 1 2. Wo es ist, steht in unserer E-Mail.'
    return `Hier ist Wegwarte. ${alarm} Noch einmal: ${alarm} ${help}`
  }
  return `Hier ist Wegwarte. ${alarm} Noch einmal: ${alarm} Bitte öffnen Sie unsere E-Mail und antworten Sie dort, damit niemand weiter geweckt wird.`
}

const asks = ({ kind, contactId }: Said) =>
  isCallForHelp(kind) && contactId === null ? 'Brauchen Sie Hilfe? 112, sonst' : 'Bitte antworten'

/** Its owner knows what they have stated. */
function happeningOf({ kind, contactId, stated }: Said): string {
  const isStolen = contactId !== null && stated?.kind === 'MISSED' && stated.stated === 'STOLEN'
  return isStolen ? `gestohlen, ${inShort[kind]}` : inShort[kind]
}

const inShort: Record<AlarmKind, string> = {
  SOS: 'Hilferuf',
  FALL: 'Sturz gemeldet',
  ACCIDENT: 'Unfall gemeldet',
  FIRST: 'erste Position',
  MOVEMENT: 'hat sich bewegt',
  TOW: 'wird abgeschleppt',
  POWER_CUT: 'Strom getrennt',
  TAMPER: 'Manipulation',
  JAMMING: 'Empfang gestört',
  VIBRATION: 'Erschütterung',
  LOW_BATTERY: 'Akku fast leer',
  SILENCE: 'meldet sich nicht mehr',
  TEST: 'nur ein Test',
}

const nameOf = ({ vehiclePlate, deviceName }: Said) => vehiclePlate ?? deviceName
const timeOf = (hop: Said) => germanOClock(happenedAt(hop))
