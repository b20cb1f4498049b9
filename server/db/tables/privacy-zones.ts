export interface PrivacyZonesTables {
  /** Places that others are not shown. */
  privacy_zones: {
    id: string
    user_id: string
    name: string
    latitude: number
    longitude: number
    radius_metres: number
    /** From the place to the centre of what is cut out. It never leaves the server. */
    shift_east_metres: number
    shift_north_metres: number
    created_at: Date
  }
}
