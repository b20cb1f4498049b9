import { sql } from 'kysely'
import * as z from 'zod'
import { accountDeletionLimits } from '#contract/account-deletion/account-deletion-limits.ts'
import { messagesServerLimits } from '#contract/limits/messages-limits.ts'
import { dayHours, hourMs, minuteMs } from '#contract/base/time-units.ts'
import type { Database } from '#server/db/connection/database.ts'
import { inTransaction, type Writing } from '#server/db/transactions/locks.ts'
import { addEmail, messageKind } from '#server/db/shared/messages.ts'
import type { Secret } from '#server/platform/secrets.ts'

/** What an e-mail about a deletion says, beside its link. */
export type DeletionEmail = { kind: 'LINK' } | { kind: 'GRACE'; bySupport: boolean; deletesAt: Date }

/** Which deletion, and at which of its steps. */
export const deletionMessage = {
  ...messageKind('account-deletion', z.tuple([z.string(), z.enum(['LINK', 'GRACE'])])),
  // As long as there is something to keep.
  triedHours: accountDeletionLimits.graceDays * dayHours,
}

export type DeletionEmailsStore = ReturnType<typeof createDeletionEmailsStore>

/** The e-mails about deletions that are asked for or confirmed, and those that a version before still owes. */
export function createDeletionEmailsStore(database: Database) {
  return {
    /** Those of which a version before has noted that an e-mail has to be sent. */
    async emailsDue(now: Date): Promise<{ id: string; userId: string }[]> {
      const rows = await database
        .selectFrom('account_deletions')
        .select(['id', 'user_id'])
        .where(isEmailDue(now))
        .where('ended_at', 'is', null)
        .orderBy('asked_at')
        .execute()
      return rows.map(({ id, user_id: userId }) => ({ id, userId }))
    },

    /** Adds the e-mail about one of these. */
    addEmail({ id, userId }: { id: string; userId: string }, secret: Secret, now: Date): Promise<void> {
      return inTransaction(database, { accounts: [userId] }, async (writing) => {
        const due = await writing
          .selectFrom('account_deletions')
          .select('email_due')
          .where('id', '=', id)
          .where(isEmailDue(now))
          .where('ended_at', 'is', null)
          .executeTakeFirst()
        if (due === undefined || due.email_due === null) return
        const kind = due.email_due
        await writing
          .updateTable('account_deletions')
          .set({ email_due: null, ...(kind === 'LINK' ? linkOf(secret, now) : { keep_token_hash: secret.hash }) })
          .where('id', '=', id)
          .execute()
        await addDeletionEmail(writing, { id, userId, kind }, secret, now)
      })
    },

    /**
     * What the e-mail with this token says; null if it was confirmed or ended meanwhile. The time of the link that confirms begins
     * with each try.
     */
    async beginEmail(id: string, kind: 'LINK' | 'GRACE', hash: Buffer, now: Date): Promise<DeletionEmail | null> {
      if (kind === 'LINK') {
        const { numUpdatedRows } = await database
          .updateTable('account_deletions')
          .set(linkOf({ hash }, now))
          .where('id', '=', id)
          .where('token_hash', '=', hash)
          .where('confirmed_at', 'is', null)
          .where('ended_at', 'is', null)
          .executeTakeFirst()
        return numUpdatedRows > 0n ? { kind } : null
      }
      const row = await database
        .selectFrom('account_deletions')
        .innerJoin('users', 'users.id', 'user_id')
        .select(['by_support', 'deletes_at'])
        .where('account_deletions.id', '=', id)
        .where('keep_token_hash', '=', hash)
        .where('ended_at', 'is', null)
        .executeTakeFirst()
      if (row === undefined || row.deletes_at === null) return null
      return { kind, bySupport: row.by_support, deletesAt: row.deletes_at }
    },
  }
}

/** With the token of its link: that to confirm the deletion, or that to keep the account. */
export function addDeletionEmail(
  writing: Writing,
  { id, userId, kind }: { id: string; userId: string; kind: DeletionEmail['kind'] },
  { token }: Secret,
  now: Date,
): Promise<void> {
  const email = { userId, deviceId: null, address: null, words: token, dueAt: now }
  return addEmail(writing, deletionMessage, { ...email, about: [id, kind] })
}

/** And a version before is not sending it just now. */
function isEmailDue(now: Date) {
  const stuckBefore = new Date(now.getTime() - messagesServerLimits.leaseMinutes * minuteMs)
  return sql<boolean>`email_due is not null and (email_begun_at is null or email_begun_at <= ${stuckBefore})`
}

/** Its time begins now. */
export function linkOf({ hash }: Pick<Secret, 'hash'>, now: Date) {
  return { token_hash: hash, expires_at: new Date(now.getTime() + accountDeletionLimits.linkHours * hourMs) }
}
