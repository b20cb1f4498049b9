import { sql } from 'kysely'
import type { Place } from '#contract/base/place.ts'
import { reportSource } from '#domain/poi-reports/poi-reports.ts'
import { metresPerDegree } from '#domain/geo/geo.ts'
import { radiansPerDegree } from '#domain/riding/plane.ts'
import type { LinesShare } from '#domain/riding/lines-share.ts'
import { type HazardType, hazardTypes } from '#domain/riding/hazards.ts'
import type { Database } from '#server/db/connection/database.ts'
import { isOf } from '#server/db/connection/worlds.ts'

export type HazardLinesStore = ReturnType<typeof createHazardLinesStore>

/** A hazard whose source knows no line. */
export interface LinelessHazard extends Place {
  id: string
  type: HazardType
  direction: number | null
  builtUp: boolean
  /** What its lines are made of. */
  madeOf: string
}

export interface FoundLines {
  id: string
  madeOf: string
  /** None: the map does not tell. */
  lines: readonly string[]
  direction: number | null
}

/** Lines of what has changed are none: a hash of the facts that they follow from. A hotspot's note changes with its accidents. */
export const madeOf = sql<string>`md5(concat_ws(' ', poi_type, st_x(place), st_y(place), pois.direction, note))`

/** The lines that the base map gives to hazards (`migrations/0137_hazard_lines.ts`). */
export function createHazardLinesStore(database: Database) {
  return {
    /** Those that have not been looked up in this map, reports first: they may be new, and are the fewest. */
    async missing(map: string, limit: number): Promise<LinelessHazard[]> {
      const { rows } = await sql<LinelessHazard>`
        select pois.id, poi_type as type, st_y(place) as latitude, st_x(place) as longitude, pois.direction,
          city is not null as "builtUp", ${madeOf} as "madeOf"
        from current_pois as pois
        where ${isOf('real')} and poi_type = any(${hazardTypes}) and line is null and not exists (
          select from hazard_lines as found
          where found.poi_id = pois.id and found.map = ${map} and found.made_of = ${madeOf}
        )
        order by source = ${reportSource} desc, floor(st_y(place) * 50), st_x(place)
        limit ${limit}`.execute(database)
      return rows
    },

    /** Motorcycle accidents of these parts within a square of so many metres to each side. */
    async accidentsAround({ latitude, longitude }: Place, metres: number, parts: readonly number[]): Promise<Place[]> {
      const north = metres / metresPerDegree
      const east = north / Math.cos(latitude * radiansPerDegree)
      const { rows } = await sql<Place>`
        select latitude, longitude from accidents
        where part_id = any(${parts}::integer[])
          and latitude between ${latitude - north} and ${latitude + north}
          and longitude between ${longitude - east} and ${longitude + east}`.execute(database)
      return rows
    },

    async put(map: string, found: readonly FoundLines[]): Promise<void> {
      await sql`
        insert into hazard_lines (poi_id, made_of, map, lines, direction)
        select id, "madeOf", ${map}, lines, direction
        from jsonb_to_recordset(${JSON.stringify(found)}::jsonb)
          as found(id text, "madeOf" text, lines text[], direction smallint)
        on conflict (poi_id) do update set made_of = excluded.made_of, map = excluded.map, lines = excluded.lines,
          direction = excluded.direction`.execute(database)
    },

    /** Of hazards that are gone. */
    async removeGone(): Promise<void> {
      await sql`
        delete from hazard_lines where not exists (select from pois where pois.id = hazard_lines.poi_id)`.execute(
        database,
      )
    },

    /** Counts for each source how many of its hazards have a line. */
    async countShares(): Promise<void> {
      await sql`
        with counted as (
          select source, count(*) as hazards,
            count(*) filter (where line is not null or cardinality(found.lines) > 0) as with_line
          from current_pois as pois
          left join hazard_lines as found on found.poi_id = pois.id and found.made_of = ${madeOf}
          where ${isOf('real')} and poi_type = any(${hazardTypes})
          group by source
        ), gone as (
          delete from hazard_line_shares where source not in (select source from counted)
        )
        insert into hazard_line_shares (source, hazards, with_line)
        select source, hazards, with_line from counted
        on conflict (source) do update set hazards = excluded.hazards, with_line = excluded.with_line`.execute(database)
    },

    async shares(): Promise<LinesShare[]> {
      const rows = await database.selectFrom('hazard_line_shares').selectAll().orderBy('source').execute()
      return rows.map(({ source, hazards, with_line }) => ({ source, hazards, withLine: with_line }))
    },
  }
}
