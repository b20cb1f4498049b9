import { dayMs } from '#contract/base/time-units.ts'

/*
 * Calendar days, `2027-04-01`, and months, `2027-04`, without a clock or a zone: the dates of a vehicle.
 */

const timeOf = (day: string) => Date.parse(`${day}T00:00Z`)

/** From 1. */
export const monthOf = (dayOrMonth: string) => Number(dayOrMonth.slice(5, 7))

export function addDays(day: string, days: number): string {
  return new Date(timeOf(day) + days * dayMs).toISOString().slice(0, 10)
}

export const dayAfter = (day: string) => addDays(day, 1)

export function lastDayOf(month: string): string {
  const [year, number] = [Number(month.slice(0, 4)), monthOf(month)]
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}

/** From one day to another; negative if that is past. */
export function daysBetween(from: string, to: string): number {
  return Math.round((timeOf(to) - timeOf(from)) / dayMs)
}

/** `31.10.2027` */
export function dayInWords(day: string): string {
  const [year, month, date] = day.split('-')
  return `${date}.${month}.${year}`
}

/** `05/2027`, as it stands in the vehicle's papers. */
export function monthInWords(month: string): string {
  return `${month.slice(5, 7)}/${month.slice(0, 4)}`
}
