import { sql } from 'kysely'
import { accidentsServerLimits } from '#contract/limits/hotspots-limits.ts'
import type { Accident } from '#domain/hotspots/accidents.ts'
import type { AccidentPart, KnownHotspot } from '#domain/hotspots/hotspots.ts'
import { lands } from '#domain/geo/lands.ts'
import type { Database } from '#server/db/connection/database.ts'
import type { AccidentRecord } from '#server/feeds/unfallatlas.ts'
import type { OtherAccidents } from './other-accidents.ts'

/** A stored part. */
export interface StoredPart extends AccidentPart {
  id: number
  edition: number
}

/** An accident to be written: its part, and whether it is in a built-up area. */
export type StagedAccident = AccidentRecord & { partId: number; builtUp: boolean }

/** An accident as it is stored. */
export interface StoredAccident extends Accident {
  region: string
  builtUp: boolean
}

export type AccidentsStore = ReturnType<typeof createAccidentsStore>

/** Accidents in parts that belong to an edition of their feed (`migrations/0008_accidents.ts`, `0075_other_accidents.ts`). */
export function createAccidentsStore(database: Database) {
  /** Few at a time, so that nobody has to wait for them. */
  const someOf = (part: number) => sql`where part_id = ${part} limit ${accidentsServerLimits.stagedRows}`
  const removeParts = async (ids: readonly number[]): Promise<void> => {
    for (const id of ids) {
      for (const some of [
        sql`delete from accidents where ctid in (select ctid from accidents ${someOf(id)})`,
        sql`delete from other_accidents where ctid in (select ctid from other_accidents ${someOf(id)})`,
      ]) {
        for (;;) {
          const { numAffectedRows = 0n } = await some.execute(database)
          if (numAffectedRows === 0n) break
        }
      }
      await database.deleteFrom('accident_parts').where('id', '=', id).execute()
    }
  }

  return {
    /** What an unfinished import has left behind. */
    async removeUnpublished(edition: number): Promise<void> {
      const parts = await database.selectFrom('accident_parts').select('id').where('edition', '>=', edition).execute()
      await removeParts(parts.map(({ id }) => id))
    },

    /** What a newer edition has replaced. */
    async removeSuperseded(edition: number): Promise<void> {
      const { rows } = await sql<{ id: number }>`
        select older.id from accident_parts as older
        where exists (
          select from accident_parts as newer
          where newer.region = older.region and newer.year = older.year
            and newer.edition > older.edition and newer.edition <= ${edition}
        )`.execute(database)
      await removeParts(rows.map(({ id }) => id))
    },

    async addPart(edition: number, part: AccidentPart): Promise<number> {
      const row = await database
        .insertInto('accident_parts')
        .values({ edition, ...columnsOf(part) })
        .returning('id')
        .executeTakeFirstOrThrow()
      return row.id
    },

    async setMonths(partId: number, months: number): Promise<void> {
      await database.updateTable('accident_parts').set({ months }).where('id', '=', partId).execute()
    },

    async stage(accidents: readonly StagedAccident[]): Promise<void> {
      await sql`
        insert into accidents
          (part_id, source_id, latitude, longitude, built_up, category, kind, type, light, surface, weekend)
        select "partId", "sourceId", latitude, longitude, "builtUp", category, kind, type, light, surface, weekend
        from jsonb_to_recordset(${JSON.stringify(accidents)}::jsonb) as record(
          "partId" integer, "sourceId" text, latitude float8, longitude float8,
          "builtUp" boolean, category smallint, kind smallint, type smallint, light smallint, surface smallint, weekend boolean)`.execute(
        database,
      )
    },

    async stageOthers(others: readonly (OtherAccidents & { partId: number })[]): Promise<void> {
      await sql`
        insert into other_accidents (part_id, square_east, square_north, built_up, easts, norths, signs)
        select "partId", "squareEast", "squareNorth", "builtUp", easts, norths, signs
        from jsonb_to_recordset(${JSON.stringify(others)}::jsonb) as record(
          "partId" integer, "squareEast" integer, "squareNorth" integer, "builtUp" boolean,
          easts smallint[], norths smallint[], signs smallint[])`.execute(database)
    },

    /** The parts that count in an edition: the newest of each region's year. */
    async partsAt(edition: number): Promise<StoredPart[]> {
      const { rows } = await sql<StoredPart>`
        select distinct on (region, year) id, edition, region, land, whole, year, months, with_others as "withOthers"
        from accident_parts
        where edition <= ${edition}
        order by region, year, edition desc`.execute(database)
      return rows
    },

    /** The number of accidents of each year in an edition. */
    async countsByYear(edition: number): Promise<Record<string, number>> {
      const { rows } = await sql<{ year: number; count: string }>`
        select year, count(*) as count
        from (
          select distinct on (region, year) id, year from accident_parts
          where edition <= ${edition}
          order by region, year, edition desc
        ) as part join accidents on part_id = part.id
        group by year`.execute(database)
      return Object.fromEntries(rows.map(({ year, count }) => [`${year}`, Number(count)]))
    },

    /** The years for which every Land is there, with its accidents of all kinds. */
    async completeYears(source: string): Promise<number[]> {
      const { rows } = await sql<{ year: number }>`
        select year from accident_parts
        where whole and with_others and edition <= (select edition from feed_states where feed = ${source})
        group by year having count(distinct land) = ${Object.keys(lands).length}`.execute(database)
      return rows.map(({ year }) => year)
    },

    /** The number of accidents in some parts, of all kinds. */
    async countOf(partIds: readonly number[]): Promise<number> {
      const { rows } = await sql<{ count: string }>`
        select (select count(*) from accidents where part_id = any(${partIds}::integer[]))
          + (select coalesce(sum(cardinality(signs)), 0) from other_accidents where part_id = any(${partIds}::integer[])) as count`.execute(
        database,
      )
      return Number(rows[0]?.count)
    },

    async accidentsOf({ id, region, year }: StoredPart): Promise<StoredAccident[]> {
      const { rows } = await sql<Omit<StoredAccident, 'region' | 'year'>>`
        select built_up as "builtUp", latitude, longitude, category, kind, type, light, surface, weekend
        from accidents
        where part_id = ${id}
        order by latitude, longitude, source_id`.execute(database)
      // One text for all of them: a country has 170,000.
      return rows.map((row) => ({ ...row, region, year }))
    },

    async othersOf(partId: number): Promise<OtherAccidents[]> {
      const { rows } = await sql<OtherAccidents>`
        select square_east as "squareEast", square_north as "squareNorth", built_up as "builtUp", easts, norths, signs
        from other_accidents where part_id = ${partId}
        order by square_north, square_east, built_up, easts`.execute(database)
      return rows
    },

    /** The hotspots that are shown. */
    async shownHotspots(source: string): Promise<KnownHotspot[]> {
      const { rows } = await sql<KnownHotspot>`
        select source_id as "sourceId", st_y(place) as latitude, st_x(place) as longitude
        from current_pois where source = ${source}`.execute(database)
      return rows
    },
  }
}

function columnsOf({ withOthers, ...part }: AccidentPart) {
  return { ...part, with_others: withOthers }
}
