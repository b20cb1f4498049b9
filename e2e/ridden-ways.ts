import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Place } from '#contract/base/place.ts'
import type { ReportType } from '#contract/poi-reports/poi-reports.ts'
import { bearingDegrees, destination, distanceMetres } from '#domain/geo/geo.ts'

/* Ways to ride in a story, a position each second, and hazards on them and beside them. */

export interface Second extends Place {
  /** m/s. */
  speed: number
  /** Degrees; null while standing, as phones tell it. */
  course: number | null
}

export interface Placed extends Place {
  type: ReportType
  /** Null: for both. */
  direction: number | null
  /** Whether a rider has to hear of it. */
  isOnWay: boolean
}

const recording = join(process.env['SHARED_DIR'] ?? '../shared', 'data/gpx/car_hannover_2016-12-28_1hz.gpx')
export const hasRecording = existsSync(recording)

/** Thirteen minutes through Hannover, as a receiver recorded them. */
export function recordedWay(): Second[] {
  const points = [...readFileSync(recording, 'utf8').matchAll(/<trkpt\s+lat="([^"]+)"\s+lon="([^"]+)"/g)]
  return wayOf(points.map(([, latitude, longitude]) => ({ latitude: Number(latitude), longitude: Number(longitude) })))
}

/** Twelve minutes by formula on a country road: bends of 500 m radius and more, 40 to 80 km/h, one stop. */
export function windingWay(): Second[] {
  const places: Place[] = [{ latitude: 51.2, longitude: 10.4 }]
  for (let second = 0; second < windingSeconds; second += 1) {
    const place = places.at(-1)
    const isStanding = second < 5 || (second > 400 && second < 430)
    const metres = isStanding ? 0 : 16.5 + 5.5 * Math.sin(second / 40)
    if (place !== undefined) places.push(destination(place, metres, 70 + 60 * Math.sin(second / 50)))
  }
  return wayOf(places)
}

const windingSeconds = 720

/** Slower than this, phones tell no course. */
const leastSpeed = 1

function wayOf(places: readonly Place[]): Second[] {
  return places.map((place, second) => {
    const before = places[second - 1] ?? place
    const speed = distanceMetres(before, place)
    return { ...place, speed, course: speed < leastSpeed ? null : bearingDegrees(before, place) }
  })
}

const everySeconds = 45
const approachSeconds = 15
const ridingSpeed = 6
/** Where the way comes by once more, a hazard would lie on it twice, or not beside it. */
const clearMetres = 90
const passingSeconds = 20

/** Who should hear of what: in turns on the way, a hundred metres beside it, on the way, and on it for the other direction. */
export function hazardsAlong(way: readonly Second[]): Placed[] {
  const placed: Placed[] = []
  let last = -Infinity
  for (const [second, here] of way.entries()) {
    const approach = way.slice(Math.max(0, second - approachSeconds), second + 1)
    if (second - last < everySeconds || approach.some(({ speed }) => speed < ridingSpeed)) continue
    const hazard = hazardAt(here, placed.length)
    if (hazard === null || comesBy(way, hazard, second)) continue
    placed.push(hazard)
    last = second
  }
  return placed
}

const typesOnWay = ['Obstacle', 'Slippery', 'BrokenDownVehicle', 'TemporaryRoadwork'] as const

function hazardAt({ course, ...here }: Second, index: number): Placed | null {
  if (course === null) return null
  if (index % 4 === 1) {
    return { ...destination(here, 100, course + 90), type: 'ObstructedView', direction: null, isOnWay: false }
  }
  const { latitude, longitude } = here
  if (index % 4 === 3) {
    return { latitude, longitude, type: 'TrafficJam', direction: Math.round(course + 180) % 360, isOnWay: false }
  }
  const type = typesOnWay[(index / 2) % typesOnWay.length] ?? 'Obstacle'
  return { latitude, longitude, type, direction: null, isOnWay: true }
}

function comesBy(way: readonly Second[], hazard: Placed, second: number): boolean {
  return way.some(
    (place, other) => Math.abs(other - second) > passingSeconds && distanceMetres(place, hazard) < clearMetres,
  )
}
