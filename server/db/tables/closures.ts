import type { Generated } from 'kysely'
import type { ClosureRule } from '#contract/closures.ts'
import type { Geometry, Json } from './column-types.ts'

interface ClosureRow {
  id: string
  source: string
  name: string | null
  /** As a short text (`domain/geo/line-text.ts`); the same line as `road`. */
  line: string
  road: Geometry
  rules: Json<ClosureRule[]>
  attribution: string
}

export interface ClosuresTables {
  /** Written here, read through `current_closures`: an import's rows wait here for their edition. */
  closures: ClosureRow & { edition: Generated<number> }
  current_closures: ClosureRow
}
