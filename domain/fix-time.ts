import { wallTime, zoneOfDoubledHour } from './time.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** The start of the clock minute an instant lies in: the same in every zone whose offset is whole minutes, as ours. */
export function clockMinute(at: Date): Date {
  return new Date(Math.floor(at.getTime() / minuteMs) * minuteMs)
}

/** The start of the UTC day an instant lies in. */
export function utcDay(at: Date): Date {
  return new Date(Math.floor(at.getTime() / dayMs) * dayMs)
}

/** How much time German clocks showed to pass: an hour more than elapsed over March's night, one less over October's. */
export function wallDurationMs(start: Date, end: Date): number {
  return end.getTime() - start.getTime() + offsetMs(end) - offsetMs(start)
}

/** `25.10.2026, 02:30`, as clocks in Germany showed it. */
export function germanTime(at: Date): string {
  const [year, month, day, time] = wallTime(at.toISOString()).split(/[-T]/)
  return `${day}.${month}.${year}, ${time}`
}

/** `25.10.2026, 02:30 Uhr (deutsche Zeit)`; in the hour that comes twice with the name of its time. */
export function germanTimeInWords(at: Date): string {
  return `${germanTime(at)} Uhr (${zoneOfDoubledHour(at) ?? 'deutsche Zeit'})`
}

/** `25.10.2026`, the day that it was in Germany. */
export function germanDay(at: Date): string {
  return germanTime(at).slice(0, 10)
}

/** How far German clocks were ahead of UTC: an hour in winter, two in summer. */
function offsetMs(at: Date): number {
  return Date.parse(`${wallTime(at.toISOString())}Z`) - clockMinute(at).getTime()
}
