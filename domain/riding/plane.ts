import type { Place } from '#contract/base/place.ts'
import { eastwardDegrees, metresPerDegree } from '#domain/geo/geo.ts'

/** Metres to the east and to the north. */
export interface Offset {
  east: number
  north: number
}

/** How far a place is from another on a plane: within 2 km the error stays below a metre, at a tenth of the cost of a sphere. */
export function offsetTo(from: Place, to: Place): Offset {
  return {
    east: metresPerDegree * eastwardDegrees(from.longitude, to.longitude) * Math.cos(from.latitude * radiansPerDegree),
    north: metresPerDegree * (to.latitude - from.latitude),
  }
}

/** `Math.hypot` takes many times as long, for the sake of numbers that no map has. */
export const lengthOf = ({ east, north }: Offset): number => Math.sqrt(east ** 2 + north ** 2)

/** Radians from north, clockwise. */
export const bearingOf = ({ east, north }: Offset): number => Math.atan2(east, north)

/** The difference of two angles by the shorter way, -π to π; to the right: more than 0. */
export function turnBetween(from: number, to: number): number {
  const turn = (to - from) % (2 * Math.PI)
  if (turn > Math.PI) return turn - 2 * Math.PI
  return turn < -Math.PI ? turn + 2 * Math.PI : turn
}

export const radiansPerDegree = Math.PI / 180
