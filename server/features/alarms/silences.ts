import { pauseAt } from '#domain/alarms/pauses.ts'
import { silentBefore } from '#domain/alarms/silence.ts'
import type { SilenceStore } from './silence.store.ts'

/**
 * Puts the silence of each guarded device that no longer reports into the log of alarms, once.
 * @returns the ids of the new alarms.
 */
export async function findSilences(silence: SilenceStore, newId: () => string, now: Date): Promise<string[]> {
  const before = silentBefore(await silence.listen(now), now)
  const raised: string[] = []
  for (const deviceId of await silence.silent(before, now)) {
    const alarm = { id: newId(), deviceId, kind: 'SILENCE' as const, detectedAt: now, numberToday: null }
    if (await silence.raise(alarm, before, (guard) => pauseAt(guard, now) === null)) raised.push(alarm.id)
  }
  return raised
}
