import { type HelpKind, isCertain, type TheftKind } from '#contract/alarms/alarms.ts'
import type { Instant } from '#contract/base/place.ts'
import type { GuardOffReason, VehicleGuard, VehicleMotion, VehicleState } from '#contract/vehicles/vehicles.ts'
import { berlinDay, startOfBerlinDay } from '#domain/time/time.ts'
import { isInSeason } from '#domain/vehicles/season.ts'
import { troubleOf } from '#domain/vehicles/vehicle-order.ts'
import { formatDay, formatNumber, formatTime } from '#web/texts/formats.ts'

/** What stands out about a vehicle, for a dot or an edge: the gravest first. */
export type VehicleTone = 'help' | 'suspicion' | 'stolen' | 'paused' | 'armed' | 'off'

export function toneOf({
  callForHelp,
  condition,
  guard,
}: Pick<VehicleState, 'callForHelp' | 'condition' | 'guard'>): VehicleTone {
  const trouble = troubleOf({ callForHelp, condition })
  if (trouble !== null) return trouble
  if (condition.kind === 'UNWATCHED') return 'off'
  return guard.kind === 'ARMED' ? 'armed' : guard.kind === 'PAUSED' ? 'paused' : 'off'
}

/** `steht seit 19:40 · Akku 96 % · Alarm scharf` */
export function sentenceOf(state: VehicleState, now: Date): string {
  const parts = [motionInWords(state.motion, now), batteryInWords(state.battery), alarmInWords(state, now)]
  return parts.filter((part) => part !== null).join(' · ')
}

/** `steht seit 19:40`, `fährt seit 14:02`, `zuletzt in Fahrt`; without a position that there is none. */
export function motionInWords(motion: VehicleMotion | null, now: Date): string {
  if (motion === null) return 'noch keine Position'
  const { kind, since, exact } = motion
  if (kind === 'LAST_MOVING') return 'zuletzt in Fahrt'
  if (kind === 'MOVING') return `fährt seit ${momentInWords(since, now)}`
  return `steht ${exact ? 'seit' : 'mindestens seit'} ${momentInWords(since, now)}`
}

/** That a vehicle with a seasonal plate may not be on the road today; null if it may. */
export function outOfSeasonInWords(season: VehicleState['season'], now: Date): string | null {
  if (season === null || isInSeason(season, berlinDay(now.toISOString()))) return null
  const [from, to] = [season.fromMonth, season.toMonth].map((month) => String(month).padStart(2, '0'))
  return `Saison ${from}–${to}: jetzt nicht auf öffentlichen Straßen. Der Alarm wacht schärfer.`
}

/** `Akku 96 %`, `Akku 3,9 V`; null if it was never reported. */
export function batteryInWords(battery: VehicleState['battery']): string | null {
  if (battery === null) return null
  const { percent, volts } = battery
  if (percent !== null) return `Akku ${formatNumber(percent)} %`
  return volts === null ? null : `Akku ${formatNumber(volts, 1, true)} V`
}

const offWords: Readonly<Record<GuardOffReason, string>> = {
  NO_LICENCE: 'Alarm aus: keine Lizenz',
  NOT_TRACKED: 'Alarm aus: Tracking ist aus',
  MODE: 'kein Alarm, nur Bewegungsprofil',
  BLIND: 'Alarm ohne Ortung',
}

/** Whether the tracker of a vehicle with an armed alarm is silent. */
export function isSilent({ condition }: Pick<VehicleState, 'condition'>): boolean {
  return condition.kind === 'UNWATCHED' && condition.why === 'SILENT'
}

/** What the alarm of a vehicle does: an armed one that hears nothing is not called that. */
export function alarmInWords(state: Pick<VehicleState, 'condition' | 'guard'>, now: Date): string {
  return isSilent(state) ? 'Alarm ohne Verbindung' : guardInWords(state.guard, now)
}

/** `Alarm scharf`, `Alarm pausiert bis 20:15`, `Alarm pausiert bis zur Ankunft`, `Alarm aus: keine Lizenz` */
export function guardInWords(guard: VehicleGuard, now: Date): string {
  if (guard.kind === 'ARMED') return 'Alarm scharf'
  if (guard.kind === 'OFF') return offWords[guard.why]
  if (guard.pause === 'RIDE') return 'Alarm pausiert bis zur Ankunft'
  if (guard.until === null) return 'Alarm pausiert, bis Sie ihn einschalten'
  return `Alarm pausiert bis ${momentInWords(guard.until, now)}`
}

