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
    /** What its reporter's word weighs, and all words for and against it (`domain/poi-reports`). */
    weight: Generated<number>
    supporting: Generated<number>
    opposing: Generated<number>
    unconfirmed: Generated<boolean>
  }
  /** The last vote of each user about each POI, and what it weighs. */
  poi_votes: { poi_id: string; user_id: string; confirms: boolean; at: Date; weight: Generated<number> }
  /** The last word of each user about what a source says. */
  poi_doubts: { poi_id: string; user_id: string; confirms: boolean; at: Date; weight: number }
  /** How many earlier words of each user others confirmed and refuted. */
  poi_voters: { user_id: string; agreed: number; disagreed: number }
}
