import { sql } from 'kysely'
import { emergencyContactsLimits } from '#contract/emergency-contacts/emergency-contacts-limits.ts'
import type { EmergencyChainChange } from '#contract/emergency-contacts/emergency-contacts.ts'
import type { PhoneChannel } from '#contract/phones/phone-channel.ts'
import { contactState, type ContactTimes } from '#domain/emergency-contacts/contact-state.ts'
import { mailboxOf } from '#domain/emergency-contacts/mailbox.ts'
import { recordActivity, recordForOwner } from '#server/db/shared/activity-log.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import { isSignedIn } from '#server/db/connection/live-session.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'
import { isOwned } from '#server/db/shared/owned-device.ts'
import { forgetPhones } from '#server/db/shared/phones.ts'
import type { Queue } from '#server/jobs/jobs.ts'
import { emergencyInvitationMail, emergencyInvitedMail } from './emergency-mails.ts'
import { hashOf } from '#server/platform/secrets.ts'

export interface StoredContact extends ContactTimes {
  id: string
  email: string | null
  invitedAt: Date
  phone: PhoneChannel | null
  agreementVersion: number | null
}

export interface StoredChain {
  waitMinutes: number
  callsForHelp: boolean
  contacts: StoredContact[]
}

/** What a contact's link leads to. */
export interface LinkedContact extends ContactTimes {
  id: string
  deviceId: string
  ownerEmail: string
  deviceModel: string
  deviceName: string
}

interface NewInvitation {
  /** Of the contact, if the address is not in the list yet. */
  id: string
  userId: string
  sessionId: string
  deviceId: string
  email: string
  at: Date
  endsAt: Date
}

export type Invited =
  | { outcome: 'invited'; contactId: string }
  /**
   * `known`: in the list already. `left`: declined, or left, not long ago. `gone`: the device is not the user's any more.
   * `signed out`: the session has ended since the call was admitted.
   */
  | { outcome: 'known' | 'left' | 'full' | 'gone' | 'signed out' }

export type EmergencyContactsStore = ReturnType<typeof createEmergencyContactsStore>

