import type { Generated } from 'kysely'
import type { AccidentCategory } from '#domain/hotspots/accidents.ts'

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
    /** Whether the accidents without motorcycles are known, too. */
    with_others: Generated<boolean>
  }
  /** With motorcycles only. */
  accidents: {
    part_id: number
    source_id: string | null
    latitude: number
    longitude: number
    built_up: boolean
    category: AccidentCategory
    kind: number | null
    type: number | null
    light: number | null
    surface: number | null
    /** Null before migration 88, and where the table does not tell. */
    weekend: boolean | null
  }
  /** Without motorcycles, by squares of ETRS89 / UTM 32, in whole metres from the south-west corner. */
  other_accidents: {
    part_id: number
    square_east: number
    square_north: number
    built_up: boolean
    easts: number[]
    norths: number[]
    /** Indexes in `otherAccidents`. */
    signs: number[]
  }
}
