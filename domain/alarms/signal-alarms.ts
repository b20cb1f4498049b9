import { alarmsLimits } from '#contract/alarms-limits.ts'
import { minuteMs } from '#contract/time-units.ts'
import type { TrackingMode } from '#contract/tracking.ts'
import type { Observation } from './departure.ts'
import { type Guard, isAhead, isGuarding, type NoAlarm, sharpnessOf, whyIgnored } from './guard.ts'
import { isAsked, isOnward } from './onward.ts'
import { pauseAt, wasResting } from './pauses.ts'
import { alarmsOfDay } from './rhythm.ts'
import type { TrackerSignal } from './tracker-signals.ts'

const signalRhythm = { minutes: alarmsLimits.sameSignalMinutes, perDay: alarmsLimits.sameSignalPerDay }
const movementRhythm = { minutes: alarmsLimits.everyMinutes, perDay: alarmsLimits.perDay }
const lateRhythm = { minutes: alarmsLimits.sameLateSignalMinutes, perDay: alarmsLimits.sameSignalPerDay }

/** A signal that a tracker gives. */
export interface GivenSignal {
  signal: TrackerSignal
  /** When it was measured; null if that is not known: now. */
  at: Date | null
  /** It comes after newer reports, perhaps in many packets of a backlog. */
  isLate: boolean
}

/**
 * Whether a signal is notified now: at once, but not repeatedly. Each signal has its own share of a day's e-mails, so that
 * none uses up that of a graver one. What happened during a pause is not notified after it either.
 * @param times when alarms of the same signal were raised, today's all.
 */
export function judgeSignal(
  mode: TrackingMode | null,
  guard: Guard,
  { signal, at, isLate }: GivenSignal,
  times: readonly Date[],
  now: Date,
): { alarm: true } | { alarm: false; why: NoAlarm } {
  if (!isGuarding(mode)) return { alarm: false, why: 'NOT_GUARDED' }
  if (pauseAt(guard, now) !== null || wasResting(guard, at, now)) return { alarm: false, why: 'PAUSED' }
  if (signal === 'VIBRATION' && sharpnessOf(guard, at ?? now) === 'QUIETER') return { alarm: false, why: 'QUIET_ZONE' }
  // A ride shakes.
  const felt = { recordedAt: at ?? now }
  if (signal === 'VIBRATION' && isOnward(guard, felt) && isAsked(guard, felt)) {
    return { alarm: false, why: 'ASKED' }
  }
  const { minutes, perDay } = isLate ? lateRhythm : signal === 'VIBRATION' ? movementRhythm : signalRhythm
  if (alarmsOfDay(times, now) >= perDay) return { alarm: false, why: 'DAY_LIMIT' }
  const isRepeated = times.some((time) => !isAhead(time, now) && now.getTime() - time.getTime() < minutes * minuteMs)
  return isRepeated ? { alarm: false, why: 'TOO_SOON' } : { alarm: true }
}

/**
 * Whether a tracker that begins to tell that it is moved is notified as a knock: where its owner wishes for a sharper alarm.
 * Elsewhere that alone shows nothing (`departure.ts`).
 */
export function isKnocked(guard: Guard, fix: Pick<Observation, 'recordedAt' | 'isStirred'>, now: Date): boolean {
  const begins = fix.isStirred === true && (guard.parked?.stirred ?? null) === null
  return begins && whyIgnored(guard, fix, now) === null && sharpnessOf(guard, fix.recordedAt) === 'SHARPER'
}

/**
 * Whether a signal that could not be notified now is notified later, as long as it lasts. The owner knows what happens
 * during a pause, but not that the battery runs low.
 */
export function isNotifiedLater(signal: TrackerSignal, why: NoAlarm): boolean {
  return (why !== 'PAUSED' && why !== 'QUIET_ZONE' && why !== 'ASKED') || signal === 'LOW_BATTERY'
}
