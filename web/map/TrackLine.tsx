import type { FeatureCollection, LineString, Position } from 'geojson'
import { useMemo } from 'react'
import { limits } from '#contract/limits.ts'
import type { Place } from '#contract/place.ts'
import { type MapDrawing, useMapLayers } from './use-map-layers.ts'

interface TrackLineProps {
  /** Unbroken pieces of the track, in order; from the end of one to the beginning of the next leads a dashed line. */
  segments: readonly (readonly Place[])[]
}

/** Where a device was: a blue line, dashed where nothing is known of the time between. */
export function TrackLine({ segments }: TrackLineProps) {
  const data = useMemo(() => linesOf(segments), [segments])
  useMapLayers(drawing, data)
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
  const coordinates = places.map(({ longitude, latitude }): Position => [longitude, latitude])
  return { type: 'Feature' as const, geometry: { type: 'LineString' as const, coordinates }, properties: { pause } }
}

const blue = '#1d4ed8'

const drawing: MapDrawing = {
  layers: (source) => [
    {
      id: `${source}-casing`,
      type: 'line',
      source,
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: { 'line-color': '#ffffff', 'line-width': limits.tracking.lineWidth + 3, 'line-opacity': 0.85 },
    },
    {
      id: `${source}-track`,
      type: 'line',
      source,
      filter: ['!', ['get', 'pause']],
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: { 'line-color': blue, 'line-width': limits.tracking.lineWidth },
    },
    {
      id: `${source}-pause`,
      type: 'line',
      source,
      filter: ['get', 'pause'],
      paint: { 'line-color': blue, 'line-width': limits.tracking.lineWidth, 'line-dasharray': [1.5, 2] },
    },
  ],
}
