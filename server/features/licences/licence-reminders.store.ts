import { sql } from 'kysely'
import type { LicenceType } from '#contract/licence-type.ts'
import { licencesServerLimits, type ReminderDays } from '#contract/licences-limits.ts'
import { dayMs } from '#contract/time-units.ts'
import { reminderDue } from '#domain/licences/licence-reminders.ts'
import type { Database } from '#server/db/database.ts'
import { type Due, isDue } from '#server/db/due.ts'
import { skippingHeld } from '#server/db/locks.ts'
import { pushTargetsOf } from '#server/db/push-targets.ts'
import type { PushTarget } from '#server/push/pusher.ts'

/** Which reminder it is. */
export interface ReminderKey {
  userId: string
  licenceId: string
  endsAt: Date
  daysBefore: ReminderDays
}

/** What a reminder tells its owner, and where it is sent. */
export interface LicenceReminder extends ReminderKey {
  email: string
  licenceType: LicenceType
  raisedAt: Date
  /** Sent for the first time: browsers are reminded then and never again. */
  isFirstTry: boolean
  /** What ends with the licence, by name. */
  devices: { name: string; lastActiveAt: Date | null }[]
  browsers: { id: string; target: PushTarget }[]
}

export type LicenceRemindersStore = ReturnType<typeof createLicenceRemindersStore>

/**
 * Reminders of licences that end. Each is stored once for each end and number of days, so that no restart and no second
 * process sends it again; the stored ones are their own queue.
 */
export function createLicenceRemindersStore(database: Database) {
  const store = {
    /** Stores the reminders that are due by now and were not before. */
    async raise(now: Date): Promise<void> {
      for (const { id, user_id: userId, ends_at: endsAt, days, last_raised: last } of await endingLicences(
        database,
        now,
      )) {
        const daysBefore = reminderDue({ endsAt, wholeDays: days }, now)
        if (daysBefore === null || (last !== null && last <= daysBefore)) continue
        await database
          .insertInto('licence_reminders')
          .values({
            user_id: userId,
            licence_id: id,
            ends_at: endsAt,
            days_before: daysBefore,
            state: 'QUEUED',
            created_at: now,
            begun_at: null,
            ended_at: null,
          })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      }
    },

    /** Claims a reminder that is due, the oldest first; null if none is. One that has become untrue is dropped. */
    async begin(now: Date, due: Due): Promise<LicenceReminder | null> {
      for (;;) {
        const claimed = await claim(database, now, due)
        if (claimed === null) return null
        const reminder = await read(database, claimed, now)
        if (reminder !== null) return reminder
        await database.deleteFrom('licence_reminders').where(isKey(claimed)).execute()
      }
    },

    /** Notes that its e-mail is still being sent. */
    async renew(key: ReminderKey, now: Date): Promise<void> {
      await database
        .updateTable('licence_reminders')
        .set({ begun_at: now })
        .where(isKey(key))
        .where('state', '=', 'SENDING')
        .execute()
    },

    async end(key: ReminderKey, state: 'SENT' | 'QUEUED' | 'FAILED', now: Date): Promise<void> {
      await database.updateTable('licence_reminders').set({ state, ended_at: now }).where(isKey(key)).execute()
    },
  }
  return store
}

interface Claimed extends ReminderKey {
  raisedAt: Date
  isFirstTry: boolean
}

const columns = { state: 'state', begunAt: 'begun_at' }
/** The end as JavaScript and `licence_reminders` know it; the database would also keep microseconds. */
const endsAtColumn = sql<Date>`date_trunc('milliseconds', licences.expires_at)`

const isKey = ({ userId, licenceId, endsAt, daysBefore }: ReminderKey) =>
  sql<boolean>`user_id = ${userId} and licence_id = ${licenceId} and ends_at = ${endsAt} and days_before = ${daysBefore}`

/** Licences that some device uses and whose end is near, with the days before it of the last reminder, if there was one. */
async function endingLicences(database: Database, now: Date) {
  const longestDays = Math.max(...licencesServerLimits.reminderDays)
  return database
    .selectFrom('licences')
    .select(['id', 'user_id', 'days', endsAtColumn.as('ends_at')])
    .select(
      sql<number | null>`(
        select min(days_before) from licence_reminders as raised
        where raised.user_id = licences.user_id and raised.licence_id = licences.id and raised.ends_at = ${endsAtColumn})`.as(
        'last_raised',
      ),
    )
    .where('user_id', 'is not', null)
    .$narrowType<{ user_id: string }>()
    .where('demo', '=', false)
    .where('expires_at', '>', now)
    .where('expires_at', '<=', new Date(now.getTime() + longestDays * dayMs))
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('devices').select('devices.id').whereRef('licence_id', '=', 'licences.id')),
    )
    .orderBy('id')
    .execute()
}

async function claim(database: Database, now: Date, due: Due): Promise<Claimed | null> {
  const { rows } = await sql<{
    user_id: string
    licence_id: string
    ends_at: Date
    days_before: ReminderDays
    created_at: Date
    is_first_try: boolean
  }>`
    with oldest as materialized (
      select user_id, licence_id, ends_at, days_before, begun_at is null as is_first_try from licence_reminders
      where ${isDue(due, columns)} order by created_at, licence_id limit 1 ${skippingHeld('licence_reminders')})
    update licence_reminders set state = 'SENDING', begun_at = ${now}, ended_at = null from oldest
    where licence_reminders.user_id = oldest.user_id and licence_reminders.licence_id = oldest.licence_id
      and licence_reminders.ends_at = oldest.ends_at
      and licence_reminders.days_before = oldest.days_before
    returning licence_reminders.*, is_first_try`.execute(database)
  const [row] = rows
  if (row === undefined) return null
  return {
    userId: row.user_id,
    licenceId: row.licence_id,
    endsAt: row.ends_at,
    daysBefore: row.days_before,
    raisedAt: row.created_at,
    isFirstTry: row.is_first_try,
  }
}

/** Null if the licence was renewed, has ended or is somebody else’s, or no device uses it any more. */
async function read(database: Database, claimed: Claimed, now: Date): Promise<LicenceReminder | null> {
  const licence = await database
    .selectFrom('licences')
    .innerJoin('users', 'users.id', 'licences.user_id')
    .select(['email', 'licence_type'])
    .where('licences.id', '=', claimed.licenceId)
    .where('users.id', '=', claimed.userId)
    .where(sql<boolean>`${endsAtColumn} = ${claimed.endsAt}`)
    .where('licences.expires_at', '>', now)
    .executeTakeFirst()
  if (licence === undefined) return null
  const devices = await database
    .selectFrom('devices')
    .innerJoin('device_inventory', 'device_inventory.imei', 'devices.imei')
    .select(['name', 'last_active_at'])
    .where('licence_id', '=', claimed.licenceId)
    .orderBy('name')
    .orderBy('devices.id')
    .execute()
  if (devices.length === 0) return null
  return {
    ...claimed,
    email: licence.email,
    licenceType: licence.licence_type,
    devices: devices.map((device) => ({ name: device.name, lastActiveAt: device.last_active_at })),
    browsers: claimed.isFirstTry ? await pushTargetsOf(database, claimed.userId, now) : [],
  }
}
