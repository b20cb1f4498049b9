import { sql } from 'kysely'
import { purgeServerLimits } from '#contract/limits/purge-limits.ts'
import { dayMs } from '#contract/base/time-units.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import { forgetAttempts } from '#server/db/transactions/attempts.ts'
import type { Hooks } from '#server/db/transactions/hooks.ts'
import { type Locks, inTransaction } from '#server/db/transactions/locks.ts'
import { leavePositions } from '#server/db/positions/position-removals.ts'
import { figuresButPositions } from './deletion-figures.ts'

/** Why an account goes. It is asked again while the account is held: its owner may have kept it meanwhile. */
export type RemovalReason = 'grace over' | 'never verified' | 'support'

export type AccountRemovalStore = ReturnType<typeof createAccountRemovalStore>

/** The end of accounts, whatever the reason: everything of one but its positions goes in one transaction. */
export function createAccountRemovalStore(database: Database, hooks: Hooks) {
  const store = {
    /** The accounts whose time has come. */
    async due(now: Date): Promise<{ userId: string; reason: RemovalReason }[]> {
      const over = await leaving(database, 'grace over', now).select('id').orderBy('deletes_at').execute()
      const never = await leaving(database, 'never verified', now).select('id').orderBy('created_at').execute()
      return [
        ...over.map(({ id }) => ({ userId: id, reason: 'grace over' as const })),
        ...never.map(({ id }) => ({ userId: id, reason: 'never verified' as const })),
      ]
    },

    /**
     * Deletes an account with everything that it has or that names it, and leaves a receipt to be sent. Its trackers return
     * to the inventory; running licences become free, and their keys work elsewhere.
     * Its positions are deleted afterwards in portions, and the receipt waits for that.
     * @returns false if the account is gone, or its reason does not hold any more.
     */
    async remove(removal: { userId: string; reason: RemovalReason; receiptId: string; now: Date }): Promise<boolean> {
      const { userId, reason, receiptId, now } = removal
      const known = await belongingsOf(database, userId)
      const removed = await inTransaction(database, heldFor(userId, known), async (transaction) => {
        const account = await leaving(transaction, reason, now)
          .select('email')
          .where('id', '=', userId)
          .executeTakeFirst()
        if (account === undefined) return false
        const present = await belongingsOf(transaction, userId)
        // It got a device or a licence before it was held.
        if (!isWithin(present, known)) return 'again'
        const figures = await figuresButPositions(transaction, userId, now)
        const names = [userId, ...(await addressesOf(transaction, userId)), ...present.devices]
        await forgetAttempts(transaction, names)
        const { devices, watched } = present
        await hooks.accountRemoved(transaction, { userId, email: account.email, devices, watched, at: now })
        await transaction
          .insertInto('account_deletion_receipts')
          .values({
            id: receiptId,
            email: reason === 'never verified' ? null : account.email,
            names,
            figures: JSON.stringify(figures),
            deleted_at: now,
            email_begun_at: ofThisVersion,
          })
          .execute()
        await leavePositions(transaction, devices, receiptId)
        return true
      })
      return removed === 'again' ? store.remove(removal) : removed
    },
  }
  return store
}

/** A version before would send a receipt before all positions are counted: to it, this one is being sent. */
const ofThisVersion = new Date('9999-01-01T00:00:00Z')

/** Accounts that a reason holds for. The demo account is never deleted. */
function leaving(queries: Queries, reason: RemovalReason, now: Date) {
  const accounts = queries.selectFrom('users').where('demo', '=', false)
  if (reason === 'grace over') return accounts.where('deletes_at', '<=', now)
  if (reason === 'support') return accounts
  const neverVerifiedSince = new Date(now.getTime() - purgeServerLimits.neverVerifiedDays * dayMs)
  return accounts
    .where('email_verified_at', 'is', null)
    .where('unverified_at', 'is', null)
    .where('created_at', '<', neverVerifiedSince)
}

/** All addresses that the account has, had or should have had, in lower case. */
async function addressesOf(queries: Queries, userId: string): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select lower(email) as email from users where id = ${userId}
    union select lower(pending_email) from users where id = ${userId} and pending_email is not null
    union select lower(email) from former_emails where user_id = ${userId}
    union select lower(email) from email_tokens where user_id = ${userId}
    order by email`.execute(queries)
  return rows.map(({ email }) => email)
}

interface Belongings {
  devices: string[]
  licences: string[]
  /** Devices of others that are offered to the account. */
  offered: string[]
  /** Devices of others of which its person is an emergency contact, or to which they are invited. */
  watched: string[]
}

async function belongingsOf(queries: Queries, userId: string): Promise<Belongings> {
  const devices = await queries.selectFrom('devices').select('id').where('user_id', '=', userId).orderBy('id').execute()
  const licences = await queries.selectFrom('licences').select('id').where('user_id', '=', userId).execute()
  const offered = await queries
    .selectFrom('device_offers')
    .innerJoin('users', (join) => join.on(sql<boolean>`lower(users.email) = lower(device_offers.email)`))
    .select('device_id as id')
    .where('users.id', '=', userId)
    .execute()
  // By a confirmed address only, so that nobody ends that by registering an address that is not theirs.
  const watched = await queries
    .selectFrom('emergency_contacts')
    .innerJoin('users', (join) => join.on(sql<boolean>`lower(users.email) = lower(emergency_contacts.email)`))
    .select('device_id as id')
    .where('users.id', '=', userId)
    .where('users.email_verified_at', 'is not', null)
    .execute()
  const invitedTo = await queries
    .selectFrom('vehicle_people')
    .innerJoin('users', (join) =>
      join.on(sql<boolean>`lower(users.email) = lower(vehicle_people.email) or users.id = user_id`),
    )
    .select('device_id as id')
    .where('users.id', '=', userId)
    .where('users.email_verified_at', 'is not', null)
    .execute()
  const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
  return {
    devices: idsOf(devices),
    licences: idsOf(licences),
    offered: idsOf(offered),
    watched: idsOf([...watched, ...invitedTo]),
  }
}

/** Its trackers are held, so no report is stored meanwhile, and none afterwards, when they are nobody's; with its POI reports, nobody votes on them meanwhile. */
function heldFor(userId: string, { devices, licences, offered, watched }: Belongings): Locks {
  return {
    turn: 'poi reports',
    trackers: { ofDevices: devices },
    accounts: [userId],
    licences,
    devices: [...devices, ...offered, ...watched],
    alarms: { ofDevices: devices },
  }
}

function isWithin(present: Belongings, known: Belongings): boolean {
  const areIn = (some: readonly string[], all: readonly string[]) => some.every((id) => all.includes(id))
  return (
    areIn(present.devices, known.devices) &&
    areIn(present.licences, known.licences) &&
    areIn(present.offered, known.offered) &&
    areIn(present.watched, known.watched)
  )
}
