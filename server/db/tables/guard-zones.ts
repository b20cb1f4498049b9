import type { ZoneSharpness } from '#contract/guard-zones.ts'

export interface GuardZonesTables {
  /** Where the alarm watches differently. Weekdays and times are all null, or none. */
  guard_zones: {
    id: string
    user_id: string
    name: string
    latitude: number
    longitude: number
    radius_metres: number
    sharpness: ZoneSharpness
    /** 1: Monday, 7: Sunday. */
    weekdays: number[] | null
    /** By the clock in Germany: `22:00`. */
    from_time: string | null
    to_time: string | null
    created_at: Date
  }
}
