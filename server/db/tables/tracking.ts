import type { Generated } from 'kysely'
import type { TrackingMode } from '#contract/tracking.ts'

export interface TrackingTables {
  tracking_settings: {
    device_id: string
    enabled: boolean
    mode: TrackingMode | null
    /** To anything; it follows from the ledger (`consents`), like the two below. */
    consent_given: boolean
    /** Since when consent covers what is measured; another text does not change it. */
    consent_at: Date | null
    /** The last time it was withdrawn, even if it was given again since. */
    consent_withdrawn_at: Date | null
    /** When the owner was asked to consent to a new text; null while nothing is asked. */
    consent_asked_at: Date | null
    consent_renewal_email_pending: Generated<boolean>
    enabled_at: Date | null
    /** Since when it is off for want of a licence; null where it is on again, or off for another reason. */
    licence_ended_at: Date | null
    /** The latest fix time of the positions that its owner deleted. */
    positions_deleted_until: Date | null
    /** Until which fix time the positions of a parked vehicle are reduced to its place and the time (mode THEFT). */
    trace_reduced_until: Date | null
  }
}
