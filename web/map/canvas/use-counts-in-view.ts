import { useEffect, useEffectEvent } from 'react'
import { type PoiCategory, poiCategories, poiTileLayer } from '#contract/pois/pois.ts'
import { poiSourceId, useMap } from './map-context.ts'

export type CountsInView = Record<PoiCategory, number>

/**
 * Tells how many POIs of each category the map shows, alone or in clusters, each time it has come to rest.
 * @param hidden ids that are left out where they stand alone.
 */
export function useCountsInView(hidden: readonly string[], onCounts: (counts: CountsInView) => void): void {
  const { map } = useMap()
  const tell = useEffectEvent(() => {
    const bounds = map.getBounds()
    const counts: CountsInView = {
      stationarySpeedCameras: 0,
      mobileSpeedCameras: 0,
      weather: 0,
      accidents: 0,
      motorcycleHazards: 0,
    }
    for (const { geometry, properties } of map.querySourceFeatures(poiSourceId, { sourceLayer: poiTileLayer })) {
      if (geometry.type !== 'Point') continue
      const [longitude = 0, latitude = 0] = geometry.coordinates
      if (!bounds.contains([longitude, latitude])) continue
      for (const category of poiCategories) {
        if ('count' in properties) counts[category] += Number(properties[category] ?? 0)
        else if (properties['category'] === category && !hidden.includes(String(properties['id'])))
          counts[category] += 1
      }
    }
    onCounts(counts)
  })
  useEffect(() => {
    const rested = map.on('idle', () => tell())
    return () => rested.unsubscribe()
  }, [map])
}
