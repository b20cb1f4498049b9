import type { LossReason } from '#contract/reception.ts'
import { remindersServerLimits } from '#contract/reminders/reminders-limits.ts'
import { hourMs, minuteMs } from '#contract/base/time-units.ts'

const { blindHours, blindClockHours, blindReportedMinutes } = remindersServerLimits

/** What is known of a guarded device whose last position was discarded. */
export interface Blindness {
  reason: LossReason
  lostAt: Date
  /** The newest position that is stored, or when the guard was switched on, whichever is later. */
  since: Date
}

/** Whether a guarded device has reported for so long without a usable position that its owner has to know. */
export function isBlind({ reason, lostAt, since }: Blindness, now: Date): boolean {
  const isReporting = now.getTime() - lostAt.getTime() <= blindReportedMinutes * minuteMs
  const patienceMs = (reason === 'NO_FIX' ? blindHours : blindClockHours) * hourMs
  return isReporting && now.getTime() - since.getTime() >= patienceMs
}
