import { addDays, monthOf } from '#domain/time/days.ts'
import { wallTime } from '#domain/time/time.ts'
import type { CalendarDate, Condition, ConditionPart, DateRange, Days, TimeRule } from './condition-reading.ts'
import { isHoliday } from './german-holidays.ts'

/** Whether something holds; null: nobody can tell. */
type Certainty = boolean | null

function allOf(parts: readonly Certainty[]): Certainty {
  if (parts.includes(false)) return false
  return parts.includes(null) ? null : true
}

function anyOf(parts: readonly Certainty[]): Certainty {
  if (parts.includes(true)) return true
  return parts.includes(null) ? null : false
}

/** Whether a condition holds at a time on a German clock. */
export function holdsAt(condition: Condition, at: Date): Certainty {
  const wall = wallTime(at.toISOString())
  const moment: Moment = {
    day: wall.slice(0, 10),
    minutes: Number(wall.slice(11, 13)) * 60 + Number(wall.slice(14, 16)),
  }
  return allOf(condition.map((part) => partHolds(part, moment)))
}

interface Moment {
  /** `2027-04-01` */
  day: string
  minutes: number
}

function partHolds(part: ConditionPart, moment: Moment): Certainty {
  if (part.kind === 'never') return false
  if (part.kind === 'unread') return null
  return part.rules.reduce<Certainty>((before, rule) => afterRule(before, rule, moment), false)
}

function afterRule(before: Certainty, rule: TimeRule, moment: Moment): Certainty {
  const covered = covers(rule, moment)
  if (rule.isOff) return covered === false ? before : allOf([before, covered === null ? null : false])
  if (rule.isAdded) return anyOf([before, covered])
  const isItsDay = isOnDay(rule, moment.day)
  if (isItsDay === true) return covered
  // What began the evening before goes on.
  const either = anyOf([before, covered])
  return isItsDay === false || before === covered ? either : null
}

function covers(rule: TimeRule, { day, minutes }: Moment): Certainty {
  const { times } = rule
  if (times === null) return isOnDay(rule, day)
  const within = (minute: number) => times.some(({ from, to }) => from <= minute && minute < to)
  return anyOf([
    within(minutes) ? isOnDay(rule, day) : false,
    within(minutes + dayMinutes) ? isOnDay(rule, addDays(day, -1)) : false,
  ])
}

function isOnDay({ dates, days }: TimeRule, day: string): Certainty {
  const isInDates = dates === null || dates.some((range) => isInRange(range, day))
  return allOf([isInDates, days === null ? true : isAmongDays(days, day)])
}

function isInRange({ from, to }: DateRange, day: string): boolean {
  const date = { year: Number(day.slice(0, 4)), month: monthOf(day), day: Number(day.slice(8, 10)) }
  const [first, last] = [orderOf(from), orderOf(to)]
  const here = orderOf(from.year === null ? { ...date, year: null } : date)
  // Over the turn of the year.
  return first <= last ? first <= here && here <= last : from.year === null && (here >= first || here <= last)
}

const orderOf = ({ year, month, day }: CalendarDate) => (year ?? 0) * 10_000 + month * 100 + day

function isAmongDays({ weekdays, holidays }: Days, day: string): Certainty {
  const weekday = (new Date(`${day}T00:00Z`).getUTCDay() + 6) % 7
  return anyOf([weekdays.includes(weekday), holidays ? isHoliday(day) : false])
}

const dayMinutes = 24 * 60
