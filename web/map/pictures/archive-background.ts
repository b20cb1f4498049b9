import { layers } from '@protomaps/basemaps'
import type { ExpressionSpecification, LayerSpecification, VectorSourceSpecification } from 'maplibre-gl'
import { basemap } from '#contract/basemap/basemap.ts'
import type { BasemapArchive } from '#contract/config.ts'
import { archiveColours } from '#web/map/look/archive-colours.ts'
import { signFont } from './drawn-background.ts'
import type { MapTheme } from '#web/map/look/map-theme.ts'
import { arrowImage, plateImages, townImage } from '#web/map/look/map-images.ts'

/*
 * The operator's own base map: the tiles of a PMTiles archive with Protomaps' layers (schema 4). Their styles come from
 * `@protomaps/basemaps`; colours, letters and road signs are ours. Text is drawn with fonts that the browser has, and signs
 * are drawn when they are first needed: the map fetches tiles, and nothing else.
 */

export const archiveId = 'archive'

/** @param origin of our server. */
export function archiveSource(
  { version, minZoom, maxZoom, bounds }: BasemapArchive,
  origin: string,
  attribution: string,
): VectorSourceSpecification {
  const path = basemap.tile.path.replace(':version', version).replaceAll(/:(\w)\b/g, '{$1}')
  return { type: 'vector', tiles: [origin + path], minzoom: minZoom, maxzoom: maxZoom, bounds, attribution }
}

/** The layers of the archive, bottom first: the same ones in each map theme. */
export function archiveLayers(mapTheme: MapTheme): LayerSpecification[] {
  return layers(archiveId, archiveColours[mapTheme], { lang: 'de' })
    .filter(({ id }) => !leftOut.includes(id))
    .map((layer) => ours(layer, mapTheme))
}

/** Below the tiles our own background is drawn. Points of interest are what the product itself shows. */
const leftOut = ['background', 'pois']

function ours(layer: LayerSpecification, mapTheme: MapTheme): LayerSpecification {
  if (layer.type !== 'symbol') return layer
  const { 'text-field': text, ...layout } = layer.layout ?? {}
  const isPlace = layer.id.startsWith('places_')
  return {
    ...layer,
    layout: {
      ...layout,
      'text-font': isPlace || layer.id === 'roads_shields' ? signFont : streetFont,
      ...(text !== undefined && { 'text-field': layer.id === 'address_label' ? text : germanName }),
      ...symbolLayouts[layer.id],
    },
    paint: {
      ...layer.paint,
      ...(layer.id !== 'roads_shields' && layer.id !== 'roads_oneway' && { 'text-halo-width': haloPx[mapTheme] }),
      ...(layer.id === 'roads_shields' && { 'text-color': plateText }),
    },
  }
}

const streetFont = ['system-ui']
const haloPx: Record<MapTheme, number> = { light: 1.5, dark: 1.5, sun: 2.5 }

const germanName: ExpressionSpecification = ['coalesce', ['get', 'name:de'], ['get', 'name']]

const number: ExpressionSpecification = ['get', 'shield_text']
const roadClass: ExpressionSpecification = ['slice', number, 0, 1]
/** German signs name the class of a road by their colour and shape, and show its number alone (StVO, signs 401 and 405). */
const signNumber: ExpressionSpecification = ['match', roadClass, ['A', 'B'], ['slice', number, 1], number]
const plate: ExpressionSpecification = [
  'match',
  roadClass,
  'A',
  plateImages.motorway,
  'B',
  plateImages.federal,
  'E',
  plateImages.european,
  plateImages.other,
]
const plateText: ExpressionSpecification = ['match', roadClass, ['A', 'E'], '#ffffff', '#141414']

/** What differs from Protomaps' own, by layer. */
const symbolLayouts: Record<string, NonNullable<Extract<LayerSpecification, { type: 'symbol' }>['layout']>> = {
  roads_shields: {
    'icon-image': plate,
    'icon-size': 1,
    'icon-text-fit': 'both',
    'icon-text-fit-padding': [1, 3, 1, 3],
    'text-field': signNumber,
    'text-size': 12,
    'symbol-spacing': 320,
  },
  roads_oneway: { 'icon-image': arrowImage },
  places_locality: { 'icon-image': ['step', ['zoom'], townImage, 8, ''] },
}
