import type { Season } from '#contract/devices/vehicle-dates.ts'
import { dayAfter, lastDayOf, monthOf } from '#domain/time/days.ts'

/** Whether a vehicle may be on the road on a day (`2027-04-01`). One without a season may be all year. */
export function isInSeason(season: Season | null, day: string): boolean {
  if (season === null) return true
  const { fromMonth, toMonth } = season
  const month = monthOf(day)
  return fromMonth <= toMonth ? month >= fromMonth && month <= toMonth : month >= fromMonth || month <= toMonth
}

/** How it goes on: the last day of the season that lasts, or the first day of the next one. */
export type SeasonChange = { kind: 'ENDS'; lastDay: string } | { kind: 'BEGINS'; firstDay: string }

export function nextChange(season: Season, day: string): SeasonChange {
  if (isInSeason(season, day)) return { kind: 'ENDS', lastDay: lastDayOf(nextOf(season.toMonth, day)) }
  return { kind: 'BEGINS', firstDay: `${nextOf(season.fromMonth, day)}-01` }
}

/** The first day on which it is otherwise. */
export function dayOf(change: SeasonChange): string {
  return change.kind === 'ENDS' ? dayAfter(change.lastDay) : change.firstDay
}

/** The next month with this number, the day's own included: `2027-04`. */
function nextOf(month: number, day: string): string {
  const year = Number(day.slice(0, 4)) + (month < monthOf(day) ? 1 : 0)
  return `${year}-${String(month).padStart(2, '0')}`
}