const alarmWords: Readonly<Record<TheftKind | HelpKind, (time: string) => string>> = {
  SOS: (time) => `Hilferuf um ${time}.`,
  FALL: (time) => `Sturz gemeldet: ${time}.`,
  ACCIDENT: (time) => `Unfall gemeldet: ${time}.`,
  MOVEMENT: (time) => `Bewegt seit ${time}.`,
  TOW: (time) => `Abschleppen gemeldet: ${time}.`,
  POWER_CUT: (time) => `Strom getrennt: ${time}.`,
  TAMPER: (time) => `Manipulation gemeldet: ${time}.`,
  JAMMING: (time) => `Empfang gestört: ${time}.`,
  VIBRATION: (time) => `Erschüttert: ${time}.`,
}

/** A condition that its owner is asked about. */
export type Suspicion = Extract<VehicleState['condition'], { kind: 'ALARM' | 'UNEXPLAINED' }>

/** That its owner misses it. */
export type Missed = Extract<VehicleState['condition'], { kind: 'MISSED' }>

export function suspicionOf({ condition }: Pick<VehicleState, 'condition'>): Suspicion | null {
  return condition.kind === 'ALARM' || condition.kind === 'UNEXPLAINED' ? condition : null
}

/** `Bewegt seit 03:23. Sind Sie das?`, `Vermutlich bewegt seit 03:23. Sind Sie das?` */
export function suspicionInWords(suspicion: Suspicion, now: Date): string {
  return `${happenedInWords(suspicion, momentInWords(suspicion.since, now))} Sind Sie das?`
}

function happenedInWords(suspicion: Suspicion, since: string): string {
  if (suspicion.kind === 'UNEXPLAINED') return `Vielleicht bewegt seit ${since}.`
  const { alarmKind, evidence } = suspicion
  const isProbable = alarmKind === 'MOVEMENT' && evidence && !isCertain(evidence)
  return isProbable ? `Vermutlich bewegt seit ${since}.` : alarmWords[alarmKind](since)
}

/** `Als gestohlen gemeldet seit 03:04` */
export function missedInWords({ stated, since }: Missed, now: Date): string {
  return `${stated === 'STOLEN' ? 'Als gestohlen' : 'Verdacht'} gemeldet seit ${momentInWords(since, now)}`
}

/** What is done about a vehicle that its owner misses. */
export const missedAnswers = {
  call: '110 anrufen',
  police: 'Link für die Polizei',
  over: { SUSPICIOUS: 'Alles in Ordnung', STOLEN: 'Fahrzeug ist wieder da' },
} as const

/** What comes before all else about a vehicle: a question to its owner, or what they stated. Null if all is well. */
export function headlineOf(state: VehicleState, now: Date): string | null {
  if (state.callForHelp !== null) return callForHelpInWords(state.callForHelp, now)
  if (state.condition.kind === 'MISSED') return missedInWords(state.condition, now)
  const suspicion = suspicionOf(state)
  return suspicion && suspicionInWords(suspicion, now)
}

/** The answers to „Brauchen Sie Hilfe?“. */
export const helpAnswers = { fine: 'Nein, alles in Ordnung', call: '112 anrufen' } as const

/** `Hilferuf um 14:03. Brauchen Sie Hilfe?` */
export function callForHelpInWords({ kind, at }: NonNullable<VehicleState['callForHelp']>, now: Date): string {
  return `${alarmWords[kind](momentInWords(at, now))} Brauchen Sie Hilfe?`
}

/** `19:40` on the day of `now`, `gestern, 19:40`, earlier `18.11.2026, 19:40`. */
export function momentInWords(at: Instant, now: Date): string {
  const day = berlinDay(at)
  const today = now.toISOString()
  if (day === berlinDay(today)) return formatTime(at)
  const isYesterday = day === berlinDay(startOfBerlinDay(today, 1))
  return `${isYesterday ? 'gestern' : formatDay(at)}, ${formatTime(at)}`
}
