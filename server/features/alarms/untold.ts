import { judgeUntold } from '#domain/alarms.ts'
import { timesOfFixAlarms } from './guards.store.ts'
import type { UntoldStore } from './untold.store.ts'

/**
 * Raises the alarms of fixes that came too soon, as soon as letters may go out: a vehicle that vanished may never report
 * again, and its last place is what its owner needs.
 * @returns the ids of the new alarms.
 */
export function tellUntold(untold: UntoldStore, newId: () => string, now: Date): Promise<string[]> {
  return untold.tell(({ deviceId, guarded, fix }) => {
    const judged = judgeUntold(guarded.guard, timesOfFixAlarms(guarded), fix, now)
    if (judged === null) return null
    const kind = judged.first ? ('FIRST' as const) : ('MOVEMENT' as const)
    const alarm = { id: newId(), deviceId, kind, detectedAt: now, place: fix, numberToday: judged.numberToday }
    return { alarm, guard: judged.guard }
  }, now)
}
