import { minuteMs, dayMs } from '#contract/base/time-units.ts'
import { wallTime, zoneOfDoubledHour } from './time.ts'

/** The start of the clock minute an instant lies in: the same in every zone whose offset is whole minutes, like ours. */
export function clockMinute(at: Date): Date {
  return new Date(Math.floor(at.getTime() / minuteMs) * minuteMs)
}

/** The start of the UTC day an instant lies in. */
export function utcDay(at: Date): Date {
  return new Date(Math.floor(at.getTime() / dayMs) * dayMs)
}

/** The time that passed on German clocks: an hour more than elapsed over March's night, an hour less over October's. */
export function wallDurationMs(start: Date, end: Date): number {
  return end.getTime() - start.getTime() + offsetMs(end) - offsetMs(start)
}

/** `21.11.2026, 14:32`, as clocks in Germany showed it; in the hour that comes twice `25.10.2026, 02:30 MESZ`. */
export function germanTime(at: Date): string {
  return `${germanDay(at)}, ${clockTime(at)}${nameOfDoubledHour(at)}`
}

/** `21.11.2026, 14:32 Uhr`, `25.10.2026, 02:30 Uhr MESZ` */
export function germanTimeOClock(at: Date): string {
  return `${germanDay(at)}, ${germanOClock(at)}`
}

/** `14:32 Uhr`, `02:30 Uhr MESZ` */
export function germanOClock(at: Date): string {
  return `${clockTime(at)} Uhr${nameOfDoubledHour(at)}`
}

/** `21.11.2026, 14:32 Uhr (deutsche Zeit)`, `25.10.2026, 02:30 Uhr (MESZ)` */
export function germanTimeInWords(at: Date): string {
  return `${germanDay(at)}, ${clockTime(at)} Uhr (${zoneOfDoubledHour(at) ?? 'deutsche Zeit'})`
}

/** `25.10.2026`, the day that it was in Germany. */
export function germanDay(at: Date): string {
  const [year, month, day] = wallTime(at.toISOString()).slice(0, 10).split('-')
  return `${day}.${month}.${year}`
}

/** ` MESZ`, then ` MEZ`, after a time in the hour that comes twice; nothing after any other. */
export function nameOfDoubledHour(at: Date): string {
  const zone = zoneOfDoubledHour(at)
  return zone === null ? '' : ` ${zone}`
}

const clockTime = (at: Date) => wallTime(at.toISOString()).slice(11)

/** How far German clocks were ahead of UTC: an hour in winter, two in summer. */
function offsetMs(at: Date): number {
  return Date.parse(`${wallTime(at.toISOString())}Z`) - clockMinute(at).getTime()
}
