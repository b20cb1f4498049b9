import type { Place } from '#contract/place.ts'

/** Mean radius of the earth (IUGG), metres. */
export const earthRadiusMetres = 6_371_008.8

/** Metres between two places along the great circle (haversine). */
export function distanceMetres(from: Place, to: Place): number {
  const northward = Math.sin(radians(to.latitude - from.latitude) / 2) ** 2
  const eastward = Math.sin(radians(to.longitude - from.longitude) / 2) ** 2
  const chord = northward + Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * eastward
  return 2 * earthRadiusMetres * Math.asin(Math.min(1, Math.sqrt(chord)))
}

/** The direction in which `to` lies from `from`: degrees from north, clockwise, 0 to below 360. */
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

/** The smallest box around the places; null where there is none. */
export function boxAround(places: readonly Place[]): Box | null {
  const [first, ...others] = places
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

export function isInside(box: Box, { latitude, longitude }: Place): boolean {
  return latitude >= box.south && latitude <= box.north && longitude >= box.west && longitude <= box.east
}

const radians = (angle: number) => (angle * Math.PI) / 180
const degrees = (angle: number) => (angle * 180) / Math.PI