/** Emergency contacts of devices. They go with the device. */
export function createEmergencyContactsStore(database: Database, queue: Queue) {
  return {
    chain: (deviceId: string): Promise<StoredChain> => readChain(database, deviceId),

    /** Puts an address at the end of a device's chain, or invites it again where its invitation has expired. Queues both e-mails. */
    invite(invitation: NewInvitation): Promise<Invited> {
      const { userId, sessionId, deviceId, email, at } = invitation
      return inTransaction(database, { accounts: [userId], devices: [deviceId] }, async (transaction) => {
        if (!(await isSignedIn(transaction, sessionId))) return { outcome: 'signed out' }
        if (!(await isOwned(transaction, deviceId, userId))) return { outcome: 'gone' }
        const { contacts } = await readChain(transaction, deviceId)
        const emailHash = mailboxHash(email)
        const known = await contactRows(transaction, deviceId).where('email_hash', '=', emailHash).executeTakeFirst()
        const state = known && contactState(known, at)
        if (state === 'LEFT') return { outcome: 'left' }
        if (state === 'INVITED' || state === 'ACCEPTED') return { outcome: 'known' }
        const taking = contacts.filter((contact) => contact.leftAt === null && contact.id !== known?.id)
        if (taking.length >= emergencyContactsLimits.perDevice) return { outcome: 'full' }
        const contactId = await putInvitation(transaction, invitation, known?.id ?? null)
        await recordActivity(transaction, { userId, deviceId, actor: 'owner', kind: 'emergency-contact-invited', at })
        await queue.enqueue(transaction, emergencyInvitationMail, { contactId })
        await queue.enqueue(transaction, emergencyInvitedMail, { contactId })
        return { outcome: 'invited', contactId }
      })
    },

    /**
     * Sets the order, the wait, and whether contacts are called for help; what is absent stays as it was. `changed`: the
     * order does not name exactly the contacts that there are. `gone`: the device is not the user's any more.
     */
    change(
      wanted: EmergencyChainChange & { userId: string; deviceId: string; at: Date },
    ): Promise<'done' | 'changed' | 'gone'> {
      const { userId, deviceId, at } = wanted
      return inTransaction(database, { accounts: [userId], devices: [deviceId] }, async (transaction) => {
        if (!(await isOwned(transaction, deviceId, userId))) return 'gone'
        const before = await readChain(transaction, deviceId)
        const present = before.contacts.filter(({ leftAt }) => leftAt === null).map(({ id }) => id)
        const { waitMinutes = before.waitMinutes, callsForHelp = before.callsForHelp, order = present } = wanted
        if (new Set(order).size !== order.length || new Set([...order, ...present]).size !== present.length) {
          return 'changed'
        }
        if (order.length !== present.length) return 'changed'
        for (const [position, id] of order.entries()) {
          await transaction.updateTable('emergency_contacts').set({ position }).where('id', '=', id).execute()
        }
        const chain = { wait_minutes: waitMinutes, calls_for_help: callsForHelp }
        await transaction
          .insertInto('emergency_chains')
          .values({ device_id: deviceId, ...chain })
          .onConflict((conflict) => conflict.column('device_id').doUpdateSet(chain))
          .execute()
        await recordActivity(transaction, { userId, deviceId, actor: 'owner', kind: 'emergency-contacts-changed', at })
        return 'done'
      })
    },

    /**
     * Deletes a contact of a device with everything that is known of them; nothing if it is gone. Who left stays: otherwise
     * their owner could invite them again at once.
     */
    remove({ deviceId, contactId, at }: { deviceId: string; contactId: string; at: Date }): Promise<void> {
      return inTransaction(database, { devices: [deviceId] }, async (transaction) => {
        const removed = await transaction
          .deleteFrom('emergency_contacts')
          .where('id', '=', contactId)
          .where('device_id', '=', deviceId)
          .where('left_at', 'is', null)
          .returning('id')
          .executeTakeFirst()
        if (removed === undefined) return
        await recordForOwner(transaction, { deviceId, actor: 'owner', kind: 'emergency-contact-removed', at })
      })
    },

    /** Whom an invitation goes to, and who invites; null if it is over. */
    async invitationOf(
      contactId: string,
      now: Date,
    ): Promise<{ email: string; ownerEmail: string; deviceModel: string; deviceName: string } | null> {
      const row = await linkedRows(database)
        .select('emergency_contacts.email')
        .where('emergency_contacts.id', '=', contactId)
        .executeTakeFirst()
      if (row === undefined || row.email === null || contactState(row, now) !== 'INVITED') return null
      const { email, ownerEmail, deviceModel, deviceName } = row
      return { email, ownerEmail, deviceModel, deviceName }
    },

    /** Gives a contact a link: one more, so that a lost e-mail that arrives later still leads somewhere. */
    async addLink(contactId: string, tokenHash: Buffer, at: Date): Promise<void> {
      await database
        .insertInto('emergency_contact_links')
        .values({ token_hash: tokenHash, contact_id: contactId, created_at: at })
        .execute()
    },

    /** Null if the link is unknown, or its contact has left or was removed. */
    byLink: (tokenHash: Buffer): Promise<LinkedContact | null> => byLink(database, tokenHash),

    /** Accepts an invitation, the first time. `over`: it has ended. */
    accept(tokenHash: Buffer, version: number, at: Date): Promise<LinkedContact | 'over'> {
      return withDeviceOf(tokenHash, async (transaction, contact) => {
        const state = contactState(contact, at)
        if (state === 'EXPIRED') return 'over'
        if (state === 'ACCEPTED') return contact
        const accepted = await transaction
          .updateTable('emergency_contacts')
          .set({ accepted_at: at, agreement_version: version })
          .where('id', '=', contact.id)
          .returning('id')
          .executeTakeFirst()
        // A change of the owner's credentials, which does not hold the device, has just ended the invitation.
        if (accepted === undefined) return 'over'
        const { deviceId } = contact
        await recordForOwner(transaction, { deviceId, actor: 'recipient', kind: 'emergency-contact-accepted', at })
        return { ...contact, acceptedAt: at }
      })
    },

    /** Declines an invitation, or leaves: address and phone are deleted at once, with all links. `over`: that was before. */
    leave(tokenHash: Buffer, at: Date): Promise<'left' | 'over'> {
      return withDeviceOf<'left' | 'over'>(tokenHash, async (transaction, { id, deviceId }) => {
        const left = await transaction
          .updateTable('emergency_contacts')
          .set({ left_at: at, email: null })
          .where('id', '=', id)
          .returning('id')
          .executeTakeFirst()
        if (left === undefined) return 'over'
        await transaction.deleteFrom('emergency_contact_links').where('contact_id', '=', id).execute()
        await forgetPhones(transaction, 'contact_id', [id])
        await recordForOwner(transaction, { deviceId, actor: 'recipient', kind: 'emergency-contact-left', at })
        return 'left'
      })
    },
  }

  /** Work on the contact of a link, while its device is held. */
  async function withDeviceOf<T>(
    tokenHash: Buffer,
    work: (transaction: Queries, contact: LinkedContact) => Promise<T>,
  ): Promise<T | 'over'> {
    const found = await byLink(database, tokenHash)
    if (found === null) return 'over'
    return inTransaction(database, { devices: [found.deviceId] }, async (transaction) => {
      const contact = await byLink(transaction, tokenHash)
      if (contact === null) return 'over'
      return work(transaction, contact)
    })
  }
}

