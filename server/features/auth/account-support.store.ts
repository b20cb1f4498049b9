import { sql } from 'kysely'
import { recordActivity } from '#server/db/activity-log.ts'
import type { Database } from '#server/db/database.ts'
import type { Hooks } from '#server/db/hooks.ts'
import { whileHolding, type Writing } from '#server/db/locks.ts'
import { endHandedOut } from './credentials.store.ts'

/* What the operator does to an account, by its e-mail address. False if there is no such account. */

/** Nobody can sign in to a disabled account. */
export function disableAccount(database: Database, hooks: Hooks, email: string, at: Date): Promise<boolean> {
  return bySupport(database, email, async (transaction, userId) => {
    await transaction.updateTable('users').set({ disabled_at: at }).where('id', '=', userId).execute()
    await endHandedOut(transaction, hooks, { userId })
    await recordActivity(transaction, { userId, actor: 'support', kind: 'account-disabled', at })
  })
}

export function enableAccount(database: Database, email: string, at: Date): Promise<boolean> {
  return bySupport(database, email, async (transaction, userId) => {
    await transaction.updateTable('users').set({ disabled_at: null }).where('id', '=', userId).execute()
    await recordActivity(transaction, { userId, actor: 'support', kind: 'account-enabled', at })
  })
}

/** Both stages must be verified again. Sessions continue at the stage that is left. */
export function unverifyAccount(database: Database, email: string, at: Date): Promise<boolean> {
  return bySupport(database, email, async (transaction, userId) => {
    await transaction
      .updateTable('users')
      .set({ email_verified_at: null, imei_verified_at: null, unverified_at: at })
      .where('id', '=', userId)
      .execute()
    // What was confirmed before proves nothing for the new beginning.
    await transaction.deleteFrom('registration_secrets').where('user_id', '=', userId).execute()
    await recordActivity(transaction, { userId, actor: 'support', kind: 'account-unverified', at })
  })
}

async function bySupport(
  database: Database,
  email: string,
  change: (transaction: Writing, userId: string) => Promise<void>,
): Promise<boolean> {
  const byEmail = sql<boolean>`lower(users.email) = ${email.toLowerCase()}`
  const found = await database.selectFrom('users').select('id').where(byEmail).executeTakeFirst()
  if (found === undefined) return false
  return whileHolding(database, { accounts: [found.id] }, async (transaction) => {
    const still = await transaction
      .selectFrom('users')
      .select('id')
      .where('id', '=', found.id)
      .where(byEmail)
      .executeTakeFirst()
    if (still === undefined) return false
    await change(transaction, found.id)
    return true
  })
}
