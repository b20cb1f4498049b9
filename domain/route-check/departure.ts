import type { Instant } from '#contract/base/place.ts'
import { routeCheckLimits } from '#contract/route-check/route-check-limits.ts'
import type { Departure, RouteRange, RouteRide } from '#contract/route-check/route-check.ts'
import { dayMs, hourMs, minuteMs } from '#contract/base/time-units.ts'
import { berlinDay, instantOfWallTime, startOfBerlinDay } from '#domain/time/time.ts'
import { instantsOfTyped, isSkipped, skippedTime } from '#domain/time/typed-time.ts'

const { departedMinutes, underWayHours, departureDays, warnedAheadHours } = routeCheckLimits

const offeredDays = ['TODAY', 'TOMORROW'] as const
const offeredHours = { MORNING: routeCheckLimits.morningHour, EVENING: routeCheckLimits.eveningHour } as const

/** A departure that is chosen by one tap. */
export type OfferedTime = `${(typeof offeredDays)[number]}_${keyof typeof offeredHours}`

/** The next mornings and evenings, by German clocks. */
export function offeredDepartures(now: Date): { time: OfferedTime; at: Instant }[] {
  return offeredDays
    .flatMap((day, daysAhead) => {
      const date = berlinDay(startOfBerlinDay(now.toISOString(), -daysAhead))
      return (['MORNING', 'EVENING'] as const).flatMap((part) => {
        const at = instantOfWallTime(`${date}T${String(offeredHours[part]).padStart(2, '0')}:00`)
        return at === null ? [] : [{ time: `${day}_${part}` as const, at }]
      })
    })
    .filter(({ at }) => Date.parse(at) > now.getTime())
    .slice(0, routeCheckLimits.offeredDepartures)
}

/** Why a ride of then is not checked, in words; null if it is. @param ago how long ago it may have begun. */
export function departureMistake(at: Instant, now: Date, agoMs = underWayHours * hourMs): string | null {
  const aheadMs = Date.parse(at) - now.getTime()
  if (aheadMs < -agoMs) {
    return 'Diese Abfahrt ist schon vorbei. Bitte wählen Sie eine Zeit, die noch kommt.'
  }
  if (aheadMs > departureDays * dayMs)
    return 'Die Abfahrt ist mehr als ein Jahr entfernt. Bitte wählen Sie einen früheren Tag.'
  return null
}

/**
 * The departure of a German time, as it is typed; or what is wrong with it. In the hour that comes twice it is the
 * second time if the first one is over.
 */
export function departureOfTyped(typed: string, now: Date): { at: Instant } | { mistake: string } {
  if (isSkipped(typed)) return { mistake: skippedTime }
  const times = instantsOfTyped(typed)
  if (times.length === 0) return { mistake: 'Bitte geben Sie Tag und Uhrzeit der Abfahrt an.' }
  const mistakes = times.map((time) => departureMistake(time, now, departedMinutes * minuteMs))
  const possible = times[mistakes.indexOf(null)]
  return possible === undefined ? { mistake: mistakes[0] ?? '' } : { at: possible }
}

/** When a place of the route is passed. */
export function passedAt({ at, averageKmh }: Departure, alongMetres: number): Date {
  return new Date(Date.parse(at) + (alongMetres / 1000 / averageKmh) * hourMs)
}

/** Whether the weather warnings of a whole ride would have been issued by now. */
export function isWarnedOf({ arrivesAt }: Pick<RouteRide, 'arrivesAt'>, now: Date): boolean {
  return Date.parse(arrivesAt) - now.getTime() <= warnedAheadHours * hourMs
}

/** The part of a range that is passed between two times; null if none is. @param until null: without an end. */
export function passedWhile(
  departure: Departure,
  range: RouteRange,
  { from, until }: { from: Instant; until: Instant | null },
): RouteRange | null {
  const first = Math.max(range.from, metresAt(departure, from))
  const last = until === null ? range.to : Math.min(range.to, metresAt(departure, until))
  return first <= last ? { from: first, to: last } : null
}

/** Less than 0 before the departure. */
function metresAt({ at, averageKmh }: Departure, time: Instant): number {
  return ((Date.parse(time) - Date.parse(at)) / hourMs) * averageKmh * 1000
}
