import type { ImportFormat } from '#contract/poi-exchange.ts'
import type { Geometry } from './column-types.ts'

export interface PoiExchangeTables {
  own_poi_files: {
    id: string
    user_id: string
    name: string
    format: ImportFormat
    read_at: Date
    pois: number
    /** Its POIs are shown only if this is true. */
    complete: boolean
  }
  own_pois: {
    file_id: string
    /** In the order of the file. */
    number: number
    place: Geometry
    name: string
    comment: string | null
    speed: number | null
    direction: number | null
  }
}
