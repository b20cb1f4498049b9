/*
 * Places on a plane: exact within kilometres, and many times cheaper than on the globe. For rules that compare fixes.
 */
import type { Place } from '#contract/base/place.ts'
import { eastwardDegrees, metresPerDegree } from './geo.ts'

/** Metres to the east and to the north. */
export function vector(from: Place, to: Place): [east: number, north: number] {
  const narrowing = Math.cos((from.latitude * Math.PI) / 180)
  return [
    eastwardDegrees(from.longitude, to.longitude) * metresPerDegree * narrowing,
    (to.latitude - from.latitude) * metresPerDegree,
  ]
}

export const metresBetween = (from: Place, to: Place) => Math.hypot(...vector(from, to))

/** The cosine of the turn between two vectors. */
export function cosineBetween(one: readonly [number, number], other: readonly [number, number]): number {
  return (one[0] * other[0] + one[1] * other[1]) / (Math.hypot(...one) * Math.hypot(...other))
}

/** The place this share of the way from one to the other. */
export function between(from: Place, to: Place, share: number): Place {
  const longitude = from.longitude + share * eastwardDegrees(from.longitude, to.longitude)
  return { latitude: from.latitude + share * (to.latitude - from.latitude), longitude: eastwardDegrees(0, longitude) }
}

export const placeOf = ({ latitude, longitude }: Place): Place => ({ latitude, longitude })
