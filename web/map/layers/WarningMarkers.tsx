import type { FeatureCollection, Point } from 'geojson'
import type { MapMouseEvent } from 'maplibre-gl'
import { useMemo } from 'react'
import { mapLimits } from '#contract/limits/map-limits.ts'
import type { WeatherAreas } from '#contract/weather.ts'
import { cameraZoom } from '#domain/geo/map.ts'
import { useMapClick } from '#web/map/canvas/map-context.ts'
import { imagePrefixes } from '#web/map/look/symbols.ts'
import { type MapDrawing, useMapLayers } from '#web/map/canvas/use-map-layers.ts'
import { usePointer } from '#web/map/canvas/use-pointer.ts'

interface WarningMarkersProps {
  areas: WeatherAreas
  onSelect(ids: string[]): void
}

/** A symbol in the middle of each weather warning: its area may be small, or larger than the window. */
export function WarningMarkers({ areas, onSelect }: WarningMarkersProps) {
  const data = useMemo(() => middlesOf(areas), [areas])
  const layers = useMapLayers(drawing, data)
  usePointer(layers)
  useMapClick('marker', ({ target: map, point }: MapMouseEvent) => {
    const ids = map.queryRenderedFeatures(point, { layers: [...layers] }).map((hit) => String(hit.properties['id']))
    if (ids.length > 0) onSelect([...new Set(ids)])
    return ids.length > 0
  })
  return null
}

function middlesOf({ features }: WeatherAreas): FeatureCollection<Point> {
  return {
    type: 'FeatureCollection',
    features: features.map(({ properties: { id, latitude, longitude } }) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
      properties: { id },
    })),
  }
}

const drawing: MapDrawing = {
  layers: (source) => [
    {
      id: `${source}-middle`,
      type: 'symbol',
      source,
      // Further out the symbols would hide the map, and each other.
      minzoom: cameraZoom(mapLimits.warningMarkersFromZoom),
      layout: { 'icon-image': `${imagePrefixes.poi}weather`, 'icon-overlap': 'always' },
    },
  ],
}
