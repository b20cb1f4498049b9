import { sql } from 'kysely'
import { accidentsServerLimits, hotspotsServerLimits } from '#contract/hotspots-limits.ts'
import type { Accident } from '#domain/hotspots/accidents.ts'
import { type AccidentPart, type KnownHotspot, radiusMetres } from '#domain/hotspots/hotspots.ts'
import { lands } from '#domain/geo/lands.ts'
import { utm32Of } from '#domain/geo/utm.ts'
import type { Database } from '#server/db/database.ts'
import type { AccidentRecord } from '#server/feeds/unfallatlas.ts'

/** A stored part. */
export interface StoredPart extends AccidentPart {
  id: number
}

/** An accident to be written: its part, and whether it is in a built-up area. */
export type StagedAccident = AccidentRecord & { partId: number; builtUp: boolean }

/** A square of the map grid, counted from the south-west corner in squares. */
export interface Square {
  column: number
  row: number
}

/** An accident with neighbours. `chain` is one number for all that are connected; `east` and `north` are metres. */
export interface ChainedAccident extends Accident {
  region: string
  builtUp: boolean
  chain: number
  east: number
  north: number
}

export type AccidentsStore = ReturnType<typeof createAccidentsStore>

/** Accidents with motorcycles, in parts that belong to an edition of their feed (`migrations/0008_accidents.ts`). */
export function createAccidentsStore(database: Database) {
  /** Few at a time, so that nobody has to wait for them. */
  const removeParts = async (ids: readonly number[]): Promise<void> => {
    for (const id of ids) {
      for (;;) {
        const { rows } = await sql`
          delete from accidents where ctid in (
            select ctid from accidents where part_id = ${id} limit ${accidentsServerLimits.stagedRows}
          ) returning part_id`.execute(database)
        if (rows.length === 0) break
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
        .values({ edition, ...part })
        .returning('id')
        .executeTakeFirstOrThrow()
      return row.id
    },

    async setMonths(partId: number, months: number): Promise<void> {
      await database.updateTable('accident_parts').set({ months }).where('id', '=', partId).execute()
    },

    async stage(accidents: readonly StagedAccident[]): Promise<void> {
      const rows = accidents.map((accident) => ({ ...accident, ...utm32Of(accident) }))
      await sql`
        insert into accidents
          (part_id, source_id, latitude, longitude, place, built_up, category, kind, type, light, surface)
        select "partId", "sourceId", latitude, longitude, st_setsrid(st_makepoint(east, north), 25832), "builtUp",
          category, kind, type, light, surface
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as record(
          "partId" integer, "sourceId" text, latitude float8, longitude float8, east float8, north float8,
          "builtUp" boolean, category smallint, kind smallint, type smallint, light smallint, surface smallint)`.execute(
        database,
      )
    },

    /** The parts that count in an edition: the newest of each region's year. */
    async partsAt(edition: number): Promise<StoredPart[]> {
      const { rows } = await sql<StoredPart>`
        select distinct on (region, year) id, region, land, whole, year, months from accident_parts
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

    /** The years for which every Land is there. */
    async completeYears(source: string): Promise<number[]> {
      const { rows } = await sql<{ year: number }>`
        select year from accident_parts
        where whole and edition <= (select edition from feed_states where feed = ${source})
        group by year having count(distinct land) = ${Object.keys(lands).length}`.execute(database)
      return rows.map(({ year }) => year)
    },

    /** The squares of the grid in which a part has accidents. */
    async squaresOf(partId: number): Promise<Square[]> {
      const side = accidentsServerLimits.squareMetres
      const { rows } = await sql<Square>`
        select distinct floor(st_x(place) / ${side}::float8)::integer as "column",
          floor(st_y(place) / ${side}::float8)::integer as row
        from accidents where part_id = ${partId}`.execute(database)
      return rows
    },

    /**
     * The accidents of a square and its margin that have at least as many neighbours within the radius as the rule demands.
     * Those in built-up areas and those on the open road are searched separately, each with its radius.
     */
    async chainsIn({ column, row }: Square, partIds: readonly number[]): Promise<ChainedAccident[]> {
      const { squareMetres: side, squareMarginMetres: margin } = accidentsServerLimits
      const [west, south] = [column * side - margin, row * side - margin]
      const { rows } = await sql<ChainedAccident>`
        with near as materialized (
          select * from accidents
          where place && st_makeenvelope(${west}, ${south}, ${west + side + 2 * margin}, ${south + side + 2 * margin}, 25832)
            and part_id = any(${partIds}::integer[])
          order by st_x(place), st_y(place), source_id
        ), chained as (
          select *, st_clusterdbscan(place, ${radiusMetres(true)}::float8, ${hotspotsServerLimits.leastAccidents}) over () as chain
          from near where built_up
          union all
          select *, st_clusterdbscan(place, ${radiusMetres(false)}::float8, ${hotspotsServerLimits.leastAccidents}) over () as chain
          from near where not built_up
        )
        select region, year, built_up as "builtUp", chain, st_x(place) as east, st_y(place) as north,
          latitude, longitude, category, kind, type, light, surface
        from chained join accident_parts on accident_parts.id = part_id
        where chain is not null
        order by built_up, chain, east, north, year, region, source_id`.execute(database)
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
