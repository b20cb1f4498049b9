import type { FeatureCollection } from 'geojson'
import type { GeoJSONSourceSpecification, LayerSpecification } from 'maplibre-gl'
import type { MapTheme } from '#web/map/look/map-theme.ts'

/** What the drawn background shows: see `virtual:outlines`. */
export interface Drawn {
  outlines: FeatureCollection
  waters: FeatureCollection
  towns: FeatureCollection
}

const outlinesId = 'outline'
const watersId = 'outline-water'
/** The layer of the towns' names, shown only where the background's tiles are missing: those have names of their own. */
export const townsId = 'outline-towns'

/** Road signs' letters, which the app has anyway (`tokens.css`): no font is fetched for the map. */
export const signFont = ['Barlow Semi Condensed']

interface Colours {
  sea: string
  land: string
  border: string
  water: string
  name: string
}

export const drawnColours: Record<MapTheme, Colours> = {
  light: { sea: '#d3e0e8', land: '#f1f0ea', border: '#9aa3ae', water: '#a9c6d8', name: '#3d444d' },
  dark: { sea: '#11161c', land: '#1e242b', border: '#59626e', water: '#2c4454', name: '#b9c1ca' },
  sun: { sea: '#9fd0f5', land: '#ffffff', border: '#4a4f55', water: '#2f8fd6', name: '#000000' },
}

/** Of the drawn background. GeoNames asks to be named where its names are seen: an unseen source is not listed. */
export function drawnSources({ outlines, waters, towns }: Drawn): Record<string, GeoJSONSourceSpecification> {
  return {
    [outlinesId]: { type: 'geojson', data: outlines, attribution: 'Umrisse: Natural Earth' },
    [watersId]: { type: 'geojson', data: waters },
    [townsId]: { type: 'geojson', data: towns, attribution: 'Orte: GeoNames (CC BY 4.0)' },
  }
}

/** Land, sea, borders, rivers, lakes and towns, in the colours of the theme, below the tiles. */
export function drawnLayers(mapTheme: MapTheme): LayerSpecification[] {
  const { sea, land, border, water, name } = drawnColours[mapTheme]
  return [
    { id: 'sea', type: 'background', paint: { 'background-color': sea } },
    { id: 'outline-land', type: 'fill', source: outlinesId, paint: { 'fill-color': land } },
    {
      id: 'outline-lakes',
      type: 'fill',
      source: watersId,
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: { 'fill-color': water },
    },
    {
      id: 'outline-rivers',
      type: 'line',
      source: watersId,
      filter: ['==', ['geometry-type'], 'LineString'],
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: { 'line-color': water, 'line-width': ['interpolate', ['linear'], ['zoom'], 4, 1, 10, 3.5] },
    },
    { id: 'outline-border', type: 'line', source: outlinesId, paint: { 'line-color': border, 'line-width': 1.5 } },
    {
      id: townsId,
      type: 'symbol',
      source: townsId,
      layout: {
        visibility: 'none',
        'text-field': ['get', 'name'],
        'text-font': signFont,
        'text-size': ['interpolate', ['linear'], ['get', 'population'], 40_000, 13, 1_000_000, 18],
        'text-padding': 6,
        'symbol-sort-key': ['-', 0, ['get', 'population']],
      },
      paint: { 'text-color': name, 'text-halo-color': land, 'text-halo-width': 1.5 },
    },
  ]
}
