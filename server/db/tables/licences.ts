import type { LicenceType } from '#contract/licence-type.ts'
import type { ReminderDays } from '#contract/licences-limits.ts'

export interface LicencesTables {
  licences: {
    id: string
    user_id: string | null
    licence_type: LicenceType
    licence_key: string
    seats: number
    days: number
    /** Null until the first activation starts its days. */
    expires_at: Date | null
    created_at: Date
    demo: boolean
  }
  /** The e-mails and push messages about the end of a licence. */
  licence_reminders: {
    user_id: string
    licence_id: string
    ends_at: Date
    days_before: ReminderDays
    state: 'QUEUED' | 'SENDING' | 'SENT' | 'FAILED'
    created_at: Date
    begun_at: Date | null
    ended_at: Date | null
  }
}
