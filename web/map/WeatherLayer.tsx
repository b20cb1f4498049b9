import type { WarningLevel, WeatherAreas } from '#contract/weather.ts'
import type { ExpressionSpecification, MapMouseEvent } from 'maplibre-gl'
import { useMapClick } from './map-context.ts'
import { type MapDrawing, useMapLayers } from './use-map-layers.ts'
import { usePointer } from './use-pointer.ts'

interface WeatherLayerProps {
  areas: WeatherAreas
  /** The warnings whose areas were hit, the topmost first. */
  onSelect(ids: string[]): void
}

/** Areas of weather warnings, coloured as the weather service colours its levels; the graver, the thicker the edge. */
export function WeatherLayer({ areas, onSelect }: WeatherLayerProps) {
  const layers = useMapLayers(drawing, areas)
  usePointer(layers)
  useMapClick('area', ({ target: map, point }: MapMouseEvent) => {
    const hits = map.queryRenderedFeatures(point, { layers: [...layers] })
    const ids = new Set(hits.map((hit) => String(hit.properties['id'])))
    if (ids.size > 0) onSelect([...ids])
    return ids.size > 0
  })
  return null
}

/** Yellow, ochre, red and violet, as on the weather service's own maps. */
export const levelColours: Record<WarningLevel, string> = { 1: '#e3b505', 2: '#e07b00', 3: '#cf1f1f', 4: '#8a1a9b' }

const byLevel: ExpressionSpecification = [
  'match',
  ['get', 'warningLevel'],
  1,
  levelColours[1],
  2,
  levelColours[2],
  3,
  levelColours[3],
  levelColours[4],
]

const drawing: MapDrawing = {
  layers: (source) => [
    {
      id: `${source}-area`,
      type: 'fill',
      source,
      layout: { 'fill-sort-key': ['get', 'warningLevel'] },
      paint: { 'fill-color': byLevel, 'fill-opacity': 0.22 },
    },
    {
      id: `${source}-edge`,
      type: 'line',
      source,
      layout: { 'line-sort-key': ['get', 'warningLevel'], 'line-join': 'round' },
      paint: { 'line-color': byLevel, 'line-width': ['+', 1, ['*', 0.5, ['get', 'warningLevel']]] },
    },
  ],
}
