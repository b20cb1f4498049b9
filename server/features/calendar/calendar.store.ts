import { sql } from 'kysely'
import { calendarServerLimits } from '#contract/calendar/calendar-limits.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import type { CalendarLicence, CalendarVehicle } from '#domain/calendar/entries.ts'
import type { Database } from '#server/db/connection/database.ts'
import { seasonOf } from '#server/db/shared/device-dates.ts'
import { isSignedIn } from '#server/db/connection/live-session.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'

export type CalendarStore = ReturnType<typeof createCalendarStore>

/** The secret addresses of calendars, by their hashes, and what is read there. They end with the account's credentials. */
export function createCalendarStore(database: Database) {
  return {
    async address(userId: string): Promise<{ since: Date; lastReadAt: Date | null } | null> {
      const row = await database
        .selectFrom('calendars')
        .select(['created_at', 'last_read_at'])
        .where('user_id', '=', userId)
        .executeTakeFirst()
      return row === undefined ? null : { since: row.created_at, lastReadAt: row.last_read_at }
    },

    /**
     * In place of a former one. A session that ended meanwhile makes none: ending sessions ends addresses, and must not
     * miss this one.
     */
    put({ userId, sessionId, tokenHash, at }: NewAddress): Promise<boolean> {
      return inTransaction(database, { accounts: [userId] }, async (transaction) => {
        if (!(await isSignedIn(transaction, sessionId))) return false
        const values = { token_hash: tokenHash, created_at: at, last_read_at: null }
        await transaction
          .insertInto('calendars')
          .values({ user_id: userId, ...values })
          .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
          .execute()
        return true
      })
    },

    async end(userId: string): Promise<void> {
      await database.deleteFrom('calendars').where('user_id', '=', userId).execute()
    },

    /** Whose calendar it is; null if the address is none, or no more. */
    async reader(tokenHash: Buffer, now: Date): Promise<string | null> {
      const row = await database
        .selectFrom('calendars')
        .select(['user_id', 'last_read_at'])
        .where('token_hash', '=', tokenHash)
        .executeTakeFirst()
      if (row === undefined) return null
      const notedBefore = new Date(now.getTime() - calendarServerLimits.noteReadMinutes * minuteMs)
      if (row.last_read_at === null || row.last_read_at < notedBefore) {
        await database.updateTable('calendars').set({ last_read_at: now }).where('token_hash', '=', tokenHash).execute()
      }
      return row.user_id
    },

    async licences(userId: string, now: Date): Promise<CalendarLicence[]> {
      const rows = await database
        .selectFrom('licences')
        .select(['id', 'licence_type', 'expires_at'])
        .select(
          sql<string[]>`array(
            select name from devices where devices.licence_id = licences.id order by name, devices.id)`.as('names'),
        )
        .where('user_id', '=', userId)
        .where('demo', '=', false)
        .where('expires_at', '>', now)
        .orderBy('id')
        .execute()
      return rows.flatMap(({ id, licence_type: type, expires_at: endsAt, names: deviceNames }) =>
        endsAt === null ? [] : [{ id, type, endsAt, deviceNames }],
      )
    },

    async vehicles(userId: string): Promise<CalendarVehicle[]> {
      const rows = await database
        .selectFrom('devices')
        .select(['id', 'name', 'season_from', 'season_to', 'inspection_due'])
        .where('user_id', '=', userId)
        .where('demo', '=', false)
        .orderBy('id')
        .execute()
      return rows.map((row) => ({
        id: row.id,
        name: row.name,
        season: seasonOf(row),
        inspectionDue: row.inspection_due,
      }))
    },
  }
}

interface NewAddress {
  userId: string
  sessionId: string
  tokenHash: Buffer
  at: Date
}
