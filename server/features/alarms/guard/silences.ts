import { pauseAt } from '#domain/alarms/pauses.ts'
import type { SilenceStore } from './silence.store.ts'

/**
 * Puts the silence of each guarded device that no longer reports into the log of alarms, once.
 * @returns the ids of the new alarms.
 */
export async function findSilences(silence: SilenceStore, newId: () => string, now: Date): Promise<string[]> {
  const listeningSince = await silence.listen(now)
  const raised: string[] = []
  for (const deviceId of await silence.silent(listeningSince, now)) {
    const alarm = { id: newId(), deviceId, kind: 'SILENCE' as const, detectedAt: now, numberToday: null }
    if (await silence.raise(alarm, listeningSince, (guard) => pauseAt(guard, now) === null)) raised.push(alarm.id)
  }
  return raised
}
