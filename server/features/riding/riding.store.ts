import { sql } from 'kysely'
import { ridingLimits } from '#contract/riding/riding-limits.ts'
import type { Instant } from '#contract/base/place.ts'
import { multiPolygon, type WarningLevel } from '#contract/weather.ts'
import type { World } from '#domain/demo/demo.ts'
import type { Box } from '#domain/geo/geo.ts'
import { hazardTypes } from '#domain/riding/hazards.ts'
import type { Database } from '#server/db/connection/database.ts'
import { isInBox } from '#server/db/positions/place.ts'
import { isOf } from '#server/db/connection/worlds.ts'
import { madeOf } from './hazard-lines.store.ts'

export type RidingStore = ReturnType<typeof createRidingStore>

/** The part of a warning's area in a box: rings of places, longitude first, holes among them. */
export interface StoredArea {
  id: string
  event: string
  level: WarningLevel
  validFrom: Instant
  validUntil: Instant | null
  rings: readonly (readonly [number, number])[][]
}

/** What is known of the roads of a hazard. */
export interface KnownLines {
  lines: readonly string[]
  /** For whom it is by its road; null: for every direction, or its source says it. */
  direction: number | null
}

/** What only riding mode asks of POIs and warnings. */
export function createRidingStore(database: Database, world: World) {
  return {
    /** The lines of the roads of the hazards in a box, by their ids: as their sources know them, or the base map. */
    async lines(box: Box): Promise<ReadonlyMap<string, KnownLines>> {
      const { rows } = await sql<{ id: string; line: string | null; lines: string[] | null; direction: number | null }>`
        select pois.id, line, found.lines, found.direction
        from current_pois as pois
        left join hazard_lines as found on line is null and found.poi_id = pois.id and found.made_of = ${madeOf}
        where ${isOf(world)} and ${isInBox(box)} and poi_type = any(${hazardTypes})
          and (line is not null or cardinality(found.lines) > 0)`.execute(database)
      return new Map(
        rows.map(({ id, line, lines, direction }) => [
          id,
          { lines: line === null ? (lines ?? []) : [line], direction },
        ]),
      )
    },

    /**
     * The warnings in force or announced that reach into a box, as far as they do, good to a hundred metres. Advance
     * information is none.
     */
    async areas({ west, south, east, north }: Box, now: Date): Promise<StoredArea[]> {
      const box = sql`st_makeenvelope(${west}, ${south}, ${east}, ${north}, 4326)`
      const rows = await database
        .selectFrom('current_warnings')
        .select(['id', 'warning_type', 'level', 'valid_from', 'valid_until'])
        .select(
          sql<string>`st_asgeojson(st_multi(st_collectionextract(
            st_intersection(st_makevalid(st_simplifypreservetopology(area, 0.001)), ${box}), 3)), 5)`.as('part'),
        )
        .where(isOf(world))
        .where(sql<boolean>`area && ${box} and st_intersects(area, ${box})`)
        .where('is_advance', '=', false)
        .where('sent_at', '<=', now)
        .where((where) => where.or([where('valid_until', 'is', null), where('valid_until', '>', now)]))
        .orderBy('level', 'desc')
        .orderBy('id')
        .limit(ridingLimits.areasPerTile)
        .execute()
      return rows.map((row) => ({
        id: row.id,
        event: row.warning_type,
        level: row.level,
        validFrom: row.valid_from.toISOString(),
        validUntil: row.valid_until?.toISOString() ?? null,
        rings: ringsOf(row.part),
      }))
    },
  }
}

function ringsOf(geoJson: string): [number, number][][] {
  return multiPolygon.parse(JSON.parse(geoJson)).coordinates.flat()
}
