import { sql } from 'kysely'
import * as z from 'zod'
import { deletionFigures, type DeletionFigures } from '#contract/account-deletion/account-deletion.ts'
import { messagesServerLimits } from '#contract/limits/messages-limits.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import type { Database } from '#server/db/connection/database.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'
import { addEmail, messageKind } from '#server/db/shared/messages.ts'

/** By the receipt's id. */
export const receiptMessage = messageKind('deletion-receipt', z.tuple([z.string()]))

/** What a receipt says: its words, because nothing else is left that could say it. */
export interface DeletionReceipt {
  figures: DeletionFigures
  deletedAt: Date
}

const words = z.object({ figures: deletionFigures, deletedAt: z.coerce.date() })

export function receiptOf(text: string): DeletionReceipt {
  return words.parse(JSON.parse(text))
}

export type DeletionReceiptsStore = ReturnType<typeof createDeletionReceiptsStore>

/** What is left of deleted accounts until their receipts are on their way. */
export function createDeletionReceiptsStore(database: Database) {
  return {
    /**
     * Those that were not sent off, and the names by which work for later knows the accounts. Until all positions are deleted,
     * nobody knows how many there were. A version before may be sending one of its own just now.
     */
    async waiting(now: Date): Promise<{ id: string; names: string[] }[]> {
      const stuckBefore = new Date(now.getTime() - messagesServerLimits.leaseMinutes * minuteMs)
      return database
        .selectFrom('account_deletion_receipts')
        .select(['id', 'names'])
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('position_removals').whereRef('receipt_id', '=', 'account_deletion_receipts.id'))),
        )
        .where(sql<boolean>`(email_begun_at is null or email_begun_at <= ${stuckBefore} or email_begun_at > ${now})`)
        .orderBy('deleted_at')
        .execute()
    },

    /** Has the e-mail take over what a receipt says, if there is one; nothing else is left. */
    handOver(id: string): Promise<void> {
      return inTransaction(database, {}, async (writing) => {
        const receipt = await writing
          .deleteFrom('account_deletion_receipts')
          .where('id', '=', id)
          .returning(['email', 'figures', 'deleted_at'])
          .executeTakeFirst()
        if (receipt === undefined || receipt.email === null) return
        const { email: address, figures, deleted_at: deletedAt } = receipt
        await addEmail(writing, receiptMessage, {
          about: [id],
          userId: null,
          deviceId: null,
          address,
          words: JSON.stringify({ figures, deletedAt }),
          dueAt: deletedAt,
        })
      })
    },
  }
}
