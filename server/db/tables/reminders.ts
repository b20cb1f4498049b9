import type { ReminderKind, UnwantableReminder } from '#contract/reminders.ts'

export interface RemindersTables {
  /** The e-mails and push messages about a device that are sent once for each occasion. */
  reminders: {
    user_id: string
    device_id: string
    kind: ReminderKind
    /** What made it due: what is the same occasion is told once. */
    occasion: string
    state: 'QUEUED' | 'SENDING' | 'SENT' | 'FAILED'
    created_at: Date
    begun_at: Date | null
    ended_at: Date | null
  }
  unwanted_reminders: {
    user_id: string
    kind: UnwantableReminder
    since: Date
  }
}
