import { sql } from 'kysely'
import type { World } from '#domain/demo/demo.ts'
import type { Box } from '#domain/geo/geo.ts'
import { hazardTypes } from '#domain/riding/hazards.ts'
import type { Database } from '#server/db/database.ts'
import { isInBox } from '#server/db/place.ts'
import { isOf } from '#server/db/worlds.ts'

export type RidingStore = ReturnType<typeof createRidingStore>

/** What only riding mode asks of POIs. */
export function createRidingStore(database: Database, world: World) {
  return {
    /** The lines of the roads of the hazards in a box, by their ids. */
    async lines(box: Box): Promise<ReadonlyMap<string, string>> {
      const rows = await database
        .selectFrom('current_pois')
        .select(['id', 'line'])
        .where(isOf(world))
        .where(isInBox(box))
        .where(sql<boolean>`poi_type = any(${hazardTypes})`)
        .where('line', 'is not', null)
        .execute()
      return new Map(rows.flatMap(({ id, line }) => (line === null ? [] : [[id, line] as const])))
    },
  }
}
