import { type RawBuilder, sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Position } from '#contract/tracking.ts'
import { type PositionPage, positionsIn } from '#domain/position-page.ts'
import type { Database } from '#server/db/database.ts'
import { skippingHeld, whileHolding } from '#server/db/locks.ts'
import { dropDaysBefore } from './position-days.ts'

export type PositionsStore = ReturnType<typeof createPositionsStore>

/** What is stored of where devices were. */
export function createPositionsStore(database: Database) {
  return {
    /**
     * A device's positions from `start` to `end` (both inclusive), the oldest first, page by page: no query is long.
     * @param ownerId who owns it, where somebody asks for what is theirs: there is nothing for others.
     */
    async *history(deviceId: string, start: Date, end: Date, ownerId?: string): AsyncGenerator<PositionPage, void> {
      const isTheirs = ownerId === undefined ? sql`true` : isOwned(deviceId, ownerId)
      let after = new Date(start.getTime() - 1)
      for (;;) {
        const page = await readPage(
          database,
          sql`device_id = ${deviceId} and recorded_at > ${after} and recorded_at <= ${end} and ${isTheirs}
            order by recorded_at limit ${limits.tracking.historyPageRows}`,
        )
        const last = page?.times.at(-1)
        if (page === undefined || last === undefined) return
        yield page
        if (page.times.length < limits.tracking.historyPageRows) return
        after = new Date(last)
      }
    },

    /** The position with the greatest fix time from `since` to `until` (both inclusive), null where there is none. */
    async latest(deviceId: string, { since, until }: { since: Date; until: Date }): Promise<Position | null> {
      const page = await readPage(
        database,
        sql`device_id = ${deviceId} and recorded_at between ${since} and ${until} order by recorded_at desc limit 1`,
      )
      return page === undefined ? null : (positionsIn(page)[0] ?? null)
    },

    /** The smallest fix time from `start` to `end` (both inclusive); null where nothing is stored of that time. */
    async oldest(deviceId: string, start: Date, end: Date): Promise<Date | null> {
      const row = await database
        .selectFrom('positions')
        .select('recorded_at')
        .where('device_id', '=', deviceId)
        .where('recorded_at', '>=', start)
        .where('recorded_at', '<=', end)
        .orderBy('recorded_at')
        .limit(1)
        .executeTakeFirst()
      return row?.recorded_at ?? null
    },

    /**
     * Deletes a device's positions, all or those of a range (both ends inclusive), in portions, the oldest first. Its tracker is
     * held for the time of a portion, in which a report may let a position give way.
     */
    async remove(deviceId: string, range: { start: Date | null; end: Date | null }): Promise<Removal> {
      const removal: Removal = { count: 0, oldest: null, newest: null }
      const meant = database
        .selectFrom('positions')
        .select('recorded_at')
        .where('device_id', '=', deviceId)
        .$if(range.start !== null, (query) => query.where('recorded_at', '>=', range.start))
        .$if(range.end !== null, (query) => query.where('recorded_at', '<=', range.end))
      const portion = meant.orderBy('recorded_at').limit(limits.tracking.historyPageRows)
      // What somebody else deletes at the same time is left out: a small portion, even an empty one, need not be the last.
      do {
        const rows = await whileHolding(database, { trackers: { ofDevices: [deviceId] } }, (transaction) =>
          transaction
            .deleteFrom('positions')
            .where('device_id', '=', deviceId)
            .where('recorded_at', 'in', portion)
            .returning('recorded_at')
            .execute(),
        )
        removal.count += rows.length
        for (const { recorded_at: at } of rows) {
          if (removal.oldest === null || at < removal.oldest) removal.oldest = at
          if (removal.newest === null || at > removal.newest) removal.newest = at
        }
      } while ((await meant.limit(1).executeTakeFirst()) !== undefined)
      return removal
    },

    /**
     * Deletes what was recorded before an instant: whole days at once, the rest of the oldest day in portions. What somebody
     * else deletes just now, or reads of a whole day, is left to them or to the next time.
     */
    async expire(before: Date): Promise<{ days: number; positions: number }> {
      const days = await dropDaysBefore(database, before)
      let positions = 0
      for (;;) {
        const { numAffectedRows = 0n } = await sql`
          delete from positions where (device_id, recorded_at) in (
            select device_id, recorded_at from positions where recorded_at < ${before}
            limit ${limits.tracking.historyPageRows} ${skippingHeld('positions')})`.execute(database)
        if (numAffectedRows === 0n) return { days, positions }
        positions += Number(numAffectedRows)
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

/** Asked within the statement that reads: one of its own took a third of the time of a day's positions. */
function isOwned(deviceId: string, ownerId: string): RawBuilder<boolean> {
  return sql`exists (select 1 from devices where id = ${deviceId} and user_id = ${ownerId})`
}

/**
 * The positions that a condition and an order select, as lists that the database makes: JSON writes every number exactly
 * and is parsed at once, where rows cost both sides several times as much. The lists are in the order of the selection,
 * because nothing is joined or sorted in between (https://www.postgresql.org/docs/15/functions-aggregate.html).
 */
async function readPage(database: Database, selection: RawBuilder<unknown>): Promise<PositionPage | undefined> {
  const { rows } = await sql<Omit<PositionPage, 'times'> & { seconds: number[] }>`
    select json_agg(date_part('epoch', recorded_at)) as seconds,
      json_agg(latitude) as latitude, json_agg(longitude) as longitude, json_agg(accuracy) as accuracy,
      json_agg(altitude) as altitude, json_agg(speed) as speed, json_agg(course) as course, json_agg(flag) as flag
    from (select * from positions where ${selection}) as selected
    having count(*) > 0`.execute(database)
  return rows.map(({ seconds, ...page }) => ({ ...page, times: seconds.map((second) => Math.round(second * 1000)) }))[0]
}
