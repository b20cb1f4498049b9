import type { Instant } from '#contract/base/place.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import { instantOfWallTime } from '#domain/time/time.ts'

/** When something on a motorway begins and ends, if its text says so. */
export interface Times {
  start: Instant | null
  end: Instant | null
}

/**
 * Reads the German times in the motorway operator's texts, which have no field for the end (feeds, section 3). Times are
 * German local times, except after "seit", which is in UTC. Of several windows the first one's beginning and the last one's
 * end count. `unread`: the lines that speak of a time that cannot be read.
 */
export function timesIn(description: readonly string[]): Times & { unread: string[] } {
  const lines = description.map(spansIn)
  const found = lines.flatMap(({ spans }) => spans)
  return {
    start: found.flatMap(({ start }) => start ?? []).toSorted()[0] ?? null,
    end:
      found
        .flatMap(({ end }) => end ?? [])
        .toSorted()
        .at(-1) ?? null,
    unread: description.filter((_line, index) => timeWords.test(lines[index]?.rest ?? '')),
  }
}

const date = String.raw`(\d{1,2}\.\d{1,2}\.(?:20)?\d\d)`
const clock = String.raw`(\d{1,2}:\d\d)`
/** Between a day and its time: "13.11.26 um 00:00", "13.11.2026 00:00", "13.11.2026, 00:00". */
const at = String.raw`,?\s+(?:um\s+)?`
const noTime = String.raw`(?![\d.]|${at}\d)`

/** What is left of a line that speaks of a time. "Ende der Gesamtmaßnahme" is about something else. */
const timeWords =
  /\b(?:Beginn|Ende)\s*:|(?<!Ende der Gesamtmaßnahme:\s*)\b(?:\d{1,2}\.\d{1,2}\.(?!\d*\.)|20\d\d-\d\d-\d\d)/i

interface Form {
  pattern: RegExp
  times(...found: string[]): Times
}

/** Each form is read separately and removed from the text for the next ones. */
const forms: readonly Form[] = [
  {
    pattern: new RegExp(String.raw`Beginn:\s*${date}${at}${clock}`, 'gi'),
    times: (day, time) => ({ start: berlin(day, time), end: null }),
  },
  {
    pattern: new RegExp(String.raw`Ende:\s*${date}${at}${clock}`, 'gi'),
    times: (day, time) => ({ start: null, end: berlin(day, time) }),
  },
  {
    pattern: new RegExp(String.raw`Beginn:\s*${date}${noTime}`, 'gi'),
    times: (day) => ({ start: berlin(day, '00:00'), end: null }),
  },
  {
    pattern: new RegExp(String.raw`Ende:\s*${date}${noTime}`, 'gi'),
    times: (day) => ({ start: null, end: berlin(day, '24:00') }),
  },
  {
    pattern: new RegExp(
      String.raw`${date},?\s+(?:von\s+)?${clock}(?:\s+Uhr)?\s+bis\s+(?:zum\s+)?${date},?\s+${clock}`,
      'gi',
    ),
    times: (firstDay, from, lastDay, to) => ({ start: berlin(firstDay, from), end: berlin(lastDay, to) }),
  },
  {
    pattern: new RegExp(String.raw`${date},?\s+von\s+${clock}(?:\s+Uhr)?\s+bis\s+${clock}`, 'gi'),
    times: (day, from, to) => windowOf(day, from, to),
  },
  {
    pattern: new RegExp(String.raw`seit\s+${date},?\s+${clock}`, 'gi'),
    times: (day, time) => ({ start: utc(day, time), end: null }),
  },
]

function spansIn(line: string): { spans: Times[]; rest: string } {
  const spans: Times[] = []
  let rest = line
  for (const { pattern, times } of forms) {
    rest = rest.replace(pattern, (whole: string, ...found: unknown[]) => {
      const span = times(...found.filter((group) => typeof group === 'string').slice(0, -1))
      if (span.start === null && span.end === null) return whole
      spans.push(span)
      return ';'
    })
  }
  return { spans, rest }
}

/** "von 22:00 bis 05:00 Uhr" ends on the next day. */
function windowOf(day: string | undefined, from: string | undefined, to: string | undefined): Times {
  const start = berlin(day, from)
  const end = berlin(day, to)
  return start !== null && end !== null && end <= start ? { start, end: berlin(day, to, 1) } : { start, end }
}

function berlin(day: string | undefined, time: string | undefined, daysLater = 0): Instant | null {
  const wall = wallTimeOf(day, time, daysLater)
  return wall === null ? null : instantOfWallTime(wall)
}

function utc(day: string | undefined, time: string | undefined): Instant | null {
  const wall = wallTimeOf(day, time, 0)
  return wall === null ? null : `${wall}:00.000Z`
}

/** "4.10.26" and "24:00" as 2026-10-05T00:00; null if it is no time. */
function wallTimeOf(day = '', time = '', daysLater: number): string | null {
  const [dayOfMonth = NaN, month = NaN, year = NaN] = day.split('.').map(Number)
  const [hour = NaN, minute = NaN] = time.split(':').map(Number)
  const midnight = new Date(Date.UTC(year < 100 ? 2000 + year : year, month - 1, dayOfMonth))
  const isDay = midnight.getUTCMonth() === month - 1 && midnight.getUTCDate() === dayOfMonth
  const isTime = minute < 60 && (hour < 24 || (hour === 24 && minute === 0))
  if (!isDay || !isTime) return null
  const then = midnight.getTime() + ((daysLater * 24 + hour) * 60 + minute) * minuteMs
  return new Date(then).toISOString().slice(0, 16)
}
