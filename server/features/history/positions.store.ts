import { byProgram } from '#domain/activity/sentences.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Position, TrackFormat } from '#contract/history/history.ts'
import { movementLimits, movementServerLimits } from '#contract/history/movement-limits.ts'
import { dayMs, secondMs } from '#contract/base/time-units.ts'
import { trackingLimits } from '#contract/tracking/tracking-limits.ts'
import { distanceMetres, metresPerDegree } from '#domain/geo/geo.ts'
import { type PositionPage, positionsIn } from '#domain/history/position-page.ts'
import { recordForOwner } from '#server/db/shared/activity-log.ts'
import { texts } from '#server/db/transactions/array-parameters.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'
import { dropDaysBefore, prepareDays } from '#server/db/positions/position-days.ts'
import { readPage, readWrittenPage, type WrittenPage } from './stored-page.ts'

export type PositionsStore = ReturnType<typeof createPositionsStore>

/** What is stored of where devices were. */
export function createPositionsStore(database: Database) {
  /** No query is long. */
  async function* pagesOf<Page extends PositionPage | WrittenPage>(
    read: (queries: Queries, selected: RawBuilder<unknown>) => Promise<Page | undefined>,
    deviceId: string,
    start: Date,
    end: Date,
  ): AsyncGenerator<Page, void> {
    let after = new Date(start.getTime() - 1)
    for (;;) {
      const page = await read(
        database,
        sql`select * from positions
          where device_id = ${deviceId} and recorded_at > ${after} and recorded_at <= ${end}
          order by recorded_at limit ${trackingLimits.historyPageRows}`,
      )
      const last = page?.times.at(-1)
      if (page === undefined || last === undefined) return
      yield page
      if (page.times.length < trackingLimits.historyPageRows) return
      after = new Date(last)
    }
  }

  return {
    /** A device's positions from `start` to `end` (both inclusive), the oldest first, page by page. */
    history: (deviceId: string, start: Date, end: Date) => pagesOf(readPage, deviceId, start, end),

    /** The same, written for an answer. */
    writtenHistory: (deviceId: string, start: Date, end: Date) => pagesOf(readWrittenPage, deviceId, start, end),

    /**
     * Of each of equal parts of a range (both ends inclusive) the first position, the oldest first; null if there is none.
     * Only these are looked up, so that it takes as long for a million positions as for a thousand.
     */
    async outline(deviceId: string, start: Date, end: Date, parts: number): Promise<PositionPage | null> {
      const part = sql`make_interval(secs => ${Math.max(1, end.getTime() - start.getTime()) / parts / secondMs})`
      const page = await readPage(
        database,
        sql`select fix.* from generate_series(${start}::timestamptz, ${end}::timestamptz, ${part}) as begun
          cross join lateral (
            select * from positions
            where device_id = ${deviceId} and recorded_at >= begun and recorded_at < begun + ${part}
              and recorded_at <= ${end}
            order by recorded_at limit 1
          ) as fix
          order by begun`,
      )
      return page ?? null
    },

    /** The position with the greatest fix time from `since` to `until` (both inclusive), null if there is none. */
    async latest(deviceId: string, { since, until }: { since: Date; until: Date }): Promise<Position | null> {
      const page = await readPage(
        database,
        sql`select * from positions where device_id = ${deviceId} and recorded_at between ${since} and ${until}
          order by recorded_at desc limit 1`,
      )
      return page === undefined ? null : (positionsIn(page)[0] ?? null)
    },

    /** The smallest fix time from `start` to `end` (both inclusive); null if nothing is stored in that range. */
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
     * Of these days, each from its start to before its end, those with positions, in the same order. A day was ridden if two
     * fixes or more lie away from the place in its middle: one alone is a jump. Only the first fix of each step is looked
     * at, and what follows one that is away: a tracker may have reported every second. A ride that is back within a step is
     * overlooked.
     */
    async days(deviceId: string, days: readonly { day: string; start: Date; end: Date }[]): Promise<DayOfPositions[]> {
      const step = sql`make_interval(mins => ${movementServerLimits.riddenStepMinutes})`
      const { rows } = await sql<{ day: string; away: string }>`
        with step as materialized (
          select wanted.day, wanted.place, begun, least(begun + ${step}, wanted.until) as ended, wanted.until
          from unnest(
            ${days.map(({ day }) => day)}::text[],
            ${days.map(({ start }) => start)}::timestamptz[],
            ${days.map(({ end }) => end)}::timestamptz[]
          ) with ordinality as wanted (day, since, until, place)
          cross join lateral generate_series(wanted.since, wanted.until - interval '1 ms', ${step}) as begun
        ), seen as materialized (
          select step.*, fix.latitude, fix.longitude, fix.flag
          from step cross join lateral (
            select latitude, longitude, flag from positions
            where device_id = ${deviceId} and recorded_at >= step.begun and recorded_at < step.ended
            order by recorded_at limit 1
          ) as fix
        ), middle as (
          select day, place,
            percentile_disc(0.5) within group (order by latitude) as latitude,
            percentile_disc(0.5) within group (order by longitude) as longitude
          from seen group by day, place
        )
        select middle.day, found.away from middle cross join lateral (
          select count(*) as away from (
            select from seen cross join lateral (
              select from positions as fix
              where device_id = ${deviceId} and recorded_at >= seen.begun
                and recorded_at < least(seen.ended + ${step}, seen.until) and ${isAway('fix')}
              limit ${leastAway}
            ) as near
            where seen.day = middle.day and ${isAway('seen')}
            limit ${leastAway}
          ) as some_away
        ) as found
        order by middle.place`.execute(database)
      return rows.map(({ day, away }) => ({ day, ridden: Number(away) >= leastAway }))
    },

    /**
     * Those of some moments around which the vehicle was at more than one place: only the first fix of each step is looked at, as
     * for `days`.
     */
    async movedAround(deviceId: string, moments: readonly Date[]): Promise<Date[]> {
      const step = sql`make_interval(mins => ${movementServerLimits.riddenStepMinutes})`
      const reach = sql`make_interval(mins => ${movementLimits.bridgedGapMinutes})`
      const { rows } = await sql<{ moment: Date; south: number; north: number; west: number; east: number }>`
        select wanted.moment, min(fix.latitude) as south, max(fix.latitude) as north,
          min(fix.longitude) as west, max(fix.longitude) as east
        from unnest(${moments}::timestamptz[]) as wanted (moment)
        cross join lateral generate_series(wanted.moment - ${reach}, wanted.moment + ${reach} - ${step}, ${step}) as begun
        cross join lateral (
          select latitude, longitude from positions
          where device_id = ${deviceId} and recorded_at >= begun and recorded_at < begun + ${step}
          order by recorded_at limit 1
        ) as fix
        group by wanted.moment order by wanted.moment`.execute(database)
      return rows
        .filter(
          ({ south, north, west, east }) =>
            distanceMetres({ latitude: south, longitude: west }, { latitude: north, longitude: east }) >
            movementLimits.samePlaceMetres,
        )
        .map(({ moment }) => new Date(moment))
    },

    /** How many positions of a device are stored from `start` to `end`, both inclusive. */
    async count(deviceId: string, start: Date, end: Date): Promise<number> {
      const { count } = await database
        .selectFrom('positions')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('device_id', '=', deviceId)
        .where('recorded_at', '>=', start)
        .where('recorded_at', '<=', end)
        .executeTakeFirstOrThrow()
      return Number(count)
    },

    /** On the owner's list: a file of positions was downloaded. @param program that fetched it, in their words; null: they did. */
    noteExport: (
      deviceId: string,
      { format, program, at }: { format: TrackFormat; program: string | null; at: Date },
    ): Promise<void> =>
      recordForOwner(database, {
        deviceId,
        actor: 'owner',
        kind: 'history-exported',
        detail: format.toUpperCase() + (program === null ? '' : ` ${byProgram(program)}`),
        at,
      }),

    /** Remembers that a device's positions up to a fix time are deleted: a replay of them is not stored. */
    async noteDeletion(deviceId: string, until: Date, at: Date): Promise<void> {
      await inTransaction(database, { trackers: { ofDevices: [deviceId] } }, async (transaction) => {
        await transaction
          .insertInto('position_ends')
          .columns(['device_id', 'deleted_until'])
          .expression(({ selectFrom }) =>
            selectFrom('devices')
              .select(['id', sql<Date>`${until}::timestamptz`.as('until')])
              .where('id', '=', deviceId),
          )
          .onConflict((conflict) =>
            conflict
              .column('device_id')
              .doUpdateSet({ deleted_until: sql`greatest(position_ends.deleted_until, excluded.deleted_until)` }),
          )
          .execute()
        await recordForOwner(transaction, { deviceId, actor: 'owner', kind: 'history-deleted', at })
      })
    },

    /**
     * Deletes a device's positions, all or those of a range (both ends inclusive), in portions, oldest first. Its tracker
     * is locked for each portion, because a report may replace a position.
     */
    async remove(deviceId: string, range: { start: Date | null; end: Date | null }): Promise<Removal> {
      const removal: Removal = { count: 0, oldest: null, newest: null }
      const meant = database
        .selectFrom('positions')
        .select('recorded_at')
        .where('device_id', '=', deviceId)
        .$if(range.start !== null, (query) => query.where('recorded_at', '>=', range.start))
        .$if(range.end !== null, (query) => query.where('recorded_at', '<=', range.end))
      const portion = meant.orderBy('recorded_at').limit(trackingLimits.historyPageRows)
      // What another transaction deletes at the same time is left out: a small portion, even an empty one, need not be the
      // last.
      do {
        const rows = await inTransaction(database, { trackers: { ofDevices: [deviceId] } }, (transaction) =>
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

    /** Makes the partition of tomorrow, so that no report waits for it after midnight. */
    async prepareTomorrow(now: Date): Promise<void> {
      const tomorrow = new Date(now.getTime() + dayMs)
      await inTransaction(database, {}, (transaction) => prepareDays(transaction, [tomorrow], new Set()))
    },

    /**
     * Deletes what was recorded before an instant: whole days at once, the rest of the oldest day device by device, in portions.
     * What another transaction deletes, or reads of a whole day, is left to it or to the next time.
     */
    async expire(before: Date): Promise<{ days: number; positions: number }> {
      const days = await dropDaysBefore(database, before)
      const found = await sql<{ id: string }>`
        select distinct device_id as id from positions where recorded_at < ${before}`.execute(database)
      let positions = 0
      for (let left = found.rows; left.length > 0;) {
        const { rows } = await sql<{ id: string; deleted: number }>`
          select id, expire_positions(id, ${before}, ${expiredOfOne}::integer) as deleted
          from unnest(${texts(left.splice(0, expiredTogether).map(({ id }) => id))}::text[]) as id`.execute(database)
        positions += rows.reduce((sum, { deleted }) => sum + deleted, 0)
        left.push(...rows.filter(({ deleted }) => deleted === expiredOfOne))
      }
      return { days, positions }
    },
  }
}

/** Of so many devices expired positions are deleted by one statement, and of each of them so many. */
const expiredTogether = 100
const expiredOfOne = trackingLimits.historyPageRows / expiredTogether

/** A day of which positions are stored. */
export interface DayOfPositions {
  day: string
  /** The vehicle was at more than one place. */
  ridden: boolean
}

const leastAway = 2

/** Whether a fix, the row of that name, lies away from the row `middle`. */
function isAway(fix: 'fix' | 'seen') {
  const { samePlaceMetres } = movementLimits
  const [latitude, longitude, flag] = ['latitude', 'longitude', 'flag'].map((column) => sql.ref(`${fix}.${column}`))
  return sql`${flag} is null and (
    abs(${latitude} - middle.latitude) * ${metresPerDegree} > ${samePlaceMetres}
    or abs(${longitude} - middle.longitude) * ${metresPerDegree} * cos(radians(middle.latitude)) > ${samePlaceMetres})`
}

/** What was deleted: how many positions, and the fix times of the oldest and the newest. */
interface Removal {
  count: number
  oldest: Date | null
  newest: Date | null
}
