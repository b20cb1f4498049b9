import { remindersServerLimits } from '#contract/reminders/reminders-limits.ts'
import { dayMs } from '#contract/base/time-units.ts'

/**
 * The occasion to remind an owner of a pause of the theft alarm that does not end by itself; null before the first.
 * @param since when the owner paused it.
 */
export function openPauseOccasion(since: Date, now: Date): string | null {
  const passedDays = (now.getTime() - since.getTime()) / dayMs
  const days = remindersServerLimits.openPauseDays.findLast((day) => day <= passedDays)
  return days === undefined ? null : `${since.toISOString()} ${days}`
}
