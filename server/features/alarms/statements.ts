import type { DossierState } from '#contract/dossier.ts'
import { afterStatement } from '#domain/alarms/pauses.ts'
import type { Queries } from '#server/db/database.ts'
import { readDevice } from './alarms.store.ts'
import { stopChains } from './chains.ts'
import { writeGuards } from './guards.store.ts'

/** What an owner states about a vehicle, for its alarm. Its tracker and device are held. */
export type StatementAnswer = (
  writing: Queries,
  statement: { deviceId: string; state: DossierState; at: Date },
) => Promise<void>

/** Whoever states something knows of the alarms before: what waits of them is not sent. The alarm of one that is missed is armed. */
export const answerByStatement: StatementAnswer = async (writing, { deviceId, state, at }) => {
  await stopChains(writing, { deviceId, upTo: at }, at)
  const guard = (await readDevice(writing, deviceId, at))?.guarded?.guard ?? null
  if (guard !== null) await writeGuards(writing, new Map([[deviceId, afterStatement(guard, state, at)]]))
}
