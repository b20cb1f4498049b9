import type { VehicleGuard } from '#contract/vehicles/vehicles.ts'
import { type Guard, isGuarding } from '#domain/alarms/guard.ts'
import { pauseAt } from '#domain/alarms/pauses.ts'
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
