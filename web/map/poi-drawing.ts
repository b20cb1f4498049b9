import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl'
import { limits } from '#contract/limits.ts'
import { poiCategories, poiTileLayer } from '#contract/pois.ts'
import { poiSourceId } from './map-context.ts'
import { imagePrefixes } from './symbols.ts'

const count: ExpressionSpecification = ['get', 'count']
const [smallest, ...larger] = limits.map.clusterSizes

const clusterSize: ExpressionSpecification = [
  'step',
  count,
  smallest.px,
  ...larger.flatMap(({ moreThan, px }) => [moreThan + 1, px]),
]

/** Eighths, rounded up so that what is rare is shown too: few enough different images to draw each once. */
const clusterShares = poiCategories.flatMap((category, index): (string | ExpressionSpecification)[] => {
  const share: ExpressionSpecification = ['ceil', ['/', ['*', 8, ['coalesce', ['get', category], 0]], count]]
  return index === 0 ? [share] : [',', share]
})

const clusterLabel: ExpressionSpecification = [
  'case',
  ['<', count, 10_000],
  ['number-format', count, { locale: 'de-DE', 'max-fraction-digits': 0 }],
  ['concat', ['floor', ['/', count, 1000]], ' T'],
]

/** How POIs and their clusters look, bottom first. */
export const poiLayers: LayerSpecification[] = [
  {
    id: `${poiSourceId}-single`,
    type: 'symbol',
    source: poiSourceId,
    'source-layer': poiTileLayer,
    filter: ['!', ['has', 'count']],
    layout: {
      'icon-image': ['concat', imagePrefixes.poi, ['get', 'category']],
      'icon-overlap': 'always',
    },
  },
  {
    id: `${poiSourceId}-cluster`,
    type: 'symbol',
    source: poiSourceId,
    'source-layer': poiTileLayer,
    filter: ['has', 'count'],
    layout: {
      'icon-image': ['concat', imagePrefixes.cluster, clusterSize, '/', ...clusterShares],
      'icon-overlap': 'always',
      'text-field': clusterLabel,
      'text-font': ['sans-serif'],
      'text-size': 11,
      'text-overlap': 'always',
    },
    paint: { 'text-color': '#1b1f25', 'text-halo-color': '#1b1f25', 'text-halo-width': 0.25 },
  },
]

export const poiLayerIds: readonly string[] = poiLayers.map(({ id }) => id)
