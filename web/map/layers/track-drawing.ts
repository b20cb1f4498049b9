import { trackingLimits } from '#contract/tracking/tracking-limits.ts'
import type { MapDrawing } from '#web/map/canvas/use-map-layers.ts'

const blue = '#1d4ed8'

/** A blue line (specification, section 9), dashed if `pause` is set, on a white one so that it stands out. */
export const trackDrawing: MapDrawing = {
  layers: (source) => [
    {
      id: `${source}-casing`,
      type: 'line',
      source,
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: { 'line-color': '#ffffff', 'line-width': trackingLimits.lineWidth + 3 },
    },
    {
      id: `${source}-track`,
      type: 'line',
      source,
      filter: ['!', ['get', 'pause']],
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: { 'line-color': blue, 'line-width': trackingLimits.lineWidth },
    },
    {
      id: `${source}-pause`,
      type: 'line',
      source,
      filter: ['get', 'pause'],
      paint: { 'line-color': blue, 'line-width': trackingLimits.lineWidth, 'line-dasharray': [1.5, 2] },
    },
  ],
}

/** Of a layer of the drawing: the white below the blue lets the map's roads through, and a faded line lets all. */
export function trackOpacity(layer: string, faded: boolean): number {
  const isCasing = layer.endsWith('-casing')
  if (faded) return isCasing ? 0.25 : 0.35
  return isCasing ? 0.85 : 1
}
