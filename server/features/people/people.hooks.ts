import { sql } from 'kysely'
import type { Hooks } from '#server/db/transactions/hooks.ts'
import { skippingLocked } from '#server/db/transactions/locks.ts'

export const peopleHooks: Partial<Hooks> = {
  /** Invitations that nobody has accepted. Those that are held are being accepted or deleted just now. */
  async credentialsChanged(writing, { userId }) {
    const open = writing
      .selectFrom('vehicle_people')
      .select('id')
      .where('device_id', 'in', writing.selectFrom('devices').select('id').where('user_id', '=', userId))
      .where('accepted_at', 'is', null)
    await writing
      .deleteFrom('vehicle_people')
      .where('id', 'in', open.modifyEnd(skippingLocked('vehicle_people')))
      .execute()
  },

  /** Somebody else may have invited themselves to learn where a vehicle is. */
  async accountSecured(writing, { devices }) {
    await writing
      .deleteFrom('vehicle_people')
      .where(sql<boolean>`device_id = any(${devices}::text[])`)
      .execute()
  },

  /** What it was to vehicles of others, which are held, and invitations to its address. */
  async accountRemoved(writing, { userId, email, watched }) {
    await writing
      .deleteFrom('vehicle_people')
      .where(
        sql<boolean>`(user_id = ${userId} or device_id = any(${watched}::text[]) and lower(email) = ${email.toLowerCase()})`,
      )
      .execute()
  },
}
