import type { Place } from '#contract/place.ts'
import { dayMs, hourMs, minuteMs } from '#contract/time-units.ts'
import { karlsruhe, longitudeScale } from './demo.ts'

const metresPerDegree = 111_195

export interface DemoFix extends Place {
  recordedAt: Date
  /** Metres. */
  accuracy: number
  /** km/h. */
  speed: number
  /** Degrees from north. */
  course: number
}

/** Minutes of one round into the northern Black Forest and back. */
const roundMinutes = 96

/** An afternoon's ride, one round with one fix a minute, ending two minutes ago. */
export function demoRide(now: Date): DemoFix[] {
  return rideOf(setOffAt(now), 0, roundMinutes)
}

/**
 * How the ride that was under way when the demo world was built has gone on: round after round.
 * @param since the last fix that is known. @param until after which there is none.
 */
export function demoRideGoingOn(builtAt: Date, since: Date, until: Date): DemoFix[] {
  const start = setOffAt(builtAt)
  const minuteOf = (at: Date) => Math.floor((at.getTime() - start.getTime()) / minuteMs)
  // The one before the first is needed for its speed and course.
  return rideOf(start, minuteOf(since), minuteOf(until)).slice(1)
}

/** When the ride began that is under way. */
function setOffAt(now: Date): Date {
  return new Date(now.getTime() - (2 + roundMinutes) * minuteMs)
}

function rideOf(start: Date, firstMinute: number, lastMinute: number): DemoFix[] {
  return trackOf(
    Array.from({ length: Math.max(0, lastMinute - firstMinute + 1) }, (_, index) => {
      const minute = firstMinute + index
      const turn = (minute / roundMinutes) * 2 * Math.PI
      const wiggle = 0.004 * Math.sin(9 * turn) + 0.0012 * Math.sin(23 * turn)
      return {
        latitude: karlsruhe.latitude - 0.11 * (1 - Math.cos(turn)) + wiggle,
        longitude: karlsruhe.longitude + (0.13 * Math.sin(turn) + 0.7 * wiggle) / longitudeScale,
        recordedAt: new Date(start.getTime() + minute * minuteMs),
      }
    }),
  )
}

/** How often a parked tracker reports where it is. */
const parkedEveryMinutes = 10

/** The same, and then parked at its end until then. */
export function thenParked(fixes: readonly DemoFix[], until: Date): DemoFix[] {
  const last = fixes.at(-1)
  if (last === undefined) return []
  const parkedMinutes = (until.getTime() - last.recordedAt.getTime()) / minuteMs
  const parked = Array.from({ length: Math.floor(parkedMinutes / parkedEveryMinutes) }, (_, index) => ({
    ...last,
    recordedAt: new Date(last.recordedAt.getTime() + (index + 1) * parkedEveryMinutes * minuteMs),
    speed: 0,
  }))
  return [...fixes, ...parked]
}

/** Three nights ago: parked since the evening, moved at 02:40 for 38 minutes, then silence. */
export function demoTheft(now: Date): DemoFix[] {
  const lastFix = now.getTime() - 3 * dayMs
  const parked = Array.from({ length: 12 }, (_, index) => ({
    latitude: karlsruhe.latitude + 0.008 + 0.00002 * Math.sin(index * 2.4),
    longitude: karlsruhe.longitude - 0.021 + 0.00002 * Math.cos(index * 1.7),
    recordedAt: new Date(lastFix - (38 + (12 - index) * 30) * minuteMs),
  }))
  const moved = Array.from({ length: 39 }, (_, minute) => ({
    latitude: karlsruhe.latitude + 0.008 + 0.0052 * minute,
    longitude: karlsruhe.longitude - 0.021 + 0.0031 * minute + 0.008 * Math.sin(minute / 5),
    recordedAt: new Date(lastFix - (38 - minute) * minuteMs),
  }))
  return trackOf([...parked, ...moved])
}

/** Adds speed and course as a tracker would have measured them between a fix and the one before. */
function trackOf(points: readonly (Place & { recordedAt: Date })[]): DemoFix[] {
  return points.map((point, index) => {
    const before = points[Math.max(0, index - 1)] ?? point
    const north = (point.latitude - before.latitude) * metresPerDegree
    const east = (point.longitude - before.longitude) * metresPerDegree * longitudeScale
    const hours = (point.recordedAt.getTime() - before.recordedAt.getTime()) / hourMs
    const course = (Math.atan2(east, north) * 180) / Math.PI
    return {
      ...point,
      accuracy: 4 + (index % 7),
      speed: hours === 0 ? 0 : Math.round(Math.hypot(north, east) / 1000 / hours),
      course: Math.round(course + 360) % 360,
    }
  })
}
