import type { AlarmKind } from '#contract/alarms.ts'
import type { Instant } from '#contract/place.ts'
import type { GuardOffReason, VehicleGuard, VehicleMotion, VehicleState } from '#contract/vehicles.ts'
import { berlinDay, startOfBerlinDay } from '#domain/time/time.ts'
import { isInSeason } from '#domain/vehicles/season.ts'
import { formatDay, formatNumber, formatTime } from '#web/kit/formats.ts'

/** What stands out about a vehicle, for a dot or an edge: the gravest first. */
export type VehicleTone = 'help' | 'suspicion' | 'stolen' | 'paused' | 'armed' | 'off'

export function toneOf({
  callForHelp,
  suspicion,
  stated,
  guard,
}: Pick<VehicleState, 'callForHelp' | 'suspicion' | 'stated' | 'guard'>): VehicleTone {
  if (callForHelp !== null) return 'help'
  if (suspicion !== null || stated?.state === 'SUSPICIOUS') return 'suspicion'
  if (stated?.state === 'STOLEN') return 'stolen'
  return guard.kind === 'ARMED' ? 'armed' : guard.kind === 'PAUSED' ? 'paused' : 'off'
}

/** `steht seit 19:40 · Akku 96 % · Alarm scharf` */
export function sentenceOf(state: VehicleState, now: Date): string {
  const parts = [motionInWords(state.motion, now), batteryInWords(state.battery), guardInWords(state.guard, now)]
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

/** `Alarm scharf`, `Alarm pausiert bis 20:15`, `Alarm pausiert bis zur Ankunft`, `Alarm aus: keine Lizenz` */
export function guardInWords(guard: VehicleGuard, now: Date): string {
  if (guard.kind === 'ARMED') return 'Alarm scharf'
  if (guard.kind === 'OFF') return offWords[guard.why]
  if (guard.pause === 'RIDE') return 'Alarm pausiert bis zur Ankunft'
  if (guard.until === null) return 'Alarm pausiert, bis Sie ihn einschalten'
  return `Alarm pausiert bis ${momentInWords(guard.until, now)}`
}

const alarmWords: Readonly<Record<AlarmKind, (time: string) => string>> = {
  SOS: (time) => `Hilferuf um ${time}.`,
  FALL: (time) => `Sturz gemeldet: ${time}.`,
  ACCIDENT: (time) => `Unfall gemeldet: ${time}.`,
  FIRST: (time) => `Erste Position um ${time}.`,
  MOVEMENT: (time) => `Bewegt seit ${time}.`,
  TOW: (time) => `Abschleppen gemeldet: ${time}.`,
  POWER_CUT: (time) => `Strom getrennt: ${time}.`,
  TAMPER: (time) => `Manipulation gemeldet: ${time}.`,
  JAMMING: (time) => `Empfang gestört: ${time}.`,
  VIBRATION: (time) => `Erschüttert: ${time}.`,
  LOW_BATTERY: (time) => `Akku fast leer: ${time}.`,
  SILENCE: (time) => `Funkstille: ${time}.`,
  TEST: (time) => `Test-Alarm: ${time}.`,
}

/** `Bewegt seit 03:23. Sind Sie das?` */
export function suspicionInWords({ kind, since }: NonNullable<VehicleState['suspicion']>, now: Date): string {
  return `${alarmWords[kind](momentInWords(since, now))} Sind Sie das?`
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
