import { sql } from 'kysely'
import type { Place } from '#contract/base/place.ts'
import type { World } from '#domain/demo/demo.ts'
import type { Box } from '#domain/geo/geo.ts'
import type { RoadText } from '#domain/route-check/route-search.ts'
import type { Database } from '#server/db/connection/database.ts'
import { isOf } from '#server/db/connection/worlds.ts'

export type RouteCheckStore = ReturnType<typeof createRouteCheckStore>

/** What of a world lies near a route: the areas of warnings, in force or not, and closed roads. */
export function createRouteCheckStore(database: Database, world: World) {
  return {
    /** The warnings, in force or not, with places in their area: by their ids, the indices of these places in order. */
    async warnedPlaces(places: readonly Place[]): Promise<Map<string, number[]>> {
      const longitudes = places.map(({ longitude }) => longitude)
      const latitudes = places.map(({ latitude }) => latitude)
      const { rows } = await sql<{ id: string; positions: number[] }>`
        with places as materialized (
          select st_setsrid(st_makepoint(longitude, latitude), 4326) as place, position::integer - 1 as position
          from unnest(${longitudes}::float8[], ${latitudes}::float8[]) with ordinality
            as places(longitude, latitude, position)
        )
        select id, inside.positions
        from current_warnings, lateral (
          select array_agg(position order by position) as positions from places where st_intersects(area, place)
        ) as inside
        where ${isOf(world)} and area && (select st_extent(place)::geometry from places) and positions is not null
        order by id`.execute(database)
      return new Map(rows.map(({ id, positions }) => [id, positions]))
    },

    /** The roads closed for motorcycles, always or at times, whose box meets one of these. */
    async closedRoadsIn(boxes: readonly Box[]): Promise<RoadText[]> {
      const [wests, souths, easts, norths] = [
        boxes.map(({ west }) => west),
        boxes.map(({ south }) => south),
        boxes.map(({ east }) => east),
        boxes.map(({ north }) => north),
      ]
      const { rows } = await sql<RoadText>`
        select distinct on (id) id, name, line, rules, attribution
        from unnest(${wests}::float8[], ${souths}::float8[], ${easts}::float8[], ${norths}::float8[])
          as box(west, south, east, north)
        join current_closures on road && st_makeenvelope(west, south, east, north, 4326)
        where ${isOf(world)}
        order by id`.execute(database)
      return rows
    },
  }
}
