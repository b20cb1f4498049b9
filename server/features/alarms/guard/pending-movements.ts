import { judgePending } from '#domain/alarms/movement.ts'
import { timesOfMovementEmails } from '#domain/alarms/rhythm.ts'
import type { PendingMovementsStore } from './pending-movements.store.ts'

/**
 * Raises the alarms of movements that no fix will confirm. A vehicle that vanished may never report again, and its owner
 * needs its last place.
 * @returns the ids of the new alarms.
 */
export function raisePendingAlarms(
  movements: PendingMovementsStore,
  newId: () => string,
  now: Date,
): Promise<string[]> {
  return movements.raise(({ deviceId, guarded, fix, activeAt }) => {
    const judged = judgePending(guarded.guard, timesOfMovementEmails(guarded, now), { fix, activeAt }, now)
    if (judged === null) return null
    const kind = judged.first ? ('FIRST' as const) : ('MOVEMENT' as const)
    const { numberToday, evidence, emailAt, beganAt } = judged
    const alarm = { id: newId(), deviceId, kind, detectedAt: now, place: fix, numberToday, evidence, emailAt, beganAt }
    return { alarm, guard: judged.guard }
  }, now)
}
