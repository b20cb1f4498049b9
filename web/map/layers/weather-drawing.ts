import type { ExpressionSpecification } from 'maplibre-gl'
import type { WarningLevel, WeatherAreas } from '#contract/weather.ts'
import { nowAndLater } from '#domain/weather/weather.ts'
import type { MapDrawing } from '#web/map/canvas/use-map-layers.ts'

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

const later: ExpressionSpecification = ['get', 'later']
const edgeWidth: ExpressionSpecification = ['+', 1, ['*', 0.5, ['get', 'warningLevel']]]

/**
 * Areas of weather warnings, coloured as the weather service colours its levels; the graver, the thicker the edge. Where
 * one is announced and does not hold yet, the edge is dashed and the area hardly tinted.
 */
export const weatherDrawing: MapDrawing = {
  layers: (source) => [
    {
      id: `${source}-area`,
      type: 'fill',
      source,
      layout: { 'fill-sort-key': ['get', 'warningLevel'] },
      paint: { 'fill-color': byLevel, 'fill-opacity': ['case', later, 0.07, 0.22] },
    },
    {
      id: `${source}-later`,
      type: 'line',
      source,
      filter: later,
      layout: { 'line-sort-key': ['get', 'warningLevel'], 'line-join': 'round' },
      paint: { 'line-color': byLevel, 'line-width': edgeWidth, 'line-dasharray': [2.5, 2] },
    },
    {
      id: `${source}-edge`,
      type: 'line',
      source,
      filter: ['!', later],
      layout: { 'line-sort-key': ['get', 'warningLevel'], 'line-join': 'round' },
      paint: { 'line-color': byLevel, 'line-width': edgeWidth },
    },
  ],
}

/** The areas, each with whether its warning is in force only later. */
export function drawnAreas({ features }: WeatherAreas, laterIds: readonly string[]) {
  const areLater = new Set(laterIds)
  return {
    type: 'FeatureCollection' as const,
    features: features.map((feature) => ({
      ...feature,
      properties: { ...feature.properties, later: areLater.has(feature.properties.id) },
    })),
  }
}

/** The ids of those that are announced and not yet in force, and of advance information. */
export function announcedIds({ features }: WeatherAreas, now: Date): string[] {
  const { later, advance } = nowAndLater(
    features.map(({ properties }) => properties),
    now,
  )
  return [...later, ...advance].map(({ id }) => id)
}
