import { dayMs } from '#contract/base/time-units.ts'
import { sharesLimits } from '#contract/shares/shares-limits.ts'

/** When a new share ends, or what is wrong with the end that its owner wishes. */
export function shareEnd(wished: Date | null, now: Date): { endsAt: Date } | { mistake: string } {
  if (wished === null) return { endsAt: daysFrom(now, sharesLimits.startDays) }
  if (wished <= now) return { mistake: 'Das Ende muss in der Zukunft liegen.' }
  if (wished > daysFrom(now, sharesLimits.longestDays)) {
    return { mistake: 'Eine Freigabe gilt höchstens ein Jahr. Danach können Sie eine neue anlegen.' }
  }
  return { endsAt: wished }
}

function daysFrom(now: Date, days: number): Date {
  return new Date(now.getTime() + days * dayMs)
}
