import { limits } from '#contract/limits.ts'
import type { Place } from '#contract/place.ts'
import { isInside } from '#domain/geo.ts'

/** Where the users who import POIs ride: Europe. */
const { area } = limits.poiReports

/**
 * Whether latitude and longitude of a place seem to stand in each other's place: as it is, it lies outside of Europe;
 * swapped, inside. Files have them in either order, and nobody wants a camera in the Indian Ocean.
 */
export function seemsSwapped(place: Place): boolean {
  return !isInside(area, place) && isOnEarth(turned(place)) && isInside(area, turned(place))
}

/** The same place with latitude and longitude in each other's place. */
export function turned<P extends Place>(place: P): P {
  return { ...place, latitude: place.longitude, longitude: place.latitude }
}

function isOnEarth({ latitude }: Place): boolean {
  return Math.abs(latitude) <= 90
}

/** Names a place and what is watched there, for two lists that tell of the same: to about a metre. */
export function placeKey({ latitude, longitude, speed }: Place & { speed: number | null }): string {
  return [latitude.toFixed(5), longitude.toFixed(5), speed ?? ''].join()
}
