import { sql } from 'kysely'
import * as z from 'zod'
import type { LicenceType } from '#contract/licences/licence-type.ts'
import { licencesServerLimits } from '#contract/licences/licences-limits.ts'
import { dayMs } from '#contract/base/time-units.ts'
import { reminderDue } from '#domain/licences/licence-reminders.ts'
import type { Database } from '#server/db/connection/database.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'
import { addForOwner, messageKind } from '#server/db/shared/messages.ts'

/** A licence, its end, and how many days before that. */
const about = z.tuple([z.string(), z.iso.datetime(), z.string().regex(/^\d+$/)])
export type LicenceReminderAbout = z.infer<typeof about>
export const licenceReminder = messageKind('licence-reminder', about)

/** Which reminder it is. */
export interface ReminderKey {
  userId: string
  licenceId: string
  endsAt: Date
  daysBefore: number
}

/** What a reminder tells the licence's owner. */
export interface LicenceReminder {
  licenceId: string
  licenceType: LicenceType
  endsAt: Date
  /** What ends with the licence, by name. */
  devices: { name: string; lastActiveAt: Date | null }[]
}

export type LicenceRemindersStore = ReturnType<typeof createLicenceRemindersStore>

/** Reminders of licences that end. Each is stored once for each end and number of days, so that none is sent again. */
export function createLicenceRemindersStore(database: Database) {
  return {
    /** Stores the reminders that are due by now and were not before, with their messages. */
    async raise(now: Date): Promise<void> {
      for (const { id, user_id: userId, ends_at: endsAt, days, last_raised: last } of await endingLicences(
        database,
        now,
      )) {
        const daysBefore = reminderDue({ endsAt, wholeDays: days }, now)
        if (daysBefore === null || (last !== null && last <= daysBefore)) continue
        await inTransaction(database, { accounts: [userId] }, async (writing) => {
          const raised = await writing
            .insertInto('licence_reminders')
            .values({ user_id: userId, licence_id: id, ends_at: endsAt, days_before: daysBefore, created_at: now })
            .onConflict((conflict) => conflict.doNothing())
            .returning('created_at')
            .executeTakeFirst()
          if (raised === undefined) return
          const about: LicenceReminderAbout = [id, endsAt.toISOString(), String(daysBefore)]
          await addForOwner(writing, licenceReminder, { about, userId, deviceId: null, words: null, dueAt: now })
        })
      }
    },

    /** Null if the licence was renewed, has ended or is somebody else’s, or no device uses it any more. */
    async read({ userId, licenceId, endsAt }: ReminderKey, now: Date): Promise<LicenceReminder | null> {
      const licence = await database
        .selectFrom('licences')
        .select('licence_type')
        .where('id', '=', licenceId)
        .where('user_id', '=', userId)
        .where(sql<boolean>`${endsAtColumn} = ${endsAt}`)
        .where('expires_at', '>', now)
        .executeTakeFirst()
      if (licence === undefined) return null
      const devices = await database
        .selectFrom('devices')
        .innerJoin('device_inventory', 'device_inventory.imei', 'devices.imei')
        .select(['name', 'last_active_at'])
        .where('licence_id', '=', licenceId)
        .orderBy('name')
        .orderBy('devices.id')
        .execute()
      if (devices.length === 0) return null
      return {
        licenceId,
        endsAt,
        licenceType: licence.licence_type,
        devices: devices.map((device) => ({ name: device.name, lastActiveAt: device.last_active_at })),
      }
    },

    /** It has become untrue: it may be raised again. */
    async drop({ userId, licenceId, endsAt, daysBefore }: ReminderKey): Promise<void> {
      await database
        .deleteFrom('licence_reminders')
        .where(
          sql<boolean>`user_id = ${userId} and licence_id = ${licenceId} and ends_at = ${endsAt} and days_before = ${daysBefore}`,
        )
        .execute()
    },
  }
}

/** The end as JavaScript and `licence_reminders` know it; the database would also keep microseconds. */
const endsAtColumn = sql<Date>`date_trunc('milliseconds', licences.expires_at)`

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
