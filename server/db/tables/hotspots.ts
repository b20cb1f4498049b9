import type { Generated } from 'kysely'
import type { AccidentCategory } from '#domain/hotspots/accidents.ts'
import type { Geometry } from './column-types.ts'

export interface HotspotsTables {
  /** One Land in one year, as a file contained it; `region` is the Land's key, or the name of a file without Länder. */
  accident_parts: {
    id: Generated<number>
    edition: number
    region: string
    land: number
    /** Whether it is all of the Land. */
    whole: boolean
    year: number
    /** How many months it has accidents in, of any vehicle. */
    months: number
  }
  /** With motorcycles only; `place` in metres of ETRS89 / UTM 32. */
  accidents: {
    part_id: number
    source_id: string | null
    latitude: number
    longitude: number
    place: Geometry
    built_up: boolean
    category: AccidentCategory
    kind: number | null
    type: number | null
    light: number | null
    surface: number | null
  }
}
