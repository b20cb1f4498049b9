export interface HiddenPoisTables {
  /** POIs that a user does not want to see. */
  hidden_pois: { user_id: string; poi_id: string; hidden_at: Date }
}
