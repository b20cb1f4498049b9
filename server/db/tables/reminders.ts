import type { Generated } from 'kysely'
import type { ReminderKind, UnwantableReminder } from '#contract/reminders.ts'

export interface RemindersTables {
  /** What owners were told about a device, once for each occasion. */
  reminders: {
    user_id: string
    device_id: string
    kind: ReminderKind
    /** What made it due: what is the same occasion is told once. */
    occasion: string
    created_at: Date
    /** Of the version before, which sent from here. */
    state: Generated<string>
    begun_at: Generated<Date | null>
    ended_at: Generated<Date | null>
  }
  unwanted_reminders: {
    user_id: string
    kind: UnwantableReminder
    since: Date
  }
}
