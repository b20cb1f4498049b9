import { closuresLimits } from '#contract/closures/closures-limits.ts'

/*
 * The conditions of OpenStreetMap's conditional restrictions, as far as closed roads use them: dates, weekdays, holidays
 * and times in the form of opening hours (wiki: Conditional restrictions, Opening hours/specification). Whatever is not
 * understood whole is not understood at all.
 */

/** What has to hold, all of it. */
export type Condition = readonly ConditionPart[]

export type ConditionPart =
  | { kind: 'times'; rules: readonly TimeRule[] }
  /** Of vehicles that are heavier, longer or wider than any motorcycle. */
  | { kind: 'never' }
  | { kind: 'unread'; text: string }

/** A later rule decides on the days that it is about, unless it only adds to the ones before. */
export interface TimeRule {
  /** Null: all year. */
  dates: readonly DateRange[] | null
  /** Null: each day. */
  days: Days | null
  /** Null: the whole day. */
  times: readonly TimeSpan[] | null
  /** At these times it does not hold. */
  isOff: boolean
  isAdded: boolean
}

/** Both ends included. */
export interface DateRange {
  from: CalendarDate
  to: CalendarDate
}

export interface CalendarDate {
  /** Null: each year. */
  year: number | null
  month: number
  day: number
}

export interface Days {
  /** 0 is Monday. */
  weekdays: readonly number[]
  holidays: boolean
}

/** Minutes from midnight; after the end of the day if it ends on the next one. */
export interface TimeSpan {
  from: number
  to: number
}

export function readCondition(text: string): Condition {
  if (text.length > closuresLimits.conditionLength) return [{ kind: 'unread', text: `${text.slice(0, 80)}…` }]
  return text.split(/\bAND\b/i).map((part) => partOf(part.trim()))
}

const larger = /^(maxweight|weight|weightrating|axleload|axles|length|width|height)\s*>=?\s*[\d.]+\s*(t|m)?$/i

function partOf(text: string): ConditionPart {
  if (larger.test(text)) return { kind: 'never' }
  const rules = timeRulesIn(text)
  return rules === null ? { kind: 'unread', text } : { kind: 'times', rules }
}

const token = /\s*(24\/7|\d{1,2}:\d\d|\d{1,4}|[a-z]+|[-–,;:])/iy

/** Null: a character that none of these conditions has. */
function tokensOf(text: string): string[] | null {
  const tokens: string[] = []
  const whole = text.trim()
  for (token.lastIndex = 0; token.lastIndex < whole.length;) {
    const found = token.exec(whole)
    if (found === null) return null
    tokens.push((found[1] ?? '').replace('–', '-').toLowerCase())
  }
  return tokens
}

function timeRulesIn(text: string): TimeRule[] | null {
  const tokens = tokensOf(text)
  if (tokens === null || tokens.length === 0) return null
  const reading = createReading(tokens)
  const rules: TimeRule[] = []
  for (let isAdded = false; !reading.atEnd();) {
    const rule = reading.rule(isAdded)
    if (rule === null) return null
    rules.push(rule)
    const separator = reading.next()
    if (separator === undefined) break
    if (separator !== ';' && separator !== ',') return null
    isAdded = separator === ','
  }
  return rules
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const weekdays = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su']

function createReading(tokens: readonly string[]) {
  let at = 0
  const peek = (ahead = 0) => tokens[at + ahead]
  const take = (wanted: string) => {
    const isThere = peek() === wanted
    if (isThere) at += 1
    return isThere
  }

  /** The parts of a list, as long as a comma leads to another one of the kind. */
  function list<Part>(read: () => Part | null): Part[] | null {
    const parts: Part[] = []
    for (;;) {
      const before = at
      if (parts.length > 0 && !take(',')) return parts
      const part = read()
      if (part === null) {
        at = before
        return parts.length === 0 ? null : parts
      }
      parts.push(part)
    }
  }

  function number(least: number, most: number): number | null {
    const value = /^\d+$/.test(peek() ?? '') ? Number(peek()) : NaN
    if (!(value >= least && value <= most)) return null
    at += 1
    return value
  }

  function month(): number | null {
    const found = months.indexOf(peek() ?? '')
    if (found === -1) return null
    at += 1
    return found + 1
  }

  /** `Apr`, `Apr 01`, `2026`, `2026 Apr 01`: where it begins and ends. */
  function date(): DateRange | null {
    const year = number(1970, 2999)
    const found = month()
    if (found === null) {
      return year === null ? null : { from: { year, month: 1, day: 1 }, to: { year, month: 12, day: 31 } }
    }
    const day = number(1, 31)
    return {
      from: { year, month: found, day: day ?? 1 },
      to: { year, month: found, day: day ?? 31 },
    }
  }

  function dateRange(): DateRange | null {
    const first = date()
    if (first === null || peek() !== '-') return first
    at += 1
    // `Apr 1-15`
    const lastDay = first.from.day === first.to.day && first.from.month === first.to.month ? number(1, 31) : null
    if (lastDay !== null) return { from: first.from, to: { ...first.to, day: lastDay } }
    const last = date()
    if (last === null) return null
    const to = { ...last.to, year: last.to.year ?? first.from.year }
    return (first.from.year === null) === (to.year === null) ? { from: first.from, to } : null
  }

  function weekday(): number | null {
    const found = weekdays.indexOf(peek() ?? '')
    if (found === -1) return null
    at += 1
    return found
  }

  function dayRange(): Days | null {
    if (take('ph')) return { weekdays: [], holidays: true }
    const first = weekday()
    if (first === null) return null
    if (!take('-')) return { weekdays: [first], holidays: false }
    const last = weekday()
    if (last === null) return null
    const count = ((last - first + 7) % 7) + 1
    return { weekdays: Array.from({ length: count }, (_, index) => (first + index) % 7), holidays: false }
  }

  function time(): number | null {
    const [hours, minutes] = (peek() ?? '').split(':').map(Number)
    if (hours === undefined || minutes === undefined || !(hours <= 48 && minutes < 60)) return null
    at += 1
    return hours * 60 + minutes
  }

  function timeSpan(): TimeSpan | null {
    const from = time()
    if (from === null || from > dayMinutes || !take('-')) return null
    const to = time()
    if (to === null) return null
    return { from, to: to > from ? to : to + dayMinutes }
  }

  return {
    atEnd: () => at >= tokens.length,
    next() {
      at += 1
      return tokens[at - 1]
    },
    /** Null: not understood. */
    rule(isAdded: boolean): TimeRule | null {
      const begun = at
      if (take('24/7')) return { dates: null, days: null, times: null, isOff: false, isAdded }
      const dates = list(dateRange)
      take(':')
      const days = list(dayRange)
      take(':')
      const times = list(timeSpan)
      const isOff = take('off') || take('closed')
      if (!isOff) take('open')
      if (at === begun) return null
      return {
        dates,
        days: days && { weekdays: days.flatMap((each) => each.weekdays), holidays: days.some((each) => each.holidays) },
        times,
        isOff,
        isAdded,
      }
    },
  }
}

const dayMinutes = 24 * 60
