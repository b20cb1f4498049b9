import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Position } from '#contract/tracking.ts'
import type { GpxPosition } from '#domain/gpx.ts'
import type { Database } from '#server/db/database.ts'
import { dropDaysBefore } from './position-days.ts'

export type PositionsStore = ReturnType<typeof createPositionsStore>

/** What is stored of where devices were. */
export function createPositionsStore(database: Database) {
  return {
    /** A device's positions from `start` to `end` (both inclusive), the oldest first, page by page: no query is long. */
    async *history(deviceId: string, start: Date, end: Date): AsyncGenerator<GpxPosition[], void> {
      let after = new Date(start.getTime() - 1)
      for (;;) {
        const rows = await positionRows(database)
          .where('device_id', '=', deviceId)
          .where('recorded_at', '>', after)
          .where('recorded_at', '<=', end)
          .orderBy('recorded_at')
          .limit(limits.tracking.historyPageRows)
          .execute()
        if (rows.length > 0) yield rows.map(positionOf)
        const last = rows.at(-1)
        if (last === undefined || rows.length < limits.tracking.historyPageRows) return
        after = last.recorded_at
      }
    },

    /** The position with the greatest fix time, if one is at or after `since`. */
    async latest(deviceId: string, since: Date): Promise<Position | null> {
      const row = await positionRows(database)
        .where('device_id', '=', deviceId)
        .where('recorded_at', '>=', since)
        .orderBy('recorded_at', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row === undefined ? null : positionOf(row)
    },

    /** Deletes a device's positions, all or those of a range (both ends inclusive), in portions, the oldest first. */
    async remove(deviceId: string, range: { start: Date | null; end: Date | null }): Promise<Removal> {
      const removal: Removal = { count: 0, oldest: null, newest: null }
      for (;;) {
        const portion = database
          .selectFrom('positions')
          .select('recorded_at')
          .where('device_id', '=', deviceId)
          .$if(range.start !== null, (query) => query.where('recorded_at', '>=', range.start))
          .$if(range.end !== null, (query) => query.where('recorded_at', '<=', range.end))
          .orderBy('recorded_at')
          .limit(limits.tracking.historyPageRows)
        const rows = await database
          .deleteFrom('positions')
          .where('device_id', '=', deviceId)
          .where('recorded_at', 'in', portion)
          .returning('recorded_at')
          .execute()
        removal.count += rows.length
        for (const { recorded_at: at } of rows) {
          if (removal.oldest === null || at < removal.oldest) removal.oldest = at
          if (removal.newest === null || at > removal.newest) removal.newest = at
        }
        if (rows.length < limits.tracking.historyPageRows) return removal
      }
    },

    /** Deletes what was recorded before an instant: whole days at once, the rest of the oldest day in portions. */
    async expire(before: Date): Promise<{ days: number; positions: number }> {
      const days = await dropDaysBefore(database, before)
      let positions = 0
      for (;;) {
        const portion = await sql`
          delete from positions where (device_id, recorded_at) in (
            select device_id, recorded_at from positions where recorded_at < ${before}
            limit ${limits.tracking.historyPageRows})`.execute(database)
        const deleted = Number(portion.numAffectedRows ?? 0)
        positions += deleted
        if (deleted < limits.tracking.historyPageRows) return { days, positions }
      }
    },
  }
}

/** What was deleted: how many positions, and the fix times of the oldest and the newest. */
interface Removal {
  count: number
  oldest: Date | null
  newest: Date | null
}

function positionRows(database: Database) {
  return database
    .selectFrom('positions')
    .select(['recorded_at', 'latitude', 'longitude', 'accuracy', 'altitude', 'speed', 'course', 'flag'])
}

function positionOf(row: Awaited<ReturnType<ReturnType<typeof positionRows>['executeTakeFirstOrThrow']>>): GpxPosition {
  return {
    latitude: row.latitude,
    longitude: row.longitude,
    recordedAt: row.recorded_at.toISOString(),
    ...(row.accuracy !== null && { accuracy: row.accuracy }),
    ...(row.altitude !== null && { altitude: row.altitude }),
    ...(row.speed !== null && { speed: row.speed }),
    ...(row.course !== null && { course: row.course }),
    ...(row.flag !== null && { flag: row.flag }),
  }
}
