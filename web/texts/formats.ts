import { appLimits } from '#contract/limits/app-limits.ts'
import type { Instant, Place } from '#contract/base/place.ts'
import { hourSeconds, daySeconds } from '#contract/base/time-units.ts'
import { trackingLimits } from '#contract/tracking/tracking-limits.ts'
import { zoneOfDoubledHour } from '#domain/time/time.ts'

type Moment = Date | Instant

const { timeZone } = appLimits
const dayFormat = new Intl.DateTimeFormat('de-DE', { timeZone, dateStyle: 'medium' })
const weekdayFormat = new Intl.DateTimeFormat('de-DE', { timeZone, dateStyle: 'full' })
const timeFormat = new Intl.DateTimeFormat('de-DE', { timeZone, timeStyle: 'short' })
const dayTimeFormat = new Intl.DateTimeFormat('de-DE', { timeZone, dateStyle: 'medium', timeStyle: 'short' })
const exactFormat = new Intl.DateTimeFormat('de-DE', { timeZone, dateStyle: 'medium', timeStyle: 'medium' })
const relativeFormat = new Intl.RelativeTimeFormat('de-DE', { numeric: 'auto' })

/** `21.11.2026`, in Europe/Berlin like every time shown. */
export const formatDay = (moment: Moment) => dayFormat.format(dateOf(moment))
/** `Samstag, 21. November 2026` */
export const formatWeekday = (moment: Moment) => weekdayFormat.format(dateOf(moment))
/** `14:32`; in the hour that comes twice in October `02:30 MESZ`, then `02:30 MEZ`, like every time below */
export const formatTime = (moment: Moment) => inZone(timeFormat, moment)
/** `21.11.2026, 14:32` */
export const formatDayTime = (moment: Moment) => inZone(dayTimeFormat, moment)
/** `21.11.2026, 14:32:05` */
export const formatExactTime = (moment: Moment) => inZone(exactFormat, moment)
/** A time of those above within a sentence: `14:32 Uhr`, `02:30 Uhr MESZ`. */
export const oClock = (time: string) => time.replace(/( ME\S+)?$/, ' Uhr$1')

/**
 * `vor 3 Minuten`, `in 2 Stunden`, `gestern`: the largest unit that is full. A time ahead by no more than clocks may
 * differ is `jetzt`: a sign of life is not in the future.
 */
export function formatAgo(moment: Moment, now: Date): string {
  const ahead = (dateOf(moment).getTime() - now.getTime()) / 1000
  const seconds = ahead > 0 && ahead <= trackingLimits.futureSkewSeconds ? 0 : ahead
  const [unit, length] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1]
  return relativeFormat.format(Math.trunc(seconds / length), unit)
}

const units: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * daySeconds],
  ['month', 30 * daySeconds],
  ['day', daySeconds],
  ['hour', hourSeconds],
  ['minute', 60],
]

/** `1 Minute`, `59 Minuten`, `45 Sekunden`: how long to wait, rounded up so that it is never too short. */
export function formatWait(seconds: number): string {
  if (seconds < 90) return counted(Math.ceil(seconds), 'Sekunde', 'Sekunden')
  if (seconds < 90 * 60) return counted(Math.ceil(seconds / 60), 'Minute', 'Minuten')
  return counted(Math.ceil(seconds / hourSeconds), 'Stunde', 'Stunden')
}

/** `1 Gerät`, `3 Geräte` */
export function counted(count: number, one: string, many: string): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`
}

/** `1.234,5`: at most, or exactly, that many decimals. */
export function formatNumber(value: number, decimals = 0, exactly = false): string {
  return new Intl.NumberFormat('de-DE', {
    maximumFractionDigits: decimals,
    minimumFractionDigits: exactly ? decimals : 0,
  }).format(value)
}

/** `850 m`, `3,2 km`, `124 km` */
export function formatDistance(metres: number): string {
  if (metres < 1000) return `${formatNumber(Math.round(metres))} m`
  return `${formatNumber(metres / 1000, metres < 10_000 ? 1 : 0)} km`
}

/** The accuracy of a position in metres with one decimal, or `N/A` (specification, section 2). */
export function formatAccuracy(metres: number | undefined): string {
  return metres === undefined ? 'N/A' : `${formatNumber(metres, 1, true)} m`
}

/** `49.00690, 8.40371`, which can be typed into every map. A metre is the fifth decimal. */
export function formatCoordinates({ latitude, longitude }: Place): string {
  return `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
}

/** The eighths of the compass, from north by east. */
export const compassNames = ['Nord', 'Nordost', 'Ost', 'Südost', 'Süd', 'Südwest', 'West', 'Nordwest']

/** A course in degrees from north as `Nordost`. */
export function formatCourse(degrees: number): string {
  return compassNames[Math.round(degrees / 45) % compassNames.length] ?? ''
}

/** An IMEI in groups of 6, 6 and 3 digits. */
export function formatImei(imei: string): string {
  return [imei.slice(0, 6), imei.slice(6, 12), imei.slice(12)].filter((group) => group !== '').join(' ')
}

/** What is typed or pasted as an IMEI, without spaces, dashes and whatever else is no digit. */
export function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '')
}

function inZone(format: Intl.DateTimeFormat, moment: Moment): string {
  const date = dateOf(moment)
  const zone = zoneOfDoubledHour(date)
  return zone === null ? format.format(date) : `${format.format(date)} ${zone}`
}

function dateOf(moment: Moment): Date {
  return typeof moment === 'string' ? new Date(moment) : moment
}
