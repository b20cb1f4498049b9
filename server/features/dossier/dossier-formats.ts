import { appLimits } from '#contract/limits/app-limits.ts'
import type { Place } from '#contract/base/place.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import { nameOfDoubledHour } from '#domain/time/fix-time.ts'

const germanFormat = new Intl.DateTimeFormat('de-DE', {
  timeZone: appLimits.timeZone,
  dateStyle: 'medium',
  timeStyle: 'medium',
})

/** `21.11.2026, 14:32:05`, in Europe/Berlin. */
export function germanMoment(at: Date): string {
  return germanFormat.format(at)
}

/** `21.11.2026, 14:32:05 Uhr`; in the hour that occurs twice in October `25.10.2026, 02:30:00 Uhr MESZ`. */
export function momentOClock(at: Date): string {
  return `${germanMoment(at)} Uhr${nameOfDoubledHour(at)}`
}

/** `21.11.2026, 14:32:05 Uhr (13:32:05 UTC)`: UTC tells the two equal hours in October apart. */
export function momentInBoth(at: Date): string {
  return `${germanMoment(at)} Uhr (${utcTime(at)} UTC)`
}

/** `13:32:05`, with the day if it differs from the German one. */
export function utcTime(at: Date): string {
  const [day = '', time = ''] = at.toISOString().slice(0, 19).split('T')
  const german = day.split('-').toReversed().join('.')
  return germanMoment(at).startsWith(german) ? time : `${german}, ${time}`
}

/** `49,006900° N, 8,403700° O` would be read aloud; `49.006900, 8.403700` can be typed into every map. */
export function coordinates({ latitude, longitude }: Place): string {
  return `${latitude.toFixed(6)}, ${longitude.toFixed(6)}`
}

/** `N 49° 00' 24.8"  E 8° 24' 13.3"`, as the police say it over the radio. */
export function degreesMinutesSeconds({ latitude, longitude }: Place): string {
  return `${angle(latitude, 'N', 'S')}  ${angle(longitude, 'E', 'W')}`
}

function angle(value: number, positive: string, negative: string): string {
  const tenths = Math.round(Math.abs(value) * 36_000)
  const degrees = Math.floor(tenths / 36_000)
  const minutes = Math.floor((tenths % 36_000) / 600)
  const seconds = ((tenths % 600) / 10).toFixed(1).padStart(4, '0')
  return `${value < 0 ? negative : positive} ${degrees}° ${String(minutes).padStart(2, '0')}' ${seconds}"`
}

export function metres(value: number | undefined): string {
  return value === undefined ? 'nicht gemeldet' : `± ${Math.ceil(value).toLocaleString('de-DE')} m`
}

/** `850 m`, `3,2 km` */
export function distance(value: number): string {
  return value < 1000 ? `${value} m` : `${(value / 1000).toLocaleString('de-DE')} km`
}

/** An IMEI in groups of 6, 6 and 3 digits. */
export function groupedImei(imei: string): string {
  return [imei.slice(0, 6), imei.slice(6, 12), imei.slice(12)].join(' ')
}

/** `vor 12 Minuten`, by full units. */
export function ago(at: Date, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - at.getTime()) / minuteMs))
  if (minutes < 60) return `vor ${count(minutes, 'Minute', 'Minuten')}`
  const hours = Math.floor(minutes / 60)
  return hours < 48
    ? `vor ${count(hours, 'Stunde', 'Stunden')}`
    : `vor ${count(Math.floor(hours / 24), 'Tag', 'Tagen')}`
}

function count(value: number, one: string, many: string): string {
  return `${value} ${value === 1 ? one : many}`
}
