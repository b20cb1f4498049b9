import { sql } from 'kysely'
import type { Place } from '#contract/place.ts'
import type { World } from '#domain/demo/demo.ts'
import type { Box } from '#domain/geo/geo.ts'
import { lineOfText } from '#domain/geo/line-text.ts'
import type { ClosedRoad } from '#domain/route-check/closed-roads.ts'
import type { CorridorStretch } from '#domain/route-check/route.ts'
import type { Database } from '#server/db/database.ts'
import { isOf } from '#server/db/worlds.ts'

export type RouteCheckStore = ReturnType<typeof createRouteCheckStore>

/** What of a world lies near a route: the areas of warnings, in force or not, and closed roads. */
export function createRouteCheckStore(database: Database, world: World) {
  return {
    /** The warnings whose area comes near a box, by their ids, each with the box around its area. */
    async warningsNear(box: Box): Promise<{ id: string; box: Box }[]> {
      const rows = await database
        .selectFrom('current_warnings')
        .select([
          'id',
          sql<number>`st_xmin(area)`.as('west'),
          sql<number>`st_ymin(area)`.as('south'),
          sql<number>`st_xmax(area)`.as('east'),
          sql<number>`st_ymax(area)`.as('north'),
        ])
        .where(isOf(world))
        .where(sql<boolean>`area && st_makeenvelope(${box.west}, ${box.south}, ${box.east}, ${box.north}, 4326)`)
        .execute()
      return rows.map(({ id, ...around }) => ({ id, box: around }))
    },

    /** The indices of the places that lie in a warning's area. */
    async placesIn(warningId: string, places: readonly Place[]): Promise<number[]> {
      const longitudes = places.map(({ longitude }) => longitude)
      const latitudes = places.map(({ latitude }) => latitude)
      const { rows } = await sql<{ position: string }>`
        select position
        from current_warnings,
          unnest(${longitudes}::float8[], ${latitudes}::float8[]) with ordinality
            as places(longitude, latitude, position)
        where id = ${warningId} and ${isOf(world)}
          and st_intersects(area, st_setsrid(st_makepoint(longitude, latitude), 4326))
        order by position`.execute(database)
      return rows.map(({ position }) => Number(position) - 1)
    },

    /** The roads closed for motorcycles, always or at times, that come near a part of a route. */
    async closedRoadsNear({ legs }: CorridorStretch): Promise<ClosedRoad[]> {
      const coordinates = [
        legs.map(({ from }) => from.longitude),
        legs.map(({ from }) => from.latitude),
        legs.map(({ to }) => to.longitude),
        legs.map(({ to }) => to.latitude),
      ]
      const [fromEast, fromNorth, toEast, toNorth] = coordinates
      const { rows } = await sql<Omit<ClosedRoad, 'line'> & { line: string }>`
        with route as (
          select st_setsrid(st_collect(st_makeline(st_makepoint(from_east, from_north), st_makepoint(to_east, to_north))), 4326) as shape
          from unnest(${fromEast}::float8[], ${fromNorth}::float8[], ${toEast}::float8[], ${toNorth}::float8[])
            as leg(from_east, from_north, to_east, to_north)
        )
        select id, name, line, rules, attribution from current_closures, route
        where ${isOf(world)}
          and st_dwithin(road, shape, ${nearDegrees})
        order by id`.execute(database)
      return rows.map(({ line, ...row }) => ({ ...row, line: lineOfText(line) }))
    },
  }
}

/** More than a road's line is off, to the east as well: 30 m at 55 degrees north. */
const nearDegrees = 0.000_5
