import { hourMs, minuteMs } from '#contract/base/time-units.ts'
import type { UsageType } from '#contract/devices/devices.ts'
import { peopleLimits, peopleServerLimits } from '#contract/people/people-limits.ts'
import type { PersonRole } from '#contract/people/vehicle-role.ts'
import { personState } from '#domain/people/person-state.ts'
import { recordActivity, recordForOwner } from '#server/db/shared/activity-log.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import { isSignedIn } from '#server/db/connection/live-session.ts'
import { addEmail } from '#server/db/shared/messages.ts'
import { isOwned } from '#server/db/shared/owned-device.ts'
import { isOwnerEnabled, isPersonNow, personOf, recordPerson } from '#server/db/shared/vehicle-people.ts'
import { inTransaction, type Writing } from '#server/db/transactions/locks.ts'
import { hashOf, type Secret } from '#server/platform/secrets.ts'
import { type ListedPerson, listPeople, peopleOf, personRows } from './listed-people.ts'
import { personInvitation, personInvited } from './person-mails.ts'

export interface StoredVehicle {
  deviceId: string
  deviceName: string
  usageType: UsageType
  ownerEmail: string
  role: PersonRole
  endsAt: Date | null
}

export interface NewPerson {
  id: string
  userId: string
  sessionId: string
  deviceId: string
  name: string
  email: string
  role: PersonRole
  /** Null: until somebody ends it. */
  endsAt: Date | null
  invitationEndsAt: Date
  /** Of the link in the e-mail. */
  secret: Secret
  at: Date
}

/** What an invitation's e-mails say. */
export interface Invitation {
  email: string
  role: PersonRole
  ownerEmail: string
  deviceModel: string
  deviceName: string
}

export type PeopleStore = ReturnType<typeof createPeopleStore>

/** Whom owners have invited to their vehicles. They go with the device. */
export function createPeopleStore(database: Database) {
  const invitations = () =>
    database
      .selectFrom('vehicle_people')
      .innerJoin('devices', 'devices.id', 'vehicle_people.device_id')
      .innerJoin('device_inventory', 'device_inventory.imei', 'devices.imei')
      .innerJoin('users', 'users.id', 'devices.user_id')
      .select(['vehicle_people.email', 'vehicle_people.role', 'users.email as ownerEmail'])
      .select(['device_inventory.model as deviceModel', 'devices.name as deviceName'])

  return {
    list: (deviceId: string, now: Date): Promise<ListedPerson[]> => listPeople(database, deviceId, now),

    /**
     * Invites somebody, or again where that is over. Queues both e-mails. `known`: in the list already. `gone`: the device is not
     * the user's any more. `signed out`: the session has ended since the call was admitted.
     */
    invite(person: NewPerson): Promise<'invited' | 'known' | 'full' | 'gone' | 'signed out'> {
      const { id, userId, deviceId, name, email, role, at } = person
      return inTransaction(database, { accounts: [userId], devices: [deviceId] }, async (writing) => {
        if (!(await isSignedIn(writing, person.sessionId))) return 'signed out'
        if (!(await isOwned(writing, deviceId, userId))) return 'gone'
        const present = await peopleOf(writing, deviceId).execute()
        const over = present.filter((one) => ['EXPIRED', 'ENDED'].includes(personState(one, at)))
        const others = present.filter((one) => !over.includes(one))
        if (others.some((one) => one.email.toLowerCase() === email.toLowerCase())) return 'known'
        if (others.length >= peopleLimits.perDevice) return 'full'
        const before = over.find((one) => one.email.toLowerCase() === email.toLowerCase())
        if (before !== undefined) await writing.deleteFrom('vehicle_people').where('id', '=', before.id).execute()
        await writing
          .insertInto('vehicle_people')
          .values({
            id,
            device_id: deviceId,
            user_id: null,
            name,
            email,
            role,
            token_hash: person.secret.hash,
            invited_at: at,
            invitation_ends_at: person.invitationEndsAt,
            accepted_at: null,
            ends_at: person.endsAt,
          })
          .execute()
        await recordActivity(writing, { userId, deviceId, actor: 'owner', kind: 'person-invited', detail: name, at })
        await addInvitationEmails(writing, person)
        return 'invited'
      })
    },

    /** Removes somebody, or an invitation; nothing if that is gone. */
    remove({ deviceId, personId, at }: { deviceId: string; personId: string; at: Date }): Promise<void> {
      return inTransaction(database, { devices: [deviceId] }, async (writing) => {
        const removed = await writing
          .deleteFrom('vehicle_people')
          .where('id', '=', personId)
          .where('device_id', '=', deviceId)
          .returning('name')
          .executeTakeFirst()
        if (removed === undefined) return
        const { name: detail } = removed
        await recordForOwner(writing, { deviceId, actor: 'owner', kind: 'person-removed', detail, at })
      })
    },

    /** What the e-mail with a token says; null once the invitation is over or used. */
    async invitationOf(tokenHash: Buffer, now: Date): Promise<Invitation | null> {
      const row = await invitations()
        .where('token_hash', '=', tokenHash)
        .where(isOwnerEnabled)
        .where('accepted_at', 'is', null)
        .where('invitation_ends_at', '>', now)
        .where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', now)]))
        .executeTakeFirst()
      return row ?? null
    },

    /** What is said to an owner of somebody who was invited; null where they were removed. */
    async invited(personId: string): Promise<Invitation | null> {
      return (await invitations().where('vehicle_people.id', '=', personId).executeTakeFirst()) ?? null
    },

    /**
     * Accepts an invitation with the account of its address, once. `over`: it has ended, or there is none. `used`: it was accepted.
     * `foreign`: it went to another address. An invitation of the same account to the same vehicle from before ends.
     */
    async accept({
      tokenHash,
      userId,
      email,
      at,
    }: {
      tokenHash: Buffer
      userId: string
      email: string
      at: Date
    }): Promise<StoredVehicle | 'over' | 'used' | 'foreign'> {
      const found = await database
        .selectFrom('vehicle_people')
        .select('device_id')
        .where('token_hash', '=', tokenHash)
        .where(isOwnerEnabled)
        .executeTakeFirst()
      if (found === undefined) return 'over'
      const deviceId = found.device_id
      return inTransaction(database, { accounts: [userId], devices: [deviceId] }, async (writing) => {
        const invited = await personRows(writing, deviceId).where('token_hash', '=', tokenHash).executeTakeFirst()
        if (invited === undefined) return 'over'
        if (invited.email.toLowerCase() !== email.toLowerCase()) return 'foreign'
        if (invited.acceptedAt !== null) return 'used'
        if (personState(invited, at) !== 'INVITED' || (await isOwned(writing, deviceId, userId))) return 'over'
        await writing
          .deleteFrom('vehicle_people')
          .where('device_id', '=', deviceId)
          .where('user_id', '=', userId)
          .execute()
        const accepted = await writing
          .updateTable('vehicle_people')
          .set({ user_id: userId, accepted_at: at })
          .where('id', '=', invited.id)
          .returning('id')
          .executeTakeFirst()
        // A change of the owner's credentials, which does not hold the device, has just ended the invitation.
        if (accepted === undefined) return 'over'
        await recordPerson(writing, { deviceId, name: invited.name, kind: 'person-accepted', at })
        return vehicleRows(writing, userId, at).where('devices.id', '=', deviceId).executeTakeFirstOrThrow()
      })
    },

    /** The vehicles of others to which somebody was invited and has accepted, as long as that lasts. */
    vehiclesOf: (userId: string, now: Date): Promise<StoredVehicle[]> =>
      vehicleRows(database, userId, now).orderBy('accepted_at').orderBy('vehicle_people.id').execute(),

    /** @returns false where they were not among its people. */
    leave({ deviceId, userId, at }: { deviceId: string; userId: string; at: Date }): Promise<boolean> {
      return inTransaction(database, { devices: [deviceId] }, async (writing) => {
        const left = await writing
          .deleteFrom('vehicle_people')
          .where('device_id', '=', deviceId)
          .where('user_id', '=', userId)
          .returning('name')
          .executeTakeFirst()
        if (left === undefined) return false
        await recordPerson(writing, { deviceId, name: left.name, kind: 'person-left', at })
        return true
      })
    },

    /** Whether its owner lets anybody see where it is: without tracking, what is still stored is the owner's alone. */
    async isTracked(deviceId: string): Promise<boolean> {
      const row = await database
        .selectFrom('tracking_settings')
        .select('enabled')
        .where('device_id', '=', deviceId)
        .executeTakeFirst()
      return row?.enabled === true
    },

    /**
     * Notes in the owner's list that somebody looks where the vehicle is, once in a while (`lookMinutes`).
     * @returns whether they may still look.
     */
    async look(looking: Looking): Promise<boolean> {
      if (await isLookNoted(database, looking)) return true
      const { deviceId, userId, at } = looking
      return inTransaction(database, { devices: [deviceId] }, async (writing) => {
        const person = await personOf(writing, { deviceId, userId }, at)
        if (person === null) return false
        // Another look of the same person, a moment ago.
        if (await isLookNoted(writing, looking)) return true
        await writing
          .updateTable('vehicle_people')
          .set({ looked_at: at })
          .where('device_id', '=', deviceId)
          .where('user_id', '=', userId)
          .execute()
        await recordPerson(writing, { deviceId, name: person.name, kind: 'person-looked', at })
        return true
      })
    },
  }
}

