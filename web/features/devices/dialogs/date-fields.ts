import { inspectionDue, season, type Season } from '#contract/devices/vehicle-dates.ts'
import { monthInWords } from '#domain/time/days.ts'

/*
 * The dates of a vehicle, typed as they stand on its plates: `04–10` and `05/2027`. An empty field means none.
 */

/** Undefined if it is neither a season nor empty. */
export function seasonOfText(text: string): Season | null | undefined {
  if (text.trim() === '') return null
  const [, fromMonth, toMonth] = /^\s*(\d{1,2})\s*[-–—/ ]\s*(\d{1,2})\s*$/.exec(text) ?? []
  return season.safeParse({ fromMonth: Number(fromMonth), toMonth: Number(toMonth) }).data
}

export function seasonInText(given: Season | null): string {
  return given === null ? '' : `${twoDigits(given.fromMonth)}–${twoDigits(given.toMonth)}`
}

/** Undefined if it is neither a month nor empty. */
export function inspectionOfText(text: string): string | null | undefined {
  if (text.trim() === '') return null
  const [, month = '', year = ''] = /^\s*(\d{1,2})\s*[./ -]\s*(\d{4}|\d{2})\s*$/.exec(text) ?? []
  return inspectionDue.safeParse(`${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}`).data
}

export function inspectionInText(due: string | null): string {
  return due === null ? '' : monthInWords(due)
}

const twoDigits = (month: number) => String(month).padStart(2, '0')
