import type { GeoJSON } from 'geojson'
import type { GeoJSONSourceSpecification, LayerSpecification } from 'maplibre-gl'
import { useEffect, useId, useRef } from 'react'
import { type LoadedMap, useMap } from './map-context.ts'

/** A thing on the map: how its source is made and which layers draw it. Keep it outside of components: it is compared by identity. */
export interface MapDrawing {
  /** All of the source but its data. */
  source?: Omit<GeoJSONSourceSpecification, 'type' | 'data'>
  /** Bottom first; each must name `source` as its source and begin its id with it. */
  layers(source: string): LayerSpecification[]
}

/**
 * Puts a drawing on the map while the component is mounted and gives it its data. Drawings lie above each other in the
 * order in which their components mount.
 * @returns the ids of the layers, for asking what was clicked.
 */
export function useMapLayers(drawing: MapDrawing, data: GeoJSON): readonly string[] {
  const loaded = useMap()
  const source = useId()
  const latest = useRef(data)

  useEffect(() => {
    add(loaded, source, drawing, latest.current)
    return () => remove(loaded, source, drawing)
  }, [loaded, source, drawing])

  useEffect(() => {
    if (latest.current === data) return
    latest.current = data
    const held = loaded.map.getSource(source)
    // Failures arrive as the map's `error` events.
    if (held instanceof loaded.maplibre.GeoJSONSource) void held.setData(data)
  }, [loaded, source, data])

  return layerIds(drawing, source)
}

function add({ map }: LoadedMap, source: string, drawing: MapDrawing, data: GeoJSON): void {
  map.addSource(source, { type: 'geojson', ...drawing.source, data })
  for (const layer of drawing.layers(source)) map.addLayer(layer)
}

function remove({ map, alive }: LoadedMap, source: string, drawing: MapDrawing): void {
  if (!alive()) return
  for (const id of layerIds(drawing, source)) map.removeLayer(id)
  map.removeSource(source)
}

function layerIds(drawing: MapDrawing, source: string): string[] {
  return drawing.layers(source).map(({ id }) => id)
}
