/*
 * Whether an owner who has ridden is riding on. After a pause that ended by itself (a lunch of two hours, a forgotten button)
 * the next departure is most likely the owner's. It is notified like any other, because a vehicle is stolen from a restaurant,
 * too; but once. An owner who did not answer „Sind Sie das?“ is not asked again every quarter of an hour on their own ride, but
 * after the next stop. A theft in the night after comes long after the last own ride, and is notified as often as before.
 */
import { alarmsLimits } from '#contract/alarms/alarms-limits.ts'
import { hourMs, minuteMs } from '#contract/base/time-units.ts'
import type { Guard } from './guard.ts'
import type { Sighting } from './sighting.ts'

/** Its owner was on the way not long before this fix, and has not switched the alarm on since. */
export function isOnward({ onwardSince }: Guard, { recordedAt }: Pick<Sighting, 'recordedAt'>): boolean {
  if (onwardSince === null) return false
  // A way long after this fix was noted when our clock was ahead.
  return Math.abs(recordedAt.getTime() - onwardSince.getTime()) < alarmsLimits.onwardHours * hourMs
}

/**
 * Its owner was notified of the way that it is still on: it was not parked since, even if it came past the place again. Trackers
 * go silent where they are parked.
 */
export function isAsked(
  { parked, onwardSince, restedUntil }: Guard,
  { recordedAt }: Pick<Sighting, 'recordedAt'>,
): boolean {
  // Set again with each e-mail on the way, and each time that one was not sent.
  if (onwardSince === null || (restedUntil !== null && onwardSince <= restedUntil)) return false
  const minutesAgo = (recordedAt.getTime() - onwardSince.getTime()) / minuteMs
  const departed = parked?.departed ?? null
  const isUnderway = departed !== null && departed.told !== null
  return minutesAgo < (isUnderway ? alarmsLimits.stopMinutes : alarmsLimits.parkedMinutes)
}
