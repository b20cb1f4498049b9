import { sql } from 'kysely'
import { recordActivity, recordForOwner } from '#server/db/shared/activity-log.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import { isSignedIn } from '#server/db/connection/live-session.ts'
import { inTransaction, type Writing } from '#server/db/transactions/locks.ts'
import { addEmail, isEmailAdded } from '#server/db/shared/messages.ts'
import { isVehicleMissed } from '#server/db/shared/missed.ts'
import { isOwned } from '#server/db/shared/owned-device.ts'
import { leavePositions, positionRemovals } from '#server/db/positions/position-removals.ts'
import type { Queue } from '#server/jobs/jobs.ts'
import { deviceHandedOverMail, deviceOfferMessage } from './device-mails.ts'
import { hashOf, type Secret } from '#server/platform/secrets.ts'
import { noteRelease } from '#server/db/shared/tracker-life.ts'
import { deviceCount } from './device-rows.ts'

export interface DeviceOffer {
  deviceId: string
  /** Its owner. */
  userId: string
  ownerEmail: string
  /** The address that it is offered to. */
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
  /** Of the link in the e-mail. */
  secret: Secret
  at: Date
}

export type DeviceOffersStore = ReturnType<typeof createDeviceOffersStore>

/** Devices that their owners want to hand over, one offer for each. It is deleted with the device. */
export function createDeviceOffersStore(database: Database, queue: Queue) {
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
     * Offers a user's device to an address, by e-mail; an earlier offer of it ends. `gone`: the user does not have it any more.
     * `missed`: its owner has stated that it is stolen, or may be. `signed out`: the session has ended since the call was admitted. Ending sessions withdraws offers, and must not miss
     * this one.
     */
    offer(offer: NewOffer): Promise<'offered' | 'gone' | 'missed' | 'signed out'> {
      const held = { accounts: [offer.userId], devices: [offer.id] }
      return inTransaction(database, held, async (transaction) => {
        if (!(await isSignedIn(transaction, offer.sessionId))) return 'signed out'
        if (!(await isOwned(transaction, offer.id, offer.userId))) return 'gone'
        if (await isVehicleMissed(transaction, offer.id)) return 'missed'
        const values = { email: offer.email, expires_at: offer.expiresAt, token_hash: offer.secret.hash }
        await transaction
          .insertInto('device_offers')
          .values({ device_id: offer.id, ...values })
          .onConflict((conflict) => conflict.column('device_id').doUpdateSet(values))
          .execute()
        const { id: deviceId, userId, secret, at } = offer
        await recordActivity(transaction, { userId, deviceId, actor: 'owner', kind: 'device-offered', at })
        await addOfferEmail(transaction, { deviceId, userId }, secret, at)
        return 'offered'
      })
    },

    withdraw(deviceId: string, at: Date): Promise<void> {
      return inTransaction(database, { devices: [deviceId] }, async (transaction) => {
        const withdrawn = await transaction
          .deleteFrom('device_offers')
          .where('device_id', '=', deviceId)
          .where('expires_at', '>', at)
          .returning('device_id')
          .executeTakeFirst()
        if (withdrawn === undefined) return
        await recordForOwner(transaction, { deviceId, actor: 'owner', kind: 'device-offer-withdrawn', at })
      })
    },

    /**
     * Adds the e-mail about an offer that the version before has made, and has left to a job. Nothing where it is over, or where
     * an earlier try of the job has added it: its link would end.
     */
    async addEmail(deviceId: string, email: string, secret: Secret, at: Date): Promise<void> {
      const offer = await offers()
        .where('device_offers.device_id', '=', deviceId)
        .where('device_offers.email', '=', email)
        .executeTakeFirst()
      if (offer === undefined) return
      const { userId } = offer
      await inTransaction(database, { accounts: [userId], devices: [deviceId] }, async (writing) => {
        const present = await writing
          .selectFrom('device_offers')
          .select('token_hash')
          .where('device_id', '=', deviceId)
          .where('email', '=', email)
          .where('expires_at', '>', at)
          .executeTakeFirst()
        if (present === undefined) return
        const { token_hash: hash } = present
        if (hash !== null && (await isEmailAdded(writing, deviceOfferMessage, aboutOffer(deviceId, hash)))) return
        await writing
          .updateTable('device_offers')
          .set({ token_hash: secret.hash })
          .where('device_id', '=', deviceId)
          .execute()
        await addOfferEmail(writing, { deviceId, userId }, secret, at)
      })
    },

    /** The offer that a mailed token leads to, while it lasts. */
    async byToken(tokenHash: Buffer, now: Date): Promise<DeviceOffer | null> {
      const offer = await offers().where('token_hash', '=', tokenHash).where('expires_at', '>', now).executeTakeFirst()
      return offer ?? null
    },

    /**
     * Hands a device to the verified user that it is offered to. It is registered again with a new id, so that the new owner
     * can reach nothing of the old one (positions, settings, notes, links), and no old fixes that the tracker still sends.
     * The licence stays with the old owner, who gets an e-mail.
     */
    async handOver(request: {
      id: string
      userId: string
      newId: string
      recipientEmail: string
      maxDevices: number
      now: Date
    }): Promise<'handed over' | 'gone' | 'missed' | 'no recipient' | 'full'> {
      const present = await recipientFor(database, request.recipientEmail)
      const accounts = present === null ? [] : [present.id]
      const ofDevices = [request.id]
      const held = { trackers: { ofDevices }, accounts, devices: ofDevices, alarms: { ofDevices } }
      return inTransaction(database, held, async (transaction) => {
        if (!(await isOwned(transaction, request.id, request.userId))) return 'gone'
        if (!(await isOffered(transaction, request))) return 'gone'
        // What it reports is of its owner's case.
        if (await isVehicleMissed(transaction, request.id)) return 'missed'
        const recipient = await recipientFor(transaction, request.recipientEmail)
        if (recipient === null || recipient.id !== present?.id) return 'no recipient'
        if ((await deviceCount(transaction, recipient.id)) >= request.maxDevices) return 'full'
        const { userId, now: at } = request
        await recordActivity(transaction, {
          userId,
          deviceId: request.id,
          actor: 'recipient',
          kind: 'device-handed-over',
          at,
        })
        await noteRelease(transaction, request.id, request.now)
        const removed = await transaction
          .deleteFrom('devices')
          .where('id', '=', request.id)
          .returning(['imei', 'usage_type'])
          .executeTakeFirstOrThrow()
        await leavePositions(transaction, [request.id])
        const { model } = await transaction
          .selectFrom('device_inventory')
          .select('model')
          .where('imei', '=', removed.imei)
          .executeTakeFirstOrThrow()
        await transaction
          .insertInto('devices')
          .values({
            id: request.newId,
            imei: removed.imei,
            user_id: recipient.id,
            name: model,
            usage_type: removed.usage_type,
            registered_at: request.now,
            demo: false,
          })
          .execute()
        await recordActivity(transaction, {
          userId: recipient.id,
          deviceId: request.newId,
          actor: 'owner',
          kind: 'device-received',
          at,
        })
        const { email } = await transaction
          .selectFrom('users')
          .select('email')
          .where('id', '=', userId)
          .executeTakeFirstOrThrow()
        await queue.enqueue(transaction, positionRemovals, {})
        await queue.enqueue(transaction, deviceHandedOverMail, { email, model })
        return 'handed over'
      })
    },
  }
}