interface Looking {
  deviceId: string
  userId: string
  at: Date
}

/** Whether a look of a person who may look stands in the owner's list, from a while ago at most. */
async function isLookNoted(queries: Queries, { deviceId, userId, at }: Looking): Promise<boolean> {
  const noted = await queries
    .selectFrom('vehicle_people')
    .select('id')
    .where('device_id', '=', deviceId)
    .where('user_id', '=', userId)
    .where('looked_at', '>', new Date(at.getTime() - peopleServerLimits.lookMinutes * minuteMs))
    // What was noted when a clock of ours was ahead says nothing.
    .where('looked_at', '<', new Date(at.getTime() + hourMs))
    .where(isPersonNow(at))
    .executeTakeFirst()
  return noted !== undefined
}

function vehicleRows(queries: Queries, userId: string, now: Date) {
  return queries
    .selectFrom('vehicle_people')
    .innerJoin('devices', 'devices.id', 'vehicle_people.device_id')
    .innerJoin('users', 'users.id', 'devices.user_id')
    .select(['devices.id as deviceId', 'devices.name as deviceName', 'devices.usage_type as usageType'])
    .select(['users.email as ownerEmail', 'vehicle_people.role', 'vehicle_people.ends_at as endsAt'])
    .where('vehicle_people.user_id', '=', userId)
    .where(isPersonNow(now))
}

/** What a message is about is in its owner's export: never the hash itself. */
async function addInvitationEmails(writing: Writing, { id, userId, deviceId, email, secret, at }: NewPerson) {
  const about: [string, string] = [id, hashOf(secret.hash.toString('hex')).toString('hex')]
  const common = { about, userId, deviceId, address: null, dueAt: at }
  await addEmail(writing, personInvitation, { ...common, words: secret.token })
  await addEmail(writing, personInvited, { ...common, words: email })
}
