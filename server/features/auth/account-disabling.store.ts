import { sql } from 'kysely'
import { recordActivity } from '#server/db/activity-log.ts'
import type { Database } from '#server/db/database.ts'
import type { Hooks } from '#server/db/hooks.ts'
import { whileHolding } from '#server/db/locks.ts'
import { endHandedOut } from './credentials.store.ts'

/** For the operator: nobody can sign in to a disabled account. False if there is no such account. */
export async function disableAccount(database: Database, hooks: Hooks, email: string, at: Date): Promise<boolean> {
  const account = await database
    .selectFrom('users')
    .select('id')
    .where(sql<boolean>`lower(users.email) = ${email.toLowerCase()}`)
    .executeTakeFirst()
  if (account === undefined) return false
  return whileHolding(database, { accounts: [account.id] }, async (transaction) => {
    const row = await transaction
      .updateTable('users')
      .set({ disabled_at: at })
      .where('id', '=', account.id)
      .where(sql<boolean>`lower(users.email) = ${email.toLowerCase()}`)
      .returning('id')
      .executeTakeFirst()
    if (row === undefined) return false
    await endHandedOut(transaction, hooks, { userId: row.id })
    await recordActivity(transaction, { userId: row.id, actor: 'support', kind: 'account-disabled', at })
    return true
  })
}
