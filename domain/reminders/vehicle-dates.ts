import { remindersServerLimits } from '#contract/reminders/reminders-limits.ts'
import type { Season } from '#contract/devices/vehicle-dates.ts'
import { addDays, daysBetween, lastDayOf } from '#domain/time/days.ts'
import { inspectionMonth } from '#domain/vehicles/inspection.ts'
import { dayOf, nextChange, type SeasonChange } from '#domain/vehicles/season.ts'

const { seasonDays, inspectionDays, inspectionOverDays } = remindersServerLimits

export interface VehicleDates {
  season: Season | null
  inspectionDue: string | null
  /** The day on which its owner entered them, who knows what was due by then. */
  notedOn: string
}

/** What is due of a vehicle's dates. `occasion`: what is the same is told once. */
export type DueDate =
  | { kind: 'SEASON'; occasion: string; change: SeasonChange }
  | { kind: 'INSPECTION'; occasion: string; month: string; isOver: boolean }

/** @param today a calendar day in Germany. */
export function dueDates(dates: VehicleDates, today: string): DueDate[] {
  return [...seasonDue(dates, today), ...inspectionDueOf(dates, today)]
}

function seasonDue({ season, notedOn }: VehicleDates, today: string): DueDate[] {
  if (season === null) return []
  const change = nextChange(season, today)
  const day = dayOf(change)
  const dueOn = addDays(day, -seasonDays)
  return today >= dueOn && notedOn < dueOn ? [{ kind: 'SEASON', occasion: `${change.kind} ${day}`, change }] : []
}

/** The last of those that have come due: nobody gets several at once after a pause of ours. */
function inspectionDueOf({ inspectionDue, season, notedOn }: VehicleDates, today: string): DueDate[] {
  if (inspectionDue === null) return []
  const month = inspectionMonth(inspectionDue, season)
  const lastDay = lastDayOf(month)
  const left = daysBetween(today, lastDay)
  if (left < -inspectionOverDays) return []
  const stage = left < 0 ? -1 : inspectionDays.findLast((days) => left <= days)
  if (stage === undefined || notedOn >= addDays(lastDay, -stage)) return []
  return [{ kind: 'INSPECTION', occasion: `${month} ${stage}`, month, isOver: left < 0 }]
}
