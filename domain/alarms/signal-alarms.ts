import { alarmsLimits } from '#contract/alarms/alarms-limits.ts'
import { helpKinds, isCallForHelp } from '#contract/alarms/alarms.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import type { TrackingMode } from '#contract/tracking/tracking.ts'
import type { Observation } from './sighting.ts'
import { type Guard, isAhead, isGuarding, type NoAlarm, sharpnessOf, whyIgnored } from './guard.ts'
import { isAsked, isOnward } from './onward.ts'
import { pauseAt, wasResting } from './pauses.ts'
import { alarmsOfDay } from './rhythm.ts'
import { type TrackerSignal, trackerSignals } from './tracker-signals.ts'

const signalRhythm = { minutes: alarmsLimits.sameSignalMinutes, perDay: alarmsLimits.sameSignalPerDay }
const movementRhythm = { minutes: alarmsLimits.everyMinutes, perDay: alarmsLimits.perDay }
const helpRhythm = { minutes: alarmsLimits.sameHelpMinutes, perDay: alarmsLimits.sameHelpPerDay }
const lateRhythm = { minutes: alarmsLimits.sameLateSignalMinutes, perDay: alarmsLimits.sameSignalPerDay }

/** A signal that a tracker gives. */
export interface GivenSignal {
  signal: TrackerSignal
  /** When it was measured; null if that is not known: now. */
  at: Date | null
  /** It comes after newer reports, perhaps in many packets of a backlog. */
  isLate: boolean
}

/** The signals that count in a mode; null if its reports raise no alarms. Somebody may need help anywhere. */
export function signalsIn(mode: TrackingMode | null): readonly TrackerSignal[] | null {
  if (mode === null) return null
  return isGuarding(mode) ? trackerSignals : helpKinds
}

/**
 * Whether a signal is notified now: at once, but not repeatedly. Each signal has its own share of a day's e-mails, so that
 * none uses up that of a graver one. A call for help is notified whatever is paused.
 * @param times when alarms of the same signal were raised, today's all.
 */
export function judgeSignal(
  mode: TrackingMode | null,
  guard: Guard,
  { signal, at, isLate }: GivenSignal,
  times: readonly Date[],
  now: Date,
): { alarm: true } | { alarm: false; why: NoAlarm } {
  if (signalsIn(mode)?.includes(signal) !== true) return { alarm: false, why: 'NOT_GUARDED' }
  const why = isCallForHelp(signal) ? null : whyUnwanted(guard, signal, at, now)
  if (why !== null) return { alarm: false, why }
  const { minutes, perDay } = rhythmOf(signal, isLate)
  if (alarmsOfDay(times, now) >= perDay) return { alarm: false, why: 'DAY_LIMIT' }
  const isRepeated = times.some((time) => !isAhead(time, now) && now.getTime() - time.getTime() < minutes * minuteMs)
  return isRepeated ? { alarm: false, why: 'TOO_SOON' } : { alarm: true }
}

/** Why the owner does not wish to be notified of it. */
function whyUnwanted(guard: Guard, signal: TrackerSignal, at: Date | null, now: Date): NoAlarm | null {
  if (pauseAt(guard, now) !== null || wasResting(guard, at, now)) return 'PAUSED'
  if (signal !== 'VIBRATION') return null
  if (sharpnessOf(guard, at ?? now) === 'QUIETER') return 'QUIET_ZONE'
  // A ride shakes.
  const felt = { recordedAt: at ?? now }
  return isOnward(guard, felt) && isAsked(guard, felt) ? 'ASKED' : null
}

function rhythmOf(signal: TrackerSignal, isLate: boolean): { minutes: number; perDay: number } {
  if (isCallForHelp(signal)) return helpRhythm
  if (isLate) return lateRhythm
  return signal === 'VIBRATION' ? movementRhythm : signalRhythm
}

/**
 * Whether a tracker that begins to tell that it is moved is notified as a knock: where its owner wishes for a sharper alarm.
 * Elsewhere that alone shows nothing (`departure.ts`).
 */
export function isKnocked(guard: Guard, fix: Pick<Observation, 'recordedAt' | 'isStirred'>, now: Date): boolean {
  // Before the first fix nothing is known of what moves it.
  const begins = fix.isStirred === true && guard.parked !== null && guard.parked.stirred === null
  return begins && whyIgnored(guard, fix, now) === null && sharpnessOf(guard, fix.recordedAt) === 'SHARPER'
}
