import { licencesServerLimits, type ReminderDays } from '#contract/licences/licences-limits.ts'
import { wallTime } from '#domain/time/time.ts'
import { daysLeft } from './licences.ts'

const { reminderDays, remindersFromHour, remindersUntilHour } = licencesServerLimits

/** How long a licence has been bought for, and when it ends. */
export interface LicenceTerm {
  endsAt: Date
  wholeDays: number
}

/**
 * The reminder that a licence's owner should have by now: the last of those that have come due, so that nobody gets several
 * at once after a pause of ours. Null if none is due yet, if the licence has ended, or if it was never longer than that:
 * a buyer of 30 days knows that 30 are left.
 */
export function reminderDue({ endsAt, wholeDays }: LicenceTerm, now: Date): ReminderDays | null {
  const left = daysLeft(endsAt, now)
  if (left <= 0) return null
  const due = reminderDays.findLast((days) => left <= days)
  return due !== undefined && wholeDays > due ? due : null
}

/** Whether people are awake in Germany: a reminder can wait for the morning. */
export function isHourForReminders(now: Date): boolean {
  const hour = Number(wallTime(now.toISOString()).slice(11, 13))
  return hour >= remindersFromHour && hour < remindersUntilHour
}
