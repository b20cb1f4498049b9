import type { FeatureCollection, LineString, Position } from 'geojson'
import { useEffect, useMemo } from 'react'
import type { Place } from '#contract/base/place.ts'
import { continued } from '#domain/geo/geo.ts'
import { useMap } from '#web/map/canvas/map-context.ts'
import { trackDrawing, trackOpacity } from './track-drawing.ts'
import { useMapLayers } from '#web/map/canvas/use-map-layers.ts'

interface TrackLineProps {
  /** Unbroken pieces of the track, in order; a dashed line leads from the end of one to the beginning of the next. */
  segments: readonly (readonly Place[])[]
  /** Whether the line is only a background from which a part of it stands out. */
  faded?: boolean
}

/** Where a device was: a blue line, dashed if nothing is known of the time between. */
export function TrackLine({ segments, faded = false }: TrackLineProps) {
  const { map } = useMap()
  const data = useMemo(() => linesOf(segments), [segments])
  const layers = useMapLayers(trackDrawing, data).join(' ')
  useEffect(() => {
    for (const layer of layers.split(' ')) map.setPaintProperty(layer, 'line-opacity', trackOpacity(layer, faded))
  }, [map, layers, faded])
  useEffect(() => {
    // For measurements: the moment when the line can be seen, and of how many places it is.
    const arrived = map.on('sourcedata', ({ sourceId, tile, isSourceLoaded }) => {
      if (tile === undefined || !isSourceLoaded || !layers.startsWith(`${sourceId}-`)) return
      arrived.unsubscribe()
      map.once('render', () => performance.mark('track-shown', { detail: segments.flat().length }))
    })
    return () => arrived.unsubscribe()
  }, [map, layers, data, segments])
  return null
}

function linesOf(segments: TrackLineProps['segments']): FeatureCollection<LineString> {
  const pauses = segments
    .slice(1)
    .map((segment, index) => [...(segments[index]?.slice(-1) ?? []), ...segment.slice(0, 1)])
  return {
    type: 'FeatureCollection',
    features: [...pauses.map((ends) => line(ends, true)), ...segments.map((places) => line(places, false))],
  }
}

function line(places: readonly Place[], pause: boolean) {
  const coordinates = continued(places).map(({ longitude, latitude }): Position => [longitude, latitude])
  return { type: 'Feature' as const, geometry: { type: 'LineString' as const, coordinates }, properties: { pause } }
}
