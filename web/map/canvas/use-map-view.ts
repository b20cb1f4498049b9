import type { Map as MapLibreMap } from 'maplibre-gl'
import { useEffect, useState } from 'react'
import type { Place } from '#contract/base/place.ts'
import { type Box, withinATurn } from '#domain/geo/geo.ts'
import { useMap } from './map-context.ts'

/** What the map shows once it has come to rest. */
export interface MapView {
  centre: Place
  /** Beyond ±180 degrees if it shows both sides of the antimeridian. */
  box: Box
  /** As the camera counts. */
  zoom: number
}

export function useMapView(): MapView {
  const { map } = useMap()
  const [view, setView] = useState(() => viewOf(map))
  useEffect(() => {
    const renew = () => setView(viewOf(map))
    renew()
    const moved = map.on('moveend', renew)
    const resized = map.on('resize', renew)
    return () => {
      moved.unsubscribe()
      resized.unsubscribe()
    }
  }, [map])
  return view
}

function viewOf(map: MapLibreMap): MapView {
  const bounds = map.getBounds()
  const centre = map.getCenter()
  return {
    centre: { latitude: centre.lat, longitude: withinATurn(centre.lng) },
    box: { west: bounds.getWest(), south: bounds.getSouth(), east: bounds.getEast(), north: bounds.getNorth() },
    zoom: map.getZoom(),
  }
}
