import type { Place } from '#contract/base/place.ts'
import { ridingLimits } from '#contract/riding/riding-limits.ts'
import { type Box, boxOfCircle } from '#domain/geo/geo.ts'

/** A tile of the map at the zoom of riding mode, as tile servers count. */
export interface HazardTile {
  x: number
  y: number
}

/** The tiles in which all hazards lie that a rider should know at a place, the rider's own first. */
export function tilesKnownAt(place: Place): HazardTile[] {
  const { west, east, south, north } = boxOfCircle(place, ridingLimits.knownMetres / 1000)
  const rows = range(rowOf(north), rowOf(south)).filter((row) => row >= 0 && row < tiles)
  const columns = range(columnOf(west), columnOf(east))
  const steps = ({ x, y }: HazardTile) => Math.abs(x - columnOf(place.longitude)) + Math.abs(y - rowOf(place.latitude))
  const around = rows.flatMap((y) => columns.map((x) => ({ x, y }))).toSorted((a, b) => steps(a) - steps(b))
  // Beyond the antimeridian the world begins again.
  return around.map(({ x, y }) => ({ x: (x + tiles) % tiles, y }))
}

export function boxOfTile({ x, y }: HazardTile): Box {
  return { west: westOf(x), east: westOf(x + 1), north: northOf(y), south: northOf(y + 1) }
}

const tiles = 2 ** ridingLimits.tileZoom

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index)
const columnOf = (longitude: number) => Math.floor(((longitude + 180) / 360) * tiles)
const rowOf = (latitude: number) =>
  Math.floor(((1 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI) / 2) * tiles)
const westOf = (x: number) => (x / tiles) * 360 - 180
const northOf = (y: number) => (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / tiles))) * 180) / Math.PI
