import type { Feature, Polygon } from 'geojson'
import { useMemo } from 'react'
import type { Place } from '#contract/base/place.ts'
import { circleAround } from '#domain/geo/geo.ts'
import { type MapDrawing, useMapLayers } from '#web/map/canvas/use-map-layers.ts'

interface AccuracyCircleProps {
  centre: Place
  radiusKm: number
}

/** A circle on the ground, in kilometres whatever the zoom. */
export function AccuracyCircle({ centre: { latitude, longitude }, radiusKm }: AccuracyCircleProps) {
  const data = useMemo(() => polygonOf({ latitude, longitude }, radiusKm), [latitude, longitude, radiusKm])
  useMapLayers(drawing, data)
  return null
}

function polygonOf(centre: Place, radiusKm: number): Feature<Polygon> {
  const ring = circleAround(centre, radiusKm).map(({ longitude, latitude }) => [longitude, latitude])
  return { type: 'Feature', geometry: { type: 'Polygon', coordinates: [ring] }, properties: {} }
}

const blue = '#1d4ed8'

const drawing: MapDrawing = {
  layers: (source) => [
    { id: `${source}-area`, type: 'fill', source, paint: { 'fill-color': blue, 'fill-opacity': 0.14 } },
    {
      id: `${source}-edge`,
      type: 'line',
      source,
      paint: { 'line-color': blue, 'line-width': 1.5, 'line-opacity': 0.7 },
    },
  ],
}
