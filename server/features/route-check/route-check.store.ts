import { sql } from 'kysely'
import type { Place } from '#contract/place.ts'
import type { World } from '#domain/demo/demo.ts'
import type { Box } from '#domain/geo/geo.ts'
import type { Database } from '#server/db/database.ts'
import { isOf } from '#server/db/worlds.ts'

export type RouteCheckStore = ReturnType<typeof createRouteCheckStore>

/** The areas of a world's warnings, whether or not they are in force. */
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
  }
}
