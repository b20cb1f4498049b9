import { sql } from 'kysely'
import type { Database } from '#server/db/connection/database.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'
import { type BySupport, recordSupport } from '#server/db/shared/support-log.ts'
import { isOn } from './second-factor.store.ts'

/** For the operator: null if there is no such account, false if it was off already. The owner is told by a job. */
export async function switchOffSecondFactorOf(
  database: Database,
  email: string,
  support: BySupport,
): Promise<boolean | null> {
  const account = await database
    .selectFrom('users')
    .select('id')
    .where(sql<boolean>`lower(users.email) = ${email.toLowerCase()}`)
    .executeTakeFirst()
  if (account === undefined) return null
  return inTransaction(database, { accounts: [account.id] }, async (transaction) => {
    if (!(await isOn(transaction, account.id))) return false
    await transaction.deleteFrom('recovery_codes').where('user_id', '=', account.id).execute()
    await transaction
      .updateTable('second_factors')
      .set({ secret: Buffer.alloc(0), confirmed_at: null, last_period: null, support_removed_at: support.at })
      .where('user_id', '=', account.id)
      .execute()
    await recordSupport(transaction, { userId: account.id, kind: 'second-factor-off', ...support })
    return true
  })
}
