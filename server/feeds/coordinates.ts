import type { Place } from '#contract/base/place.ts'
import { type Box, isInside } from '#domain/geo/geo.ts'

export interface PlaceOnMap extends Place {
  /** Whether latitude and longitude were swapped. */
  swapped: boolean
}

/** Germany with a margin (feeds, section 0). */
export const germany: Box = { west: 5.8, south: 47.2, east: 15.1, north: 55.1 }

/**
 * The place that a source means. Sources mix up latitude and longitude: a pair that is in Germany only when swapped is
 * swapped. A pair that is outside Germany both ways is kept as it is. Null if it is no place on earth.
 */
export function placeOf(latitude: number, longitude: number): PlaceOnMap | null {
  const given = { latitude, longitude }
  const turned = { latitude: longitude, longitude: latitude }
  if (!isInside(germany, given) && isInside(germany, turned)) return { ...turned, swapped: true }
  const onEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  return onEarth ? { ...given, swapped: false } : null
}
