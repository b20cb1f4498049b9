import { phonesServerLimits } from '#contract/phones/phones-limits.ts'
import type { PhoneChannel } from '#contract/phones/phone-channel.ts'
import { recordActivity } from '#server/db/shared/activity-log.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import { isSignedIn } from '#server/db/connection/live-session.ts'
import { type Locks, inTransaction } from '#server/db/transactions/locks.ts'
import { forgetPhones, type PhoneColumn } from '#server/db/shared/phones.ts'

/** Whose phone it is: of somebody signed in, or of an emergency contact who has a link. */
export type PhonePerson = { userId: string; sessionId: string } | { contactId: string; deviceId: string }

interface Phone {
  number: string
  channel: PhoneChannel
}

export interface StoredPhones {
  phone: (Phone & { confirmedAt: Date }) | null
  asked: (Phone & { endsAt: Date }) | null
}

export type PhonesStore = ReturnType<typeof createPhonesStore>

/** Telephone numbers of people, and the codes by which they confirm them. */
export function createPhonesStore(database: Database) {
  return {
    async read(person: PhonePerson, now: Date): Promise<StoredPhones> {
      const { column, id } = keyOf(person)
      const phone = await database
        .selectFrom('phones')
        .select(['number', 'channel', 'confirmed_at as confirmedAt'])
        .where(column, '=', id)
        .executeTakeFirst()
      const asked = await database
        .selectFrom('phone_codes')
        .select(['number', 'channel', 'ends_at as endsAt'])
        .where(column, '=', id)
        .where('ends_at', '>', now)
        .executeTakeFirst()
      return { phone: phone ?? null, asked: asked ?? null }
    },

    /** Notes a code that is about to be sent, in place of a former one. False: the person is signed out, or has left. */
    ask(person: PhonePerson, asked: Phone & { codeHash: string; endsAt: Date }): Promise<boolean> {
      return inTransaction(database, heldFor(person), async (transaction) => {
        if (!(await isThere(transaction, person))) return false
        await forgetCode(transaction, person)
        const { number, channel, codeHash, endsAt } = asked
        await transaction
          .insertInto('phone_codes')
          .values({ ...columnsOf(person), number, channel, code_hash: codeHash, ends_at: endsAt })
          .execute()
        return true
      })
    },

    /** Takes one of the few tries to enter a code, and returns its hash; null if there is no code, or no try left. */
    async takeTry(person: PhonePerson, now: Date): Promise<string | null> {
      const { column, id } = keyOf(person)
      const row = await database
        .updateTable('phone_codes')
        .set((update) => ({ tries: update('tries', '+', 1) }))
        .where(column, '=', id)
        .where('ends_at', '>', now)
        .where('tries', '<', phonesServerLimits.triesPerCode)
        .returning('code_hash')
        .executeTakeFirst()
      return row?.code_hash ?? null
    },

    /** The number of this code is the person's from now on. False if the code was replaced or deleted meanwhile. */
    confirm(person: PhonePerson, codeHash: string, at: Date): Promise<boolean> {
      return inTransaction(database, heldFor(person), async (transaction) => {
        const { column, id } = keyOf(person)
        if (!(await isThere(transaction, person))) return false
        const asked = await transaction
          .selectFrom('phone_codes')
          .select(['number', 'channel'])
          .where(column, '=', id)
          .where('code_hash', '=', codeHash)
          .executeTakeFirst()
        if (asked === undefined) return false
        await forgetPhones(transaction, column, [id])
        await transaction
          .insertInto('phones')
          .values({ ...columnsOf(person), ...asked, confirmed_at: at })
          .execute()
        await record(transaction, person, 'phone-confirmed', at)
        return true
      })
    },

    /** Forgets a code that could not be sent. */
    async unask(person: PhonePerson, codeHash: string): Promise<void> {
      const { column, id } = keyOf(person)
      await database.deleteFrom('phone_codes').where(column, '=', id).where('code_hash', '=', codeHash).execute()
    },

    remove(person: PhonePerson, at: Date): Promise<void> {
      return inTransaction(database, heldFor(person), async (transaction) => {
        const { column, id } = keyOf(person)
        const phone = await transaction.selectFrom('phones').select('number').where(column, '=', id).executeTakeFirst()
        await forgetPhones(transaction, column, [id])
        if (phone !== undefined) await record(transaction, person, 'phone-removed', at)
      })
    },
  }
}

function keyOf(person: PhonePerson): { column: PhoneColumn; id: string } {
  if ('userId' in person) return { column: 'user_id', id: person.userId }
  return { column: 'contact_id', id: person.contactId }
}

function columnsOf(person: PhonePerson): { user_id: string | null; contact_id: string | null } {
  if ('userId' in person) return { user_id: person.userId, contact_id: null }
  return { user_id: null, contact_id: person.contactId }
}

function heldFor(person: PhonePerson): Locks {
  return 'userId' in person ? { accounts: [person.userId] } : { devices: [person.deviceId] }
}

/** An ended session or a contact who left confirms nothing. */
async function isThere(transaction: Queries, person: PhonePerson): Promise<boolean> {
  if ('userId' in person) return isSignedIn(transaction, person.sessionId)
  const row = await transaction
    .selectFrom('emergency_contacts')
    .select('id')
    .where('id', '=', person.contactId)
    .where('accepted_at', 'is not', null)
    .where('left_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

async function forgetCode(transaction: Queries, person: PhonePerson): Promise<void> {
  const { column, id } = keyOf(person)
  await transaction.deleteFrom('phone_codes').where(column, '=', id).execute()
}

/** In the list of the account; a contact has none. */
async function record(
  transaction: Queries,
  person: PhonePerson,
  kind: 'phone-confirmed' | 'phone-removed',
  at: Date,
): Promise<void> {
  if ('userId' in person) await recordActivity(transaction, { userId: person.userId, actor: 'owner', kind, at })
}
