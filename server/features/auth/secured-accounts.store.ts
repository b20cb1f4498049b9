import { sql } from 'kysely'
import { accountLimits } from '#contract/account/account-limits.ts'
import { dayMs } from '#contract/base/time-units.ts'
import { recordActivity } from '#server/db/shared/activity-log.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import type { Hooks } from '#server/db/transactions/hooks.ts'
import { inTransaction, type Writing } from '#server/db/transactions/locks.ts'
import { isTakenBy } from '#server/db/transactions/unique.ts'
import type { Queue } from '#server/jobs/jobs.ts'
import { passwordResetMail } from './auth-mails.ts'
import { endHandedOut } from './handed-out.ts'
import { heldFor } from './mailed-tokens.store.ts'

export type SecuredAccountsStore = ReturnType<typeof createSecuredAccountsStore>

/** Accounts that the reader of their mailbox takes back after a change that was not theirs (decision 20). */
export function createSecuredAccountsStore(database: Database, queue: Queue, hooks: Hooks) {
  return {
    /**
     * „Das war ich nicht“: the reader of a mailbox that the account has, or had until recently, does not know what we
     * reported. Everything handed out ends, the password fits nothing any more, and the address is the reader's again. An
     * e-mail lets them set another password.
     * @param securing.passwordHash of something that nobody knows.
     * @returns the account and its address. Null if the link was used or has ended; `taken` if the address belongs to
     * somebody else by now, and then nothing changes.
     */
    async secureAccount(securing: {
      tokenHash: Buffer
      passwordHash: string
      at: Date
    }): Promise<{ userId: string; email: string } | 'taken' | null> {
      const { tokenHash, passwordHash, at } = securing
      const held = await heldFor(database, tokenHash)
      const devices = await devicesOf(database, held.accounts)
      const secured = inTransaction(database, { ...held, devices }, async (transaction) => {
        const link = await transaction
          .selectFrom('email_tokens')
          .innerJoin('users', 'users.id', 'email_tokens.user_id')
          .select(['users.id as userId', 'email_tokens.email', 'users.email as presentEmail'])
          .where('token_hash', '=', tokenHash)
          .where('purpose', '=', 'secure-account')
          .where('used_at', 'is', null)
          .executeTakeFirst()
        if (link === undefined) return null
        const { userId, email } = link
        if (email !== link.presentEmail && !(await restoreEmail(transaction, hooks, { userId, email, at }))) return null
        const locked = { password_hash: passwordHash, deletes_at: null }
        await transaction.updateTable('users').set(locked).where('id', '=', userId).execute()
        await endHandedOut(transaction, hooks, { userId, formerHolder: 'unknown' })
        await forgetWhereFrom(transaction, userId, at)
        // First: some ask which links to this mailbox still work.
        await hooks.accountSecured(transaction, { userId, email, devices, at })
        await endSecureLinks(transaction, { userId, email, at })
        await recordActivity(transaction, { userId, actor: 'owner', kind: 'account-secured', at })
        await queue.enqueue(transaction, passwordResetMail, { userId })
        return { userId, email }
      })
      return secured.catch((error: unknown) => {
        if (isTakenBy('users_email', error)) return 'taken'
        throw error
      })
    },
  }
}

/**
 * Makes a former address the account's again; those that came after it have never been. False if the account did not have
 * it, or too long ago.
 */
async function restoreEmail(
  transaction: Writing,
  hooks: Hooks,
  { userId, email, at }: { userId: string; email: string; at: Date },
): Promise<boolean> {
  const former = await transaction
    .selectFrom('former_emails')
    .select('replaced_at')
    .where('user_id', '=', userId)
    .where('email', '=', email)
    .where('replaced_at', '>', new Date(at.getTime() - accountLimits.formerEmailDays * dayMs))
    .executeTakeFirst()
  if (former === undefined) return false
  await transaction.updateTable('users').set({ email, email_verified_at: at }).where('id', '=', userId).execute()
  await hooks.emailChanged(transaction, { userId })
  await transaction
    .deleteFrom('former_emails')
    .where('user_id', '=', userId)
    .where('replaced_at', '>=', former.replaced_at)
    .execute()
  return true
}

/**
 * Of the links to secure an account, those to this address are used, and only those to still earlier addresses stay: a
 * thief who gave the account another address must neither undo this nor prevent it.
 */
async function endSecureLinks(
  transaction: Queries,
  { userId, email, at }: { userId: string; email: string; at: Date },
): Promise<void> {
  const unused = { user_id: userId, purpose: 'secure-account' } as const
  await transaction
    .updateTable('email_tokens')
    .set({ used_at: at })
    .where((where) => where.and({ ...unused, email }))
    .where('used_at', 'is', null)
    .execute()
  await transaction
    .deleteFrom('email_tokens')
    .where((where) => where.and(unused))
    .where('used_at', 'is', null)
    .where('email', 'not in', transaction.selectFrom('former_emails').select('email').where('user_id', '=', userId))
    .execute()
}

/** The hash of no key that anybody knows. */
const nobodysBrowser = Buffer.alloc(32)

/**
 * A sign-in from there may have been somebody else's: the next one is counted and reported like a stranger's. A
 * browser that nobody has stays in place of the known ones, because an account's first is not reported.
 */
async function forgetWhereFrom(transaction: Queries, userId: string, at: Date): Promise<void> {
  await transaction.deleteFrom('known_networks').where('user_id', '=', userId).execute()
  await transaction.deleteFrom('known_browsers').where('user_id', '=', userId).execute()
  await transaction
    .insertInto('known_browsers')
    .values({ user_id: userId, browser_hash: nobodysBrowser, last_used_at: at })
    .execute()
}

async function devicesOf(queries: Queries, accounts: readonly string[]): Promise<string[]> {
  const rows = await queries
    .selectFrom('devices')
    .select('id')
    .where(sql<boolean>`user_id = any(${accounts}::text[])`)
    .execute()
  return rows.map(({ id }) => id)
}
