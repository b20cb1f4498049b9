import type { Place } from '#contract/base/place.ts'

/** Mean radius of the earth (IUGG), metres. */
export const earthRadiusMetres = 6_371_008.8

/** To the north, and along the equator to the east. */
export const metresPerDegree = earthRadiusMetres * (Math.PI / 180)

/** Metres between two places along the great circle (haversine). */
export function distanceMetres(from: Place, to: Place): number {
  const northward = Math.sin(radians(to.latitude - from.latitude) / 2) ** 2
  const eastward = Math.sin(radians(to.longitude - from.longitude) / 2) ** 2
  const chord = northward + Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * eastward
  return 2 * earthRadiusMetres * Math.asin(Math.min(1, Math.sqrt(chord)))
}

/** The direction of `to` from `from`: degrees from north, clockwise, 0 to below 360. */
export function bearingDegrees(from: Place, to: Place): number {
  const eastward = radians(to.longitude - from.longitude)
  const [start, end] = [radians(from.latitude), radians(to.latitude)]
  const east = Math.sin(eastward) * Math.cos(end)
  const north = Math.cos(start) * Math.sin(end) - Math.sin(start) * Math.cos(end) * Math.cos(eastward)
  return (degrees(Math.atan2(east, north)) + 360) % 360
}

/** The place reached from `start` after `metres` in the direction `bearing` (degrees from north, clockwise). */
export function destination(start: Place, metres: number, bearing: number): Place {
  const arc = metres / earthRadiusMetres
  const latitude = radians(start.latitude)
  const course = radians(bearing)
  const sine = Math.sin(latitude) * Math.cos(arc) + Math.cos(latitude) * Math.sin(arc) * Math.cos(course)
  const east = Math.atan2(
    Math.sin(course) * Math.sin(arc) * Math.cos(latitude),
    Math.cos(arc) - Math.sin(latitude) * sine,
  )
  return { latitude: degrees(Math.asin(sine)), longitude: start.longitude + degrees(east) }
}

/** The corners of a circle on the ground, closed: the first is repeated at the end. */
export function circleAround(centre: Place, radiusKm: number, corners = 64): Place[] {
  const around = Array.from({ length: corners }, (_, corner) =>
    destination(centre, radiusKm * 1000, (corner * 360) / corners),
  )
  return [...around, ...around.slice(0, 1)]
}

export interface Box {
  west: number
  south: number
  east: number
  north: number
}

/** How far one longitude is to the east of another by the shorter way, degrees; to the west: less than 0. */
export function eastwardDegrees(from: number, to: number): number {
  const difference = to - from
  if (difference > 180) return difference - 360
  return difference < -180 ? difference + 360 : difference
}

/** A longitude or a turn, degrees, from -180 to 180, however often it has gone round. */
export function withinATurn(angle: number): number {
  return angle >= -180 && angle <= 180 ? angle : ((((angle + 180) % 360) + 360) % 360) - 180
}

/**
 * The places of a line, each longitude continuing from the one before: where the line crosses the antimeridian, beyond 180
 * or -180 degrees, and not round the globe.
 */
export function continued(places: readonly Place[]): Place[] {
  let before: number | null = null
  let turned = 0
  return places.map(({ latitude, longitude }) => {
    const difference = before === null ? 0 : longitude - before
    if (Math.abs(difference) > 180) turned -= Math.sign(difference) * 360
    before = longitude
    return { latitude, longitude: longitude + turned }
  })
}

/** The box around the places of a line, beyond 180 or -180 degrees where it crosses the antimeridian; null around none. */
export function boxAround(places: readonly Place[]): Box | null {
  const [first, ...others] = continued(places)
  if (!first) return null
  const start: Box = { west: first.longitude, south: first.latitude, east: first.longitude, north: first.latitude }
  return others.reduce(
    (box, { latitude, longitude }) => ({
      west: Math.min(box.west, longitude),
      south: Math.min(box.south, latitude),
      east: Math.max(box.east, longitude),
      north: Math.max(box.north, latitude),
    }),
    start,
  )
}

/** The box that a circle just fits into. */
export function boxOfCircle(centre: Place, radiusKm: number): Box {
  const towards = (bearing: number) => destination(centre, radiusKm * 1000, bearing)
  return {
    west: towards(270).longitude,
    south: towards(180).latitude,
    east: towards(90).longitude,
    north: towards(0).latitude,
  }
}

/** What is no number is in no box. */
export function isInside(box: Box, { latitude, longitude }: Place): boolean {
  if (!(latitude >= box.south && latitude <= box.north)) return false
  return [0, -360, 360].some((turn) => longitude + turn >= box.west && longitude + turn <= box.east)
}

/** A box as one or two that keep within ±180 and ±90 degrees: what looks places up knows no others. */
export function boxesOnTheGlobe(box: Box): Box[] {
  const [south, north] = [Math.max(-90, box.south), Math.min(90, box.north)]
  if (box.east - box.west >= 360) return [{ west: -180, south, east: 180, north }]
  const west = withinATurn(box.west)
  const east = west + box.east - box.west
  if (east <= 180) return [{ west, south, east, north }]
  return [
    { west, south, east: 180, north },
    { west: -180, south, east: east - 360, north },
  ]
}

const radians = (angle: number) => (angle * Math.PI) / 180
const degrees = (angle: number) => (angle * 180) / Math.PI
