import type { DossierState } from '#contract/dossier/dossier.ts'
import { afterStatement } from '#domain/alarms/pauses.ts'
import type { Queries } from '#server/db/connection/database.ts'
import { readDevice } from '../alarm-device.ts'
import { stopChains } from '../chain/chains.ts'
import { writeGuards } from '../guard/guards.store.ts'

interface Statement {
  deviceId: string
  from: DossierState
  to: DossierState
  at: Date
}

/** What an owner's statements about a vehicle have to do with its alarm. Its tracker and device are held. */
export interface StatementAnswers {
  /** @param statement `at`: when it was made, which may be before now. */
  answer(writing: Queries, statement: Statement, now: Date): Promise<void>
}

/** An owner who states something knows of the alarms before: their waiting messages are not sent. The alarm of one that is missed is armed. */
export const statementAnswers: StatementAnswers = {
  async answer(writing, { deviceId, from, to, at }, now) {
    await stopChains(writing, { deviceId, upTo: at }, now)
    const guard = await guardOf(writing, deviceId, now)
    if (guard !== null)
      await writeGuards(writing, new Map([[deviceId, afterStatement(guard, { from, to }, { at, now })]]))
  },
}

async function guardOf(queries: Queries, deviceId: string, now: Date) {
  return (await readDevice(queries, deviceId, now))?.guarded?.guard ?? null
}
