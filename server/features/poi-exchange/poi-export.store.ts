import { sql } from 'kysely'
import type { Place } from '#contract/base/place.ts'
import type { PoiType } from '#contract/pois/pois.ts'
import type { World } from '#domain/demo/demo.ts'
import type { Box } from '#domain/geo/geo.ts'
import { type PoiFacts, poiFacts } from '#domain/pois/poi-facts.ts'
import { isInBox, placeColumns } from '#server/db/positions/place.ts'
import type { Database } from '#server/db/connection/database.ts'
import { isOf } from '#server/db/connection/worlds.ts'

/** Which POIs are exported. */
export interface ExportChoice {
  types: readonly PoiType[]
  box: Box | null
}

/** A POI with what a navigation device can show of it. */
export interface ExportRow extends Place, PoiFacts {
  id: string
  poiType: PoiType
}

export type PoiExportStore = ReturnType<typeof createPoiExportStore>

/** The POIs of a world that are not over, for files. */
export function createPoiExportStore(database: Database, world: World) {
  const chosen = ({ types, box }: ExportChoice, now: Date) =>
    database
      .selectFrom('current_pois')
      .where(isOf(world))
      .where(sql<boolean>`poi_type = any(${types})`)
      .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
      .where((where) => (box === null ? where.lit(true) : isInBox(box)))

  return {
    /** Some of them, in the order of their ids, from the one after `afterId`. */
    async page(choice: ExportChoice, afterId: string, limit: number, now: Date): Promise<ExportRow[]> {
      return chosen(choice, now)
        .select(['id', 'poi_type as poiType', ...poiFacts])
        .select(placeColumns)
        .where('id', '>', afterId)
        .orderBy('id')
        .limit(limit)
        .execute()
    },

    /** The attributions of their sources. */
    async attributions(choice: ExportChoice, now: Date): Promise<string[]> {
      const rows = await chosen(choice, now).select('attribution').distinct().orderBy('attribution').execute()
      return rows.map(({ attribution }) => attribution)
    },
  }
}
