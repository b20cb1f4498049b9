import type { Place } from '#contract/place.ts'
import type { Poi, PoiCategory } from '#contract/pois.ts'
import type { WeatherAreas } from '#contract/weather.ts'
import { type Box, distanceMetres, isInside } from '#domain/geo.ts'
import { categoryOf } from '#domain/pois.ts'
import type { PoiMarker } from '#web/map/PoiLayer.tsx'

/** How many there are of each category, shown or not; null where it is not known: nothing has been loaded. */
export function countsByCategory(
  pois: readonly Poi[] | undefined,
  areas: WeatherAreas | undefined,
): Record<PoiCategory, number | null> {
  const tally = new Map<PoiCategory, number>()
  for (const { poiType } of pois ?? []) {
    const category = categoryOf(poiType)
    tally.set(category, (tally.get(category) ?? 0) + 1)
  }
  const countOf = (category: PoiCategory) => (pois === undefined ? null : (tally.get(category) ?? 0))
  return {
    stationarySpeedCameras: countOf('stationarySpeedCameras'),
    mobileSpeedCameras: countOf('mobileSpeedCameras'),
    weather: areas === undefined ? null : areas.features.length,
    accidents: countOf('accidents'),
    motorcycleHazards: countOf('motorcycleHazards'),
  }
}

/** What stands on the map: POIs and the middles of weather warnings, of the chosen categories. */
export function markersOf(pois: readonly Poi[], areas: WeatherAreas, chosen: readonly PoiCategory[]): PoiMarker[] {
  const ofPois = pois.map(({ id, poiType, latitude, longitude }) => ({
    id,
    category: categoryOf(poiType),
    latitude,
    longitude,
  }))
  const ofWarnings = areas.features.map(({ properties: { id, latitude, longitude } }) => ({
    id,
    category: 'weather' as const,
    latitude,
    longitude,
  }))
  return [...ofPois, ...ofWarnings].filter(({ category }) => chosen.includes(category))
}

export interface PoiInView {
  poi: Poi
  /** From the middle of the map. */
  distanceMetres: number
}

/** POIs of the chosen categories that lie in the map's view, the nearest to its middle first. */
export function poisInView(
  pois: readonly Poi[],
  chosen: readonly PoiCategory[],
  view: { box: Box; centre: Place },
): PoiInView[] {
  return pois
    .filter((poi) => isInside(view.box, poi) && chosen.includes(categoryOf(poi.poiType)))
    .map((poi) => ({ poi, distanceMetres: distanceMetres(view.centre, poi) }))
    .toSorted((a, b) => a.distanceMetres - b.distanceMetres)
}
