import { pauseAt, silentBefore } from '#domain/alarms.ts'
import type { SilenceStore } from './silence.store.ts'

/**
 * Puts the silence of each guarded device that does not report any more into the log of alarms, once.
 * @returns the ids of the new alarms.
 */
export async function findSilences(silence: SilenceStore, newId: () => string, now: Date): Promise<string[]> {
  const before = silentBefore(await silence.listen(now), now)
  const told: string[] = []
  for (const deviceId of await silence.silent(before, now)) {
    const alarm = { id: newId(), deviceId, kind: 'SILENCE' as const, detectedAt: now, numberToday: null }
    if (await silence.tell(alarm, before, (guard) => pauseAt(guard, now) === null)) told.push(alarm.id)
  }
  return told
}
