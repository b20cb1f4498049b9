import { sql } from 'kysely'
import { accountLimits } from '#contract/account/account-limits.ts'
import type { User } from '#contract/auth/auth.ts'
import { dayMs } from '#contract/base/time-units.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'
import type { Tables } from '#server/registers.ts'
import type { Queue } from '#server/jobs/jobs.ts'
import { passwordResetMail, verificationMail } from './auth-mails.ts'

/** A user, with fields that only the server may know. */
export interface Account extends User {
  passwordHash: string
  /** Set or confirmed by the reader of the mailbox. */
  passwordConfirmed: boolean
  disabled: boolean
}

export type AccountsStore = ReturnType<typeof createAccountsStore>

/** The accounts, as a login and the steps of a registration need them. */
export function createAccountsStore(database: Database, queue: Queue) {
  return {
    accountByEmail: (email: string): Promise<Account | null> => accountByEmail(database, email),

    async accountById(id: string): Promise<Account | null> {
      const row = await accountRows(database).where('id', '=', id).executeTakeFirst()
      return row === undefined ? null : accountOf(row)
    },

    async passwordHash(userId: string): Promise<string> {
      const row = await database
        .selectFrom('users')
        .select('password_hash')
        .where('id', '=', userId)
        .executeTakeFirstOrThrow()
      return row.password_hash
    },

    /** Stores another hash of the same password. False if the stored one has changed meanwhile. */
    async renewPasswordHash(userId: string, former: string, renewed: string): Promise<boolean> {
      const row = await database
        .updateTable('users')
        .set({ password_hash: renewed })
        .where('id', '=', userId)
        .where('password_hash', '=', former)
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },

    /**
     * Also queues the e-mail that has the address confirmed. Null when the address, in any case, already has an account, or
     * may take one back (`former_emails`).
     */
    async createAccount(account: {
      id: string
      email: string
      passwordHash: string
      createdAt: Date
      /** Of the browser that registers it; without one, no browser is spared the password. */
      registrationSecretHash?: Buffer
    }): Promise<Account | null> {
      return inTransaction(database, {}, async (transaction) => {
        const row = await transaction
          .insertInto('users')
          .values({
            id: account.id,
            email: account.email,
            password_hash: account.passwordHash,
            created_at: account.createdAt,
            demo: false,
          })
          .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
          .returningAll()
          .executeTakeFirst()
        if (row === undefined) return null
        // Asked afterwards: an address that was given up meanwhile is seen.
        const former = await transaction
          .selectFrom('former_emails')
          .select('user_id')
          .where(({ eb, fn }) => eb(fn('lower', ['email']), '=', account.email.toLowerCase()))
          .executeTakeFirst()
        if (former !== undefined) {
          await transaction.deleteFrom('users').where('id', '=', row.id).execute()
          return null
        }
        if (account.registrationSecretHash !== undefined) {
          await transaction
            .insertInto('registration_secrets')
            .values({
              user_id: row.id,
              secret_hash: account.registrationSecretHash,
              created_at: account.createdAt,
            })
            .execute()
        }
        await queue.enqueue(transaction, verificationMail, { userId: row.id })
        return accountOf({ ...row, returned_at: null })
      })
    },

    /** Has the link mailed once more that confirms the address; nothing if there is no such account, or it is finished. */
    async mailVerification(email: string): Promise<void> {
      const account = await accountByEmail(database, email)
      if (account === null || isFinished(account)) return
      const { id: userId } = account
      await inTransaction(database, {}, (transaction) => queue.enqueue(transaction, verificationMail, { userId }))
    },

    /** Has a link mailed that sets another password; nothing if there is no such account, or it is the demo's. */
    async mailPasswordReset(email: string): Promise<void> {
      const account = await accountByEmail(database, email)
      if (account === null || account.demo) return
      const { id: userId } = account
      await inTransaction(database, {}, (transaction) => queue.enqueue(transaction, passwordResetMail, { userId }))
    },

    async markEmailVerified(userId: string, at: Date): Promise<void> {
      await database
        .updateTable('users')
        .set({ email_verified_at: at })
        .where('id', '=', userId)
        .where('email_verified_at', 'is', null)
        .execute()
    },

    /** Removes ended sessions and unused browsers. */
    async purge(now: Date): Promise<void> {
      const sessions = await database.selectFrom('sessions').select('user_id').where('expires_at', '<=', now).execute()
      const browsers = await forgottenBrowsers(database, now).select('user_id').execute()
      const accounts = [...new Set([...sessions, ...browsers].map(({ user_id }) => user_id))]
      const isTheirs = sql<boolean>`user_id = any(${accounts}::text[])`
      await inTransaction(database, { accounts }, async (transaction) => {
        await transaction.deleteFrom('sessions').where('expires_at', '<=', now).where(isTheirs).execute()
        await transaction
          .deleteFrom('known_browsers')
          .where('browser_hash', 'in', forgottenBrowsers(transaction, now).select('browser_hash'))
          .where(isTheirs)
          .execute()
      })
    },
  }
}

/** The case of an address does not matter. */
export async function accountByEmail(queries: Queries, email: string): Promise<Account | null> {
  const row = await accountRows(queries)
    .where(({ eb, fn }) => eb(fn('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst()
  return row === undefined ? null : accountOf(row)
}

/** Browsers long unused. The last one stays: without any, the next sign-in would count as an account's first. */
function forgottenBrowsers(queries: Queries, now: Date) {
  return queries
    .selectFrom('known_browsers')
    .where('last_used_at', '<', new Date(now.getTime() - accountLimits.knownBrowserDays * dayMs))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('known_browsers as later')
          .select('later.user_id')
          .whereRef('later.user_id', '=', 'known_browsers.user_id')
          .whereRef('later.last_used_at', '>', 'known_browsers.last_used_at'),
      ),
    )
}

function accountRows(queries: Queries) {
  return queries
    .selectFrom('users')
    .leftJoin('alarm_email_returns', 'alarm_email_returns.user_id', 'users.id')
    .selectAll('users')
    .select('returned_at')
}

/** @param row.returned_at when an e-mail of an alarm came back from its address (`alarm_email_returns`). */
export function accountOf(row: Tables['users'] & { returned_at: Date | null }): Account {
  return {
    id: row.id,
    email: row.email,
    createdAt: row.created_at.toISOString(),
    emailVerified: row.email_verified_at !== null,
    imeiVerified: row.imei_verified_at !== null,
    ...(row.pending_email !== null && { pendingEmail: row.pending_email }),
    ...(row.returned_at !== null && { emailReturnedAt: row.returned_at.toISOString() }),
    ...(row.deletes_at !== null && { deletesAt: row.deletes_at.toISOString() }),
    ...(row.picture_id !== null && { pictureId: row.picture_id }),
    demo: row.demo,
    passwordHash: row.password_hash,
    passwordConfirmed: row.password_confirmed_at !== null,
    disabled: row.disabled_at !== null,
  }
}

/** Whether the registration is complete. Until then its e-mail can be sent again. */
export function isFinished({ emailVerified, imeiVerified }: Pick<User, 'emailVerified' | 'imeiVerified'>): boolean {
  return emailVerified && imeiVerified
}

/** What users may see of their own account. */
export function userOf({ passwordHash: _, passwordConfirmed: __, disabled: ___, ...user }: Account): User {
  return user
}
