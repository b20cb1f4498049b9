import { appLimits } from '#contract/limits/app-limits.ts'
import type { Instant } from '#contract/base/place.ts'
import { hourMs } from '#contract/base/time-units.ts'

/*
 * One time zone for people: Europe/Berlin (design, section 5.9). A "wall time" is what a clock on a German wall shows,
 * written as the browser's date-time field writes it: 2026-10-25T02:30.
 */

const parts = new Intl.DateTimeFormat('en-GB', {
  timeZone: appLimits.timeZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

/** The wall time of an instant, to the minute: `2026-10-25T02:30`. */
export function wallTime(instant: Instant): string {
  return wallParts(Date.parse(instant)).slice(0, 16)
}

/**
 * The name of the time, if an instant is in the hour that comes twice in October: that shows which of both it is. Null for
 * every other instant.
 */
export function zoneOfDoubledHour(at: Date): 'MESZ' | 'MEZ' | null {
  if (at.getUTCMonth() !== 9 || at.getUTCHours() > 1) return null
  const wallAfter = (ms: number) => wallParts(at.getTime() + ms)
  if (wallAfter(0) === wallAfter(hourMs)) return 'MESZ'
  return wallAfter(0) === wallAfter(-hourMs) ? 'MEZ' : null
}

/** The calendar day of an instant: `2026-10-25`. */
export function berlinDay(instant: Instant): string {
  return wallParts(Date.parse(instant)).slice(0, 10)
}

/** Whether it is Saturday or Sunday in Germany. */
export function isWeekend(at: Date): boolean {
  return [0, 6].includes(new Date(`${wallParts(at.getTime()).slice(0, 10)}T00:00Z`).getUTCDay())
}

/**
 * The instant of a wall time. A time in the hour that comes twice in October is its first occurrence. A time that the clock
 * skips in March is moved on by the skipped hour. Null if the text is not a time.
 */
export function instantOfWallTime(wall: string): Instant | null {
  const asIfUtc = Date.parse(`${wall.slice(0, 16)}Z`)
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(wall) || Number.isNaN(asIfUtc)) return null
  const summer = asIfUtc - 2 * hourMs
  const winter = asIfUtc - hourMs
  // A skipped time fits neither offset when it is read back. The winter offset then gives the time moved on by an hour.
  const fitting = [summer, winter].find((candidate) => wallParts(candidate).slice(0, 16) === wall.slice(0, 16))
  return new Date(fitting ?? winter).toISOString()
}

/** The first instant of the day `daysBack` days before the one `instant` lies in. */
export function startOfBerlinDay(instant: Instant, daysBack = 0): Instant {
  const noon = new Date(Date.parse(`${berlinDay(instant)}T12:00Z`))
  noon.setUTCDate(noon.getUTCDate() - daysBack)
  const start = instantOfWallTime(`${noon.toISOString().slice(0, 10)}T00:00`)
  if (start === null) throw new RangeError('A day without a midnight.')
  return start
}

/** `2026-10-25T02:30:00` */
function wallParts(timeMs: number): string {
  const found = new Map(parts.formatToParts(timeMs).map(({ type, value }) => [type, value]))
  const part = (type: Intl.DateTimeFormatPartTypes) => found.get(type) ?? ''
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}:${part('second')}`
}
