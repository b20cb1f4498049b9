import type { Feature, Polygon } from 'geojson'
import { useMemo } from 'react'
import type { Place } from '#contract/base/place.ts'
import { circleAround } from '#domain/geo/geo.ts'
import { type MapDrawing, useMapLayers } from '#web/map/canvas/use-map-layers.ts'

interface WarningCircleProps {
  centre: Place
  metres: number
  /** `#rrggbb` */
  colour: string
}

/** Where a warning begins, from whichever direction the place is approached. */
export function WarningCircle({ centre, metres, colour }: WarningCircleProps) {
  const data = useMemo((): Feature<Polygon> => {
    const ring = circleAround(centre, metres / 1000, corners).map(({ longitude, latitude }) => [longitude, latitude])
    return { type: 'Feature', geometry: { type: 'Polygon', coordinates: [ring] }, properties: { colour } }
  }, [centre, metres, colour])
  useMapLayers(drawing, data)
  return null
}

const corners = 96

const drawing: MapDrawing = {
  // A circle that is simplified shows its corners.
  source: { tolerance: 0 },
  layers: (source) => [
    { id: `${source}-area`, type: 'fill', source, paint: { 'fill-color': ['get', 'colour'], 'fill-opacity': 0.2 } },
    {
      id: `${source}-casing`,
      type: 'line',
      source,
      paint: { 'line-color': '#ffffff', 'line-width': 5, 'line-opacity': 0.8 },
    },
    { id: `${source}-edge`, type: 'line', source, paint: { 'line-color': ['get', 'colour'], 'line-width': 2.5 } },
  ],
}
