import type { Place } from '#contract/base/place.ts'
import { poiReportsLimits } from '#contract/poi-reports/poi-reports-limits.ts'
import { isInside } from '#domain/geo/geo.ts'

/** Where the users who import POIs ride: Europe. */
const { area } = poiReportsLimits

/**
 * Whether latitude and longitude of a place seem to be swapped: as it is, it lies outside Europe, and swapped, inside. Files
 * have them in either order, and nobody wants a camera in the Indian Ocean.
 */
export function seemsSwapped(place: Place): boolean {
  return !isInside(area, place) && isOnEarth(turned(place)) && isInside(area, turned(place))
}

/** The same place with latitude and longitude swapped. */
export function turned<P extends Place>(place: P): P {
  return { ...place, latitude: place.longitude, longitude: place.latitude }
}

function isOnEarth({ latitude }: Place): boolean {
  return Math.abs(latitude) <= 90
}

/** A key for a place, to about a metre, and its speed limit: equal for the same POI in two lists. */
export function placeKey({ latitude, longitude, speed }: Place & { speed: number | null }): string {
  return [latitude.toFixed(5), longitude.toFixed(5), speed ?? ''].join()
}
