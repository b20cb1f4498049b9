import { sql } from 'kysely'
import { recordActivity } from '#server/db/shared/activity-log.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import type { Hooks } from '#server/db/transactions/hooks.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'
import { isTakenBy } from '#server/db/transactions/unique.ts'
import type { Queue } from '#server/jobs/jobs.ts'
import { credentialChangeMail, emailChangeMail, emailChangeNotice } from '#server/mail/credential-mails.ts'
import { endHandedOut } from './handed-out.ts'
import { heldFor, useToken } from './mailed-tokens.store.ts'

export type CredentialsStore = ReturnType<typeof createCredentialsStore>

/**
 * Passwords and addresses that an account changes. In its own transaction, each change ends what was handed out before, and
 * queues the e-mail that reports it.
 */
export function createCredentialsStore(database: Database, queue: Queue, hooks: Hooks) {
  return {
    /**
     * Sets a new password and keeps one session.
     * @param change.provenHash the stored hash that the present password was checked against.
     * @returns false if the password has changed since it was checked.
     */
    async changePassword(change: {
      userId: string
      provenHash: string
      passwordHash: string
      keptSessionId: string
      at: Date
    }): Promise<boolean> {
      return inTransaction(database, { accounts: [change.userId] }, async (transaction) => {
        const row = await transaction
          .updateTable('users')
          .set({ password_hash: change.passwordHash })
          .where('id', '=', change.userId)
          .where('password_hash', '=', change.provenHash)
          .returning('email')
          .executeTakeFirst()
        if (row === undefined) return false
        await endHandedOut(transaction, hooks, { userId: change.userId, keptSessions: [change.keptSessionId] })
        await recordActivity(transaction, {
          userId: change.userId,
          actor: 'owner',
          kind: 'password-changed',
          at: change.at,
        })
        const mail = { userId: change.userId, email: row.email, change: 'password' } as const
        await queue.enqueue(transaction, credentialChangeMail, mail)
        return true
      })
    },

    /**
     * Sets the password for the owner of the e-mailed link. Reading it proves the address.
     * @returns that address, or null if the link has been used or has ended.
     */
    async resetPassword(reset: { tokenHash: Buffer; passwordHash: string; at: Date }): Promise<string | null> {
      return inTransaction(database, await heldFor(database, reset.tokenHash), async (transaction) => {
        const userId = await useToken(transaction, reset.tokenHash, reset.at)
        if (userId === null) return null
        const { email } = await transaction
          .updateTable('users')
          .set(({ fn, val }) => ({
            password_hash: reset.passwordHash,
            email_verified_at: fn.coalesce('email_verified_at', val(reset.at)),
            password_confirmed_at: reset.at,
          }))
          .where('id', '=', userId)
          .returning('email')
          .executeTakeFirstOrThrow()
        await endHandedOut(transaction, hooks, { userId })
        await recordActivity(transaction, { userId, actor: 'owner', kind: 'password-reset', at: reset.at })
        await queue.enqueue(transaction, credentialChangeMail, { userId, email, change: 'password' })
        return email
      })
    },

    /**
     * Makes a confirmed new address the account's.
     * @param adoption.keptSessionId the session that opened the link: it continues, if it belongs to the same account, and so
     * does the one in which the address was given.
     * @returns the former address, or null if the link was used, the new address belongs to somebody else by now, or
     * another change was requested.
     */
    async adoptEmail(adoption: {
      tokenHash: Buffer
      email: string
      keptSessionId: string | null
      at: Date
    }): Promise<{ userId: string; formerEmail: string } | null> {
      const adopted = inTransaction(database, await heldFor(database, adoption.tokenHash), async (transaction) => {
        const userId = await useToken(transaction, adoption.tokenHash, adoption.at)
        if (userId === null) return null
        const { email: formerEmail, pending_email_session_id: askedIn } = await transaction
          .selectFrom('users')
          .select(['email', 'pending_email_session_id'])
          .where('id', '=', userId)
          .executeTakeFirstOrThrow()
        const row = await transaction
          .updateTable('users')
          .set({
            email: adoption.email,
            pending_email: null,
            email_verified_at: adoption.at,
          })
          .where('id', '=', userId)
          .where('pending_email', '=', adoption.email)
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('users as other')
                  .select('other.id')
                  .where(sql<string>`lower(other.email)`, '=', adoption.email.toLowerCase())
                  .where('other.id', '!=', userId),
              ),
            ),
          )
          .returning('id')
          .executeTakeFirst()
        if (row === undefined) return null
        await noteFormerEmail(transaction, { userId, formerEmail, ...adoption })
        await hooks.emailChanged(transaction, { userId })
        await endHandedOut(transaction, hooks, { userId, keptSessions: [adoption.keptSessionId, askedIn] })
        await recordActivity(transaction, { userId, actor: 'owner', kind: 'email-changed', at: adoption.at })
        await queue.enqueue(transaction, credentialChangeMail, { userId, email: formerEmail, change: 'email' })
        return { userId, formerEmail }
      })
      // If two accounts confirm the same address at the same moment, neither sees the other.
      return adopted.catch((error: unknown) => {
        if (isTakenBy('users_email', error)) return null
        throw error
      })
    },

    /**
     * Makes a new address pending until it is confirmed, in place of an earlier pending one. Both addresses get an e-mail.
     * @returns false if the password has changed since it was checked.
     */
    askForEmailChange(change: {
      userId: string
      sessionId: string
      provenHash: string
      newEmail: string
      at: Date
    }): Promise<boolean> {
      return inTransaction(database, { accounts: [change.userId] }, async (transaction) => {
        const row = await transaction
          .updateTable('users')
          .set({ pending_email: change.newEmail, pending_email_session_id: change.sessionId })
          .where('id', '=', change.userId)
          .where('password_hash', '=', change.provenHash)
          .returning('email')
          .executeTakeFirst()
        if (row === undefined) return false
        const { userId, newEmail, at } = change
        await recordActivity(transaction, { userId, actor: 'owner', kind: 'email-change-asked', at })
        await queue.enqueue(transaction, emailChangeMail, { userId, newEmail })
        await queue.enqueue(transaction, emailChangeNotice, { userId, email: row.email, newEmail })
        return true
      })
    },
  }
}

/** The mailbox of a former address may secure the account for a while. An address that is the account's again is none. */
async function noteFormerEmail(
  transaction: Queries,
  { userId, formerEmail, email, at }: { userId: string; formerEmail: string; email: string; at: Date },
): Promise<void> {
  await transaction
    .insertInto('former_emails')
    .values({ user_id: userId, email: formerEmail, replaced_at: at })
    .onConflict((conflict) => conflict.columns(['user_id', 'email']).doUpdateSet({ replaced_at: at }))
    .execute()
  await transaction.deleteFrom('former_emails').where('user_id', '=', userId).where('email', '=', email).execute()
}
