import type { Database } from '#server/db/database.ts'
import { isOwned } from './devices.store.ts'
import { skippingHeld, whileHolding } from '#server/db/locks.ts'

export interface DeviceOffer {
  deviceId: string
  /** Its owner. */
  userId: string
  ownerEmail: string
  /** To whom it is offered. */
  email: string
  model: string
}

interface NewOffer {
  /** The device's. */
  id: string
  userId: string
  sessionId: string
  email: string
  expiresAt: Date
}

export type DeviceOffersStore = ReturnType<typeof createDeviceOffersStore>

/** Devices that their owners want to hand over, one offer for each. It goes with the registration that it is about. */
export function createDeviceOffersStore(database: Database) {
  const offers = () =>
    database
      .selectFrom('device_offers')
      .innerJoin('devices', 'devices.id', 'device_offers.device_id')
      .innerJoin('device_inventory', 'device_inventory.imei', 'devices.imei')
      .innerJoin('users', 'users.id', 'devices.user_id')
      .select(['devices.id as deviceId', 'devices.user_id as userId', 'users.email as ownerEmail'])
      .select(['device_offers.email', 'device_inventory.model'])

  return {
    /**
     * Offers a user's device to an address, instead of to another one. `gone` where the user has it no more; `signed out`
     * where the session has ended since it was admitted: what ends sessions takes offers back, and must not miss this one.
     */
    offer(offer: NewOffer): Promise<'offered' | 'gone' | 'signed out'> {
      const held = { accounts: [offer.userId], devices: [offer.id] }
      return whileHolding(database, held, async (transaction) => {
        const session = await transaction
          .selectFrom('sessions')
          .select('id')
          .where('id', '=', offer.sessionId)
          .executeTakeFirst()
        if (session === undefined) return 'signed out'
        if (!(await isOwned(transaction, offer.id, offer.userId))) return 'gone'
        const values = { email: offer.email, expires_at: offer.expiresAt, token_hash: null }
        await transaction
          .insertInto('device_offers')
          .values({ device_id: offer.id, ...values })
          .onConflict((conflict) => conflict.column('device_id').doUpdateSet(values))
          .execute()
        return 'offered'
      })
    },

    async withdraw(deviceId: string): Promise<void> {
      await database.deleteFrom('device_offers').where('device_id', '=', deviceId).execute()
    },

    /** Gives the offer its token when its e-mail is written. Says what is offered by whom, or null when it is over. */
    async giveToken(deviceId: string, email: string, tokenHash: Buffer): Promise<DeviceOffer | null> {
      const given = await database
        .updateTable('device_offers')
        .set({ token_hash: tokenHash })
        .where('device_id', '=', deviceId)
        .where('email', '=', email)
        .returning('device_id')
        .executeTakeFirst()
      if (given === undefined) return null
      return (await offers().where('device_offers.device_id', '=', deviceId).executeTakeFirst()) ?? null
    },

    /** The offer that a mailed token leads to, while it lasts. */
    async byToken(tokenHash: Buffer, now: Date): Promise<DeviceOffer | null> {
      const offer = await offers().where('token_hash', '=', tokenHash).where('expires_at', '>', now).executeTakeFirst()
      return offer ?? null
    },

    /** Deletes what has expired; what somebody changes just now the next time. */
    async purge(now: Date): Promise<void> {
      const expired = database.selectFrom('device_offers').select('device_id').where('expires_at', '<=', now)
      await database
        .deleteFrom('device_offers')
        .where('device_id', 'in', expired.modifyEnd(skippingHeld('device_offers')))
        .execute()
    },
  }
}