function mailboxHash(email: string): Buffer {
  return hashOf(mailboxOf(email))
}

async function putInvitation(
  transaction: Queries,
  { id, deviceId, email, at, endsAt }: NewInvitation,
  knownId: string | null,
): Promise<string> {
  if (knownId !== null) {
    await transaction
      .updateTable('emergency_contacts')
      .set({ email, invited_at: at, invitation_ends_at: endsAt })
      .where('id', '=', knownId)
      .execute()
    return knownId
  }
  await transaction
    .insertInto('emergency_contacts')
    .values({
      id,
      device_id: deviceId,
      email,
      email_hash: mailboxHash(email),
      position: emergencyContactsLimits.perDevice,
      invited_at: at,
      invitation_ends_at: endsAt,
      accepted_at: null,
      agreement_version: null,
      left_at: null,
    })
    .execute()
  return id
}

function contactRows(queries: Queries, deviceId: string) {
  return queries
    .selectFrom('emergency_contacts')
    .leftJoin('phones', 'phones.contact_id', 'emergency_contacts.id')
    .select(['id', 'email', 'invited_at as invitedAt', 'invitation_ends_at as invitationEndsAt'])
    .select(['accepted_at as acceptedAt', 'left_at as leftAt', 'phones.channel as phone'])
    .select('agreement_version as agreementVersion')
    .where('device_id', '=', deviceId)
}

async function readChain(queries: Queries, deviceId: string): Promise<StoredChain> {
  const contacts = await contactRows(queries, deviceId)
    .orderBy(sql`left_at is not null`)
    .orderBy('position')
    .orderBy('invited_at')
    .orderBy('id')
    .execute()
  const chain = await queries
    .selectFrom('emergency_chains')
    .select(['wait_minutes', 'calls_for_help'])
    .where('device_id', '=', deviceId)
    .executeTakeFirst()
  return {
    waitMinutes: chain?.wait_minutes ?? emergencyContactsLimits.firstWaitMinutes,
    callsForHelp: chain?.calls_for_help ?? false,
    contacts,
  }
}

/** Contacts that have not left. */
function linkedRows(queries: Queries) {
  return queries
    .selectFrom('emergency_contacts')
    .innerJoin('devices', 'devices.id', 'emergency_contacts.device_id')
    .innerJoin('device_inventory', 'device_inventory.imei', 'devices.imei')
    .innerJoin('users', 'users.id', 'devices.user_id')
    .select(['emergency_contacts.id', 'devices.id as deviceId', 'users.email as ownerEmail'])
    .select(['device_inventory.model as deviceModel', 'devices.name as deviceName'])
    .select(['invitation_ends_at as invitationEndsAt', 'accepted_at as acceptedAt', 'left_at as leftAt'])
    .where('left_at', 'is', null)
}

async function byLink(queries: Queries, tokenHash: Buffer): Promise<LinkedContact | null> {
  const row = await linkedRows(queries)
    .innerJoin('emergency_contact_links', 'emergency_contact_links.contact_id', 'emergency_contacts.id')
    .where('emergency_contact_links.token_hash', '=', tokenHash)
    .executeTakeFirst()
  return row ?? null
}
