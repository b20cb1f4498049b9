import type { VehicleGuard } from '#contract/vehicles.ts'
import { type Guard, isGuarding } from '#domain/alarms/guard.ts'
import { pauseAt, wasResting } from '#domain/alarms/pauses.ts'
import { type StateChange, suggestionOf, type SuggestingAlarm } from '#domain/dossier/dossier.ts'
import { activeMode, type TrackingGrounds } from '#domain/tracking/tracking.ts'

/**
 * @param guard null where none is kept.
 * @param isBlind whether the last position was discarded.
 */
export function guardOf(
  { grounds, guard, isBlind }: { grounds: TrackingGrounds; guard: Guard | null; isBlind: boolean },
  now: Date,
): VehicleGuard {
  const mode = activeMode(grounds)
  if (mode === null) return { kind: 'OFF', why: grounds.licensed ? 'NOT_TRACKED' : 'NO_LICENCE' }
  if (!isGuarding(mode)) return { kind: 'OFF', why: 'MODE' }
  const pause = guard && pauseAt(guard, now)
  if (pause !== null) return { kind: 'PAUSED', pause: pause.kind, until: pause.until?.toISOString() ?? null }
  return isBlind ? { kind: 'OFF', why: 'BLIND' } : { kind: 'ARMED' }
}

/**
 * The alarm that may mean theft and that the owner has not answered: by acknowledging it, by a pause after it, or by
 * stating what is with the vehicle.
 * @param changes of the dossier, oldest first.
 */
export function suspicionOf<T extends SuggestingAlarm>(
  guard: Guard | null,
  changes: readonly StateChange[],
  alarms: readonly T[],
  now: Date,
): T | null {
  const open = alarms.filter(({ detectedAt }) => guard === null || !isAnswered(guard, new Date(detectedAt), now))
  return suggestionOf(changes, open, now)
}

/** Whether a movement that began then was its owner's: whoever pauses an alarm says so of what was until the pause ends. */
export function isOwnMovement(guard: Guard | null, beganAt: Date, now: Date): boolean {
  return guard !== null && (pauseAt(guard, now) !== null || wasResting(guard, beganAt, now))
}

/** Whoever paused after an alarm, or switched the guard on again, knows of it. */
function isAnswered(guard: Guard, at: Date, now: Date): boolean {
  const pausedSince = guard.pause !== null && at <= guard.pause.since
  return pausedSince || at < guard.enabledAt || wasResting(guard, at, now)
}