function addOfferEmail(
  writing: Writing,
  of: { deviceId: string; userId: string },
  { token, hash }: Secret,
  at: Date,
): Promise<void> {
  const about = aboutOffer(of.deviceId, hash)
  return addEmail(writing, deviceOfferMessage, { ...of, about, address: null, words: token, dueAt: at })
}

/** Tells an offer of a device from its next one. What a message is about is in its owner's export: never the hash itself. */
function aboutOffer(deviceId: string, tokenHash: Buffer): [string, string] {
  return [deviceId, hashOf(tokenHash.toString('hex')).toString('hex')]
}

/** Whether a device is offered to an address. While the device is held, nobody else can accept the offer. */
async function isOffered(
  queries: Queries,
  { id, recipientEmail, now }: { id: string; recipientEmail: string; now: Date },
): Promise<boolean> {
  const row = await queries
    .selectFrom('device_offers')
    .select('device_id')
    .where('device_id', '=', id)
    .where('email', '=', recipientEmail)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

/** The user who can be given a device. */
async function recipientFor(queries: Queries, email: string): Promise<{ id: string } | null> {
  const row = await queries
    .selectFrom('users')
    .select('id')
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .where('email_verified_at', 'is not', null)
    .where('imei_verified_at', 'is not', null)
    .where('demo', '=', false)
    .executeTakeFirst()
  return row ?? null
}
