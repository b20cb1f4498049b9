import type { Generated } from 'kysely'

export interface PoiReportsTables {
  /** For each POI of the source `reports`: its reporter (null once the account is erased), and the votes since. */
  poi_reports: {
    poi_id: string
    user_id: string | null
    confirmations: Generated<number>
    denials: Generated<number>
    confirmed_at: Date | null
    /** When it will be over, where its reporter knows. */
    ends_at: Date | null
  }
  /** The last vote of each user about each POI. */
  poi_votes: { poi_id: string; user_id: string; confirms: boolean; at: Date }
}
