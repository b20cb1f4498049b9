import { sql } from 'kysely'
import { dataExportLimits, dataExportServerLimits } from '#contract/data-export/data-export-limits.ts'
import type { DataExportStep } from '#contract/data-export/data-export.ts'
import { dayMs, secondMs } from '#contract/base/time-units.ts'
import { recordActivity } from '#server/db/shared/activity-log.ts'
import type { Database } from '#server/db/connection/database.ts'
import { skippingLocked, inTransaction } from '#server/db/transactions/locks.ts'
import type { Secret } from '#server/platform/secrets.ts'
import { endExport } from './ended-export.ts'
import { addExportEmail, mailed } from './export-emails.store.ts'

/** An export that somebody has taken on, and nobody else works on. */
export interface TakenExport {
  id: string
  userId: string
  worker: string
  attempts: number
  withoutPrivacyZones: boolean
}

/** How far the work is. */
export interface ExportProgress {
  percent: number
  step: DataExportStep
  /** The device whose positions are being written. */
  stepName: string | null
}

/** Somebody else works on it, or it was deleted: there is nothing more to do here. */
export class ExportLost extends Error {
  override name = 'ExportLost'
}

export type TakenExportsStore = ReturnType<typeof createTakenExportsStore>

const { leaseSeconds } = dataExportServerLimits

/** Exports being made, each by one worker at a time. */
export function createTakenExportsStore(database: Database) {
  return {
    /**
     * Takes on one that waits, or whose worker has not been heard of. What that one left is deleted: it cannot add to it any
     * more.
     */
    async take(worker: string, now: Date): Promise<TakenExport | null> {
      const due = database
        .selectFrom('data_exports')
        .select('id')
        .where(sql<boolean>`state = 'WAITING' or state = 'RUNNING' and working_until < ${now}`)
        .orderBy('requested_at')
        .limit(1)
        .modifyEnd(skippingLocked('data_exports'))
      const row = await database
        .updateTable('data_exports')
        .set({
          state: 'RUNNING',
          worker,
          working_until: leaseFrom(now),
          attempts: sql<number>`attempts + 1`,
          percent: 0,
          step: null,
          step_name: null,
        })
        .where('id', '=', due)
        .returning(['id', 'user_id', 'attempts', 'without_privacy_zones'])
        .executeTakeFirst()
      if (row === undefined) return null
      await database.deleteFrom('data_export_parts').where('export_id', '=', row.id).execute()
      const { id, user_id: userId, attempts, without_privacy_zones: withoutPrivacyZones } = row
      return { id, userId, worker, attempts, withoutPrivacyZones }
    },

    /**
     * Adds a piece, says how far the work is, and goes on holding it.
     * @throws {ExportLost} if somebody else holds it now, or it was deleted.
     */
    async add(
      { id, worker }: TakenExport,
      piece: { number: number; content: Uint8Array },
      { percent, step, stepName }: ExportProgress,
      now: Date,
    ): Promise<void> {
      const { rows } = await sql`
        with held as (
          update data_exports
          set working_until = ${leaseFrom(now)}, percent = ${percent}, step = ${step}, step_name = ${stepName}
          where id = ${id} and worker = ${worker} and state = 'RUNNING' returning id
        )
        insert into data_export_parts (export_id, number, content)
        select id, ${piece.number}, ${Buffer.from(piece.content)} from held returning number`.execute(database)
      if (rows.length === 0) throw new ExportLost()
    },

    /**
     * The file is there, and its e-mail with the token of its link is on its way.
     * @throws {ExportLost} as above.
     */
    async finish({ id, userId, worker }: TakenExport, bytes: number, secret: Secret, now: Date): Promise<void> {
      await inTransaction(database, { accounts: [userId] }, async (transaction) => {
        const row = await transaction
          .updateTable('data_exports')
          .set({
            state: 'READY',
            worker: null,
            working_until: null,
            percent: 100,
            bytes: String(bytes),
            ready_at: now,
            expires_at: new Date(now.getTime() + dataExportLimits.keptDays * dayMs),
            ...mailed(secret, now),
          })
          .where('id', '=', id)
          .where('worker', '=', worker)
          .where('state', '=', 'RUNNING')
          .returning('id')
          .executeTakeFirst()
        if (row === undefined) throw new ExportLost()
        await recordActivity(transaction, { userId, actor: 'product', kind: 'data-export-made', at: now })
        await addExportEmail(transaction, { id, userId }, secret, now)
      })
    },

    /** After a failure: it waits for the next attempt, or is given up. */
    async letGo({ id, userId, worker }: TakenExport, isGivenUp: boolean, now: Date): Promise<void> {
      await inTransaction(database, { accounts: [userId] }, async (transaction) => {
        const row = await transaction
          .updateTable('data_exports')
          .set({ state: 'WAITING', worker: null, working_until: null })
          .where('id', '=', id)
          .where('worker', '=', worker)
          .where('state', '=', 'RUNNING')
          .returning('id')
          .executeTakeFirst()
        if (row !== undefined && isGivenUp) await endExport(transaction, id, 'FAILED', now)
      })
    },
  }
}

function leaseFrom(now: Date): Date {
  return new Date(now.getTime() + leaseSeconds * secondMs)
}
