import type { Place } from '#contract/base/place.ts'
import { dayMs, hourMs, minuteMs, secondMs } from '#contract/base/time-units.ts'
import { metresPerDegree } from '#domain/geo/geo.ts'
import { karlsruhe, longitudeScale } from './demo.ts'
import { albValley, northRoad, placeOnRoad, shareToHerrenalb } from './demo-roads.ts'

export interface DemoFix extends Place {
  recordedAt: Date
  /** Metres. */
  accuracy: number
  /** km/h. */
  speed: number
  /** Degrees from north. */
  course: number
}

/** Minutes of one round up the valley of the Alb and back along that of the Murg. */
const roundMinutes = 76
/** How often a tracker reports that is being ridden. */
const riddenEverySeconds = 15
const fixesOfRound = (roundMinutes * minuteMs) / (riddenEverySeconds * secondMs)

/** An afternoon's ride, one round, ending two minutes ago. */
export function demoRide(now: Date): DemoFix[] {
  return rideOf(setOffAt(now), 0, fixesOfRound)
}

/** How long it stands in Bad Herrenalb: long enough to be two rides. */
const outingStopMinutes = 90

/** The same round as an outing: there through the valley of the Alb, a stop, and back through that of the Murg. */
export function demoOuting(now: Date): DemoFix[] {
  const round = demoRide(now)
  const arrival = Math.round(shareToHerrenalb * fixesOfRound)
  const out = round.slice(0, arrival + 1).map(({ recordedAt, ...fix }) => ({
    ...fix,
    recordedAt: new Date(recordedAt.getTime() - outingStopMinutes * minuteMs),
  }))
  const back = round.slice(arrival + 1)
  return [...thenParked(out, back[0]?.recordedAt ?? now), ...back]
}

/**
 * How the ride that was under way when the demo world was built has gone on: round after round.
 * @param since the last fix that is known. @param until after which there is none.
 */
export function demoRideGoingOn(builtAt: Date, since: Date, until: Date): DemoFix[] {
  const start = setOffAt(builtAt)
  const fixOf = (at: Date) => Math.floor((at.getTime() - start.getTime()) / (riddenEverySeconds * secondMs))
  // The one before the first is needed for its speed and course.
  return rideOf(start, fixOf(since), fixOf(until)).slice(1)
}

/** When the ride began that is under way. */
function setOffAt(now: Date): Date {
  return new Date(now.getTime() - (2 + roundMinutes) * minuteMs)
}

function rideOf(start: Date, first: number, last: number): DemoFix[] {
  return trackOf(
    Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => ({
      ...placeOnRoad(albValley, ((first + index) % fixesOfRound) / fixesOfRound),
      recordedAt: new Date(start.getTime() + (first + index) * riddenEverySeconds * secondMs),
    })),
  )
}

/** How often a parked tracker reports where it is. */
const parkedEveryMinutes = 10

/** The same, and then parked at its end until then. */
export function thenParked(fixes: readonly DemoFix[], until: Date): DemoFix[] {
  const last = fixes.at(-1)
  return last === undefined ? [] : [...fixes, ...parkedOn(last, until)]
}

/** What a tracker reports that stands where it was, from then on. */
export function parkedOn(known: DemoFix, until: Date): DemoFix[] {
  const parkedMinutes = Math.max(0, until.getTime() - known.recordedAt.getTime()) / minuteMs
  return Array.from({ length: Math.floor(parkedMinutes / parkedEveryMinutes) }, (_, index) => ({
    ...known,
    recordedAt: new Date(known.recordedAt.getTime() + (index + 1) * parkedEveryMinutes * minuteMs),
    speed: 0,
  }))
}

const theftMinutes = 38

/** Three nights ago: parked since the evening, moved along the road northwards, then silence. */
export function demoTheft(now: Date): DemoFix[] {
  const lastFix = now.getTime() - 3 * dayMs
  const parked = Array.from({ length: 12 }, (_, index) => ({
    latitude: karlsruhe.latitude + 0.008 + 0.00002 * Math.sin(index * 2.4),
    longitude: karlsruhe.longitude - 0.021 + 0.00002 * Math.cos(index * 1.7),
    recordedAt: new Date(lastFix - (theftMinutes + (12 - index) * 30) * minuteMs),
  }))
  const moved = Array.from({ length: theftMinutes + 1 }, (_, minute) => ({
    ...placeOnRoad(northRoad, minute / theftMinutes),
    recordedAt: new Date(lastFix - (theftMinutes - minute) * minuteMs),
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
