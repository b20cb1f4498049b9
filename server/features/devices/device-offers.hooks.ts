import { sql } from 'kysely'
import type { Hooks } from '#server/db/transactions/hooks.ts'

export const deviceOffersHooks: Partial<Hooks> = {
  async credentialsChanged(writing, { userId }) {
    await writing
      .deleteFrom('device_offers')
      .where('device_id', 'in', writing.selectFrom('devices').select('id').where('user_id', '=', userId))
      .execute()
  },

  /** Offers to its address, which no account has any more. */
  async accountRemoved(writing, { email }) {
    await writing
      .deleteFrom('device_offers')
      .where(sql<boolean>`lower(email) = ${email.toLowerCase()}`)
      .execute()
  },
}
