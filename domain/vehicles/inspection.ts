import type { Season } from '#contract/devices/vehicle-dates.ts'
import { lastDayOf } from '#domain/time/days.ts'
import { dayOf, isInSeason, nextChange } from './season.ts'

/**
 * The month in which a vehicle has to be inspected, `2027-05`: one whose month is outside its season is inspected in the
 * first month of the next (StVZO, Anlage VIII Nr. 2.6).
 */
export function inspectionMonth(due: string, season: Season | null): string {
  const firstDay = `${due}-01`
  return season === null || isInSeason(season, firstDay) ? due : dayOf(nextChange(season, firstDay)).slice(0, 7)
}

/** The last day on which it may be done. */
export function inspectionDay(due: string, season: Season | null): string {
  return lastDayOf(inspectionMonth(due, season))
}
