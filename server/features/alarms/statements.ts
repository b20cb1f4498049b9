import type { DossierState } from '#contract/dossier.ts'
import type { Pause } from '#domain/alarms/guard.ts'
import { afterStatement } from '#domain/alarms/pauses.ts'
import type { Queries } from '#server/db/database.ts'
import { readDevice } from './alarms.store.ts'
import { stopChains } from './chains.ts'
import { writeGuards } from './guards.store.ts'

/** What an owner's statements about a vehicle have to do with its alarm. Its tracker and device are held. */
export interface StatementAnswers {
  /** The pause of its alarm, also one that is over by the clock; null if there is none. */
  pause(queries: Queries, deviceId: string, now: Date): Promise<Pause | null>
  /** @param statement `at`: when it was made, which may be before now. */
  answer(writing: Queries, statement: { deviceId: string; state: DossierState; at: Date }, now: Date): Promise<void>
}

/** Whoever states something knows of the alarms before: what waits of them is not sent. The alarm of one that is missed is armed. */
export const statementAnswers: StatementAnswers = {
  pause: async (queries, deviceId, now) => (await guardOf(queries, deviceId, now))?.pause ?? null,

  async answer(writing, { deviceId, state, at }, now) {
    await stopChains(writing, { deviceId, upTo: at }, now)
    const guard = await guardOf(writing, deviceId, now)
    if (guard !== null) await writeGuards(writing, new Map([[deviceId, afterStatement(guard, state, { at, now })]]))
  },
}

async function guardOf(queries: Queries, deviceId: string, now: Date) {
  return (await readDevice(queries, deviceId, now))?.guarded?.guard ?? null
}
