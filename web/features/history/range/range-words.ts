import { appLimits } from '#contract/limits/app-limits.ts'
import { chosenDay, stripDays } from './day-strip.ts'
import { fieldsOf, type RangeChoice } from './history-range.ts'
import { historyTexts } from '../texts.ts'
import { type IfTwice, instantOfTyped } from '#domain/time/typed-time.ts'
import { formatDayTime, formatWeekday } from '#web/texts/formats.ts'

const { timeZone } = appLimits
const shortWeekday = new Intl.DateTimeFormat('de-DE', { timeZone, weekday: 'short' })
const dayOfMonth = new Intl.DateTimeFormat('de-DE', { timeZone, day: 'numeric' })
const monthAndYear = new Intl.DateTimeFormat('de-DE', { timeZone, month: 'long', year: 'numeric' })
const weekdayAndDate = new Intl.DateTimeFormat('de-DE', { timeZone, weekday: 'long', day: 'numeric', month: 'long' })
const { presetTitles, fromTo } = historyTexts.range

/** A day of the calendar in words: `Sa`, `21` and `. November 2026`; and in one, `Samstag, 21. November 2026`. */
export function dayInWords(day: string) {
  // Noon: the same day in every zone that reads it.
  const noon = new Date(`${day}T12:00:00Z`)
  return {
    weekday: shortWeekday.format(noon),
    date: dayOfMonth.format(noon),
    month: `. ${monthAndYear.format(noon)}`,
    full: formatWeekday(noon),
  }
}

/** A day within a sentence: `Samstag, 21. November` */
export function weekdayInWords(day: string): string {
  return weekdayAndDate.format(new Date(`${day}T12:00:00Z`))
}

/** What a choice shows: `Gestern`, `Samstag, 21. November 2026`, `21.11.2026, 08:00 bis 21.11.2026, 09:30`. */
export function rangeInWords(choice: RangeChoice, now: Date): string {
  if ('preset' in choice) return presetTitles[choice.preset]
  const days = stripDays(now)
  const day = chosenDay(days, choice, now)
  const named = days.find((each) => each.day === day)?.choice
  if (named !== undefined && 'preset' in named) return presetTitles[named.preset]
  if (day !== null) return dayInWords(day).full
  const { from, to } = fieldsOf(choice, now)
  return fromTo(timeInWords(from, 'first'), timeInWords(to, 'last'))
}

/** A time as people write it; as it was typed where it is none. */
function timeInWords(typed: string, ifTwice: IfTwice): string {
  const instant = instantOfTyped(typed, ifTwice)
  return instant === null ? typed : formatDayTime(instant)
}
