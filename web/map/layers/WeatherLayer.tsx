import type { MapMouseEvent } from 'maplibre-gl'
import { useMemo } from 'react'
import type { WeatherAreas } from '#contract/weather.ts'
import { useNow } from '#web/browser/clock.ts'
import { useMapClick } from '#web/map/canvas/map-context.ts'
import { useMapLayers } from '#web/map/canvas/use-map-layers.ts'
import { usePointer } from '#web/map/canvas/use-pointer.ts'
import { announcedIds, drawnAreas, weatherDrawing } from './weather-drawing.ts'

interface WeatherLayerProps {
  areas: WeatherAreas
  /** The warnings whose areas were hit, the topmost first. */
  onSelect(ids: string[]): void
}

/** Areas of weather warnings: those in force, and those that are announced. */
export function WeatherLayer({ areas, onSelect }: WeatherLayerProps) {
  // As one text: outlines have many thousand vertices, and go to the map again only when another warning has begun.
  const later = announcedIds(areas, useNow(60_000)).join(' ')
  const data = useMemo(() => drawnAreas(areas, later.split(' ')), [areas, later])
  const layers = useMapLayers(weatherDrawing, data)
  usePointer(layers)
  useMapClick('area', ({ target: map, point }: MapMouseEvent) => {
    const hits = map.queryRenderedFeatures(point, { layers: [...layers] })
    const ids = new Set(hits.map((hit) => String(hit.properties['id'])))
    if (ids.size > 0) onSelect([...ids])
    return ids.size > 0
  })
  return null
}
