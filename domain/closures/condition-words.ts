import type {
  CalendarDate,
  Condition,
  ConditionPart,
  DateRange,
  Days,
  TimeRule,
  TimeSpan,
} from './condition-reading.ts'

/** `1.4. bis 31.10., Sa, So und Feiertage, 8:00 bis 20:00 Uhr` */
export function conditionInWords(condition: Condition): string {
  return condition.map(partInWords).join(' und ')
}

function partInWords(part: ConditionPart): string {
  if (part.kind === 'never') return 'nie für Motorräder'
  if (part.kind === 'unread') return `Bedingung nicht gelesen: „${part.text}“`
  return part.rules.map((rule) => (rule.isOff ? `außer ${ruleInWords(rule)}` : ruleInWords(rule))).join('; ')
}

function ruleInWords({ dates, days, times }: TimeRule): string {
  const parts = [
    dates === null ? [] : [dates.map(datesInWords).join(' und ')],
    days === null ? [] : [daysInWords(days)],
    times === null ? [] : [`${times.map(timesInWords).join(' und ')} Uhr`],
  ].flat()
  return parts.length === 0 ? 'immer' : parts.join(', ')
}

function datesInWords({ from, to }: DateRange): string {
  if (from.year !== null && isWholeYear({ from, to }))
    return from.year === to.year ? `${from.year}` : `${from.year} bis ${to.year}`
  const [first, last] = [dateInWords(from), dateInWords(to)]
  return first === last ? first : `${first} bis ${last}`
}

function isWholeYear({ from, to }: DateRange): boolean {
  return from.month === 1 && from.day === 1 && to.month === 12 && to.day === 31
}

/** The 31st ends every month. */
function dateInWords({ year, month, day }: CalendarDate): string {
  const last = new Date(Date.UTC(year ?? leapYear, month, 0)).getUTCDate()
  return `${Math.min(day, last)}.${month}.${year ?? ''}`
}
const leapYear = 2028

const names = ['Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa', 'So']

function daysInWords({ weekdays, holidays }: Days): string {
  const isOneRun =
    weekdays.length > 2 && weekdays.every((day, index) => index === 0 || day === ((weekdays[index - 1] ?? 0) + 1) % 7)
  const named = isOneRun
    ? [`${names[weekdays[0] ?? 0]} bis ${names[weekdays.at(-1) ?? 0]}`]
    : weekdays.map((day) => names[day] ?? '')
  const all = holidays ? [...named, 'Feiertage'] : named
  const last = all.at(-1) ?? ''
  return all.length < 2 ? last : `${all.slice(0, -1).join(', ')} und ${last}`
}

function timesInWords({ from, to }: TimeSpan): string {
  return `${timeInWords(from)} bis ${timeInWords(to)}`
}

/** `8:00`; the end of a day is 24:00, later ones are on the next day. */
function timeInWords(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  return `${hours > 24 ? hours - 24 : hours}:${`${minutes % 60}`.padStart(2, '0')}`
}
