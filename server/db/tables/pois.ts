import type { Generated } from 'kysely'
import type { PoiType } from '#contract/pois.ts'
import type { PoiFacts } from '#domain/pois/poi-facts.ts'
import type { Geometry } from './column-types.ts'

interface PoiRow extends PoiFacts {
  id: string
  source: string
  source_id: string
  poi_type: PoiType
  place: Geometry
  /** Its source does not say what the camera watches. */
  kind_assumed: Generated<boolean>
  /** Of the road it lies on (`domain/riding/road-line.ts`). */
  line: Generated<string | null>
  attribution: string
  fetched_at: Date
  expires_at: Date | null
  created_at: Date
  updated_at: Date
}

export interface PoisTables {
  /**
   * Written here, read through `current_pois`: an import's rows wait here for their edition. `absences`: how many imports in a
   * row did not name it.
   */
  pois: PoiRow & { edition: Generated<number>; absences: Generated<number> }
  current_pois: PoiRow
  /** One row: how often POIs were changed, counted for `reports` of users and for all others. */
  poi_versions: { version: string; reports: string }
}
