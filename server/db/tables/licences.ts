import type { Generated } from 'kysely'
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
  /** What owners were told about the end of a licence. */
  licence_reminders: {
    user_id: string
    licence_id: string
    ends_at: Date
    days_before: ReminderDays
    created_at: Date
    /** Of the version before, which sent from here. */
    state: Generated<string>
    begun_at: Generated<Date | null>
    ended_at: Generated<Date | null>
  }
}
