import type { Instant, Place } from '#contract/base/place.ts'
import { routeCheckLimits } from '#contract/route-check/route-check-limits.ts'
import type { Departure, RouteRange } from '#contract/route-check/route-check.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import { bearingDegrees } from '#domain/geo/geo.ts'
import { horizonDegrees, type SunPosition, sunPosition } from '#domain/geo/sun.ts'
import { startOfBerlinDay } from '#domain/time/time.ts'
import { passedAt } from './departure.ts'
import { rangesOf, type RoutePoint } from './route.ts'

const { glareDegrees, darkDegrees } = routeCheckLimits

/** The light on a ride: where it is dusk or dark, and where the sun blinds, on flat land under a clear sky. */
export interface RideLight {
  dark: RouteRange[]
  glare: RouteRange[]
}

/** @param samples points along the route, close together. */
export function rideLight(samples: readonly RoutePoint[], departure: Departure): RideLight {
  const sun = samples.map((sample) => sunPosition(sample, passedAt(departure, sample.alongMetres)))
  const where = (holds: (sun: SunPosition, index: number) => boolean) =>
    rangesOf(
      samples,
      sun.flatMap((position, index) => (holds(position, index) ? [index] : [])),
    )
  return {
    dark: where(({ height }) => height <= horizonDegrees),
    glare: where((position, index) => blinds(position, courseAt(samples, index))),
  }
}

/** What the light is where a place is passed. */
export function lightAt(place: Place, at: Date): 'day' | 'dusk' | 'dark' {
  const { height } = sunPosition(place, at)
  if (height > horizonDegrees) return 'day'
  return height > darkDegrees ? 'dusk' : 'dark'
}

/** Whether the sun stands near the line of sight of somebody who rides on a course. */
function blinds({ height, bearing }: SunPosition, course: number | null): boolean {
  if (course === null || height <= horizonDegrees) return false
  const towards = Math.cos(radians(height)) * Math.cos(radians(bearing - course))
  return towards >= Math.cos(radians(glareDegrees))
}

/** From a point of the route to the next one; null if they are one. */
function courseAt(samples: readonly RoutePoint[], index: number): number | null {
  const from = index === samples.length - 1 ? index - 1 : index
  const [here, next] = [samples[from], samples[from + 1]]
  if (here === undefined || next === undefined) return null
  const isOne = here.latitude === next.latitude && here.longitude === next.longitude
  return isOne ? null : bearingDegrees(here, next)
}

const stepMs = 10 * minuteMs

/** When the sun rises and sets at a place on the German day of an instant; null where it does not. */
export function sunTimes(place: Place, at: Instant): { sunrise: Instant | null; sunset: Instant | null } {
  const isUp = (ms: number) => sunPosition(place, new Date(ms)).height > horizonDegrees
  const [start, end] = [0, -1].map((daysBack) => Date.parse(startOfBerlinDay(at, daysBack)))
  let sunrise: Instant | null = null
  let sunset: Instant | null = null
  for (let from = start ?? 0; from < (end ?? 0); from += stepMs) {
    if (isUp(from) === isUp(from + stepMs)) continue
    const change = changeBetween(from, from + stepMs, isUp)
    if (isUp(from)) sunset ??= change
    else sunrise ??= change
  }
  return { sunrise, sunset }
}

/** To the second. */
function changeBetween(from: number, to: number, isUp: (ms: number) => boolean): Instant {
  let [before, after] = [from, to]
  while (after - before > 1000) {
    const middle = (before + after) / 2
    if (isUp(middle) === isUp(from)) before = middle
    else after = middle
  }
  return new Date(after).toISOString()
}

const radians = (angle: number) => (angle * Math.PI) / 180
