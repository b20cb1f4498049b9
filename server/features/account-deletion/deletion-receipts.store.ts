import { accountDeletionServerLimits } from '#contract/account-deletion-limits.ts'
import type { DeletionFigures } from '#contract/account-deletion.ts'
import { minuteMs } from '#contract/time-units.ts'
import type { Database } from '#server/db/database.ts'
import { skippingHeld } from '#server/db/locks.ts'

/** What is left of a deleted account until its receipt was sent. */
export interface DeletionReceipt {
  id: string
  email: string | null
  names: string[]
  figures: DeletionFigures
  deletedAt: Date
}

export type DeletionReceiptsStore = ReturnType<typeof createDeletionReceiptsStore>

/**
 * The receipts of deletions are their own queue: a job of `pg-boss` would keep the address for days after the e-mail was
 * sent, and could not be added in the transaction of the deletion.
 */
export function createDeletionReceiptsStore(database: Database) {
  return {
    /** Begins the oldest one that nobody else has begun just now; null if there is none. */
    async begin(now: Date): Promise<DeletionReceipt | null> {
      const pausedSince = new Date(now.getTime() - accountDeletionServerLimits.emailPauseMinutes * minuteMs)
      const waiting = database
        .selectFrom('account_deletion_receipts')
        .select('id')
        .where((where) => where.or([where('email_begun_at', 'is', null), where('email_begun_at', '<=', pausedSince)]))
        // Until the positions are deleted, nobody knows how many there were.
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('position_removals').whereRef('receipt_id', '=', 'account_deletion_receipts.id'))),
        )
        .orderBy('deleted_at')
        .limit(1)
      const row = await database
        .updateTable('account_deletion_receipts')
        .set({ email_begun_at: now })
        .where('id', 'in', waiting.modifyEnd(skippingHeld('account_deletion_receipts')))
        .returning(['id', 'email', 'names', 'figures', 'deleted_at'])
        .executeTakeFirst()
      if (row === undefined) return null
      const { id, email, names, figures, deleted_at: deletedAt } = row
      return { id, email, names, figures, deletedAt }
    },

    /** Notes that it is still being sent, or (null) that it waits again. */
    async noteBegun(id: string, begunAt: Date | null): Promise<void> {
      await database
        .updateTable('account_deletion_receipts')
        .set({ email_begun_at: begunAt })
        .where('id', '=', id)
        .execute()
    },

    /** Forgets it, with the address. */
    async forget(id: string): Promise<void> {
      await database.deleteFrom('account_deletion_receipts').where('id', '=', id).execute()
    },
  }
}
