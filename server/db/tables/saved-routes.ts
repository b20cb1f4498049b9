import type { Generated } from 'kysely'
import type { Place } from '#contract/place.ts'
import type { Json } from './column-types.ts'

export interface SavedRoutesTables {
  /** Routes that riders keep. */
  saved_routes: {
    id: string
    user_id: string
    name: string
    pieces: Json<Place[][]>
    length_metres: number
    corridor_metres: number
    /** The departure; null without one. */
    departs_at: Date | null
    average_kmh: number | null
    is_watched: boolean
    /** The keys of what its owner has seen on it (`domain/saved-routes/saved-routes.ts`). */
    known: string[]
    saved_at: Date
    /** When it is checked again. */
    check_at: Date | null
    /** The departure before which it was checked again. */
    news_for: Generated<Date | null>
    /** Of the version before, which sent from here. */
    news_state: Generated<string | null>
    news_begun_at: Generated<Date | null>
    news_ended_at: Generated<Date | null>
  }
}
