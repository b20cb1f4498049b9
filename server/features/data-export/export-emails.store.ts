import { sql } from 'kysely'
import * as z from 'zod'
import type { Database } from '#server/db/connection/database.ts'
import { inTransaction, type Writing } from '#server/db/transactions/locks.ts'
import { addEmail, messageKind } from '#server/db/shared/messages.ts'
import type { Secret } from '#server/platform/secrets.ts'

/** What an e-mail about an export says, and to whom. */
export interface ExportEmail {
  email: string
  /** Null of one that support made. */
  expiresAt: Date | null
}

export const exportMessage = messageKind('data-export', z.tuple([z.string()]))

export type ExportEmailsStore = ReturnType<typeof createExportEmailsStore>

/** The e-mails about exports, and those that a version before still owes. */
export function createExportEmailsStore(database: Database) {
  return {
    /** Those that a version before has made, and about which it has added no e-mail yet. */
    async unmailed(): Promise<{ id: string; userId: string }[]> {
      const rows = await database
        .selectFrom('data_exports')
        .select(['id', 'user_id'])
        .where('state', 'in', ['READY', 'HANDED_OUT'])
        .where('mail_queued_at', 'is', null)
        .execute()
      return rows.map(({ id, user_id: userId }) => ({ id, userId }))
    },

    /** Its e-mail, which a version before has queued and not sent, is to be added again. */
    async returnEmail(id: string): Promise<void> {
      await database
        .updateTable('data_exports')
        .set({ mail_queued_at: null })
        .where('id', '=', id)
        .where('state', 'in', ['READY', 'HANDED_OUT'])
        .execute()
    },

    /** Adds the e-mail about one of these, once. */
    addEmail({ id, userId }: { id: string; userId: string }, secret: Secret, now: Date): Promise<void> {
      return inTransaction(database, { accounts: [userId] }, async (writing) => {
        const noted = await writing
          .updateTable('data_exports')
          .set(mailed(secret, now))
          .where('id', '=', id)
          .where('mail_queued_at', 'is', null)
          .returning('id')
          .executeTakeFirst()
        if (noted !== undefined) await addExportEmail(writing, { id, userId }, secret, now)
      })
    },

    /**
     * What the e-mail with this token says; null if there is nothing to tell any more. The link is valid for the address that the
     * account has now.
     */
    async beginEmail(id: string, hash: Buffer, now: Date): Promise<ExportEmail | null> {
      const { rows } = await sql<{ email: string; expires_at: Date | null }>`
        update data_exports set mail_begun_at = ${now}, mailed_to = users.email
        from users
        where data_exports.id = ${id} and users.id = data_exports.user_id and token_hash = ${hash}
          and (state = 'HANDED_OUT' or state = 'READY' and expires_at > ${now})
        returning users.email, expires_at`.execute(database)
      const [row] = rows
      return row === undefined ? null : { email: row.email, expiresAt: row.expires_at }
    },
  }
}

/** Of an export about which an e-mail is added. */
export function mailed({ hash }: Secret, at: Date) {
  return { mail_queued_at: at, token_hash: hash }
}

/** With the token of its link. */
export function addExportEmail(
  writing: Writing,
  { id, userId }: { id: string; userId: string },
  { token }: Secret,
  at: Date,
): Promise<void> {
  const email = { userId, deviceId: null, address: null, words: token, dueAt: at }
  return addEmail(writing, exportMessage, { ...email, about: [id] })
}
