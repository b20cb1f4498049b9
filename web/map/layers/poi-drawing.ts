import type { ExpressionSpecification, LayerSpecification, SymbolLayerSpecification } from 'maplibre-gl'
import { mapLimits } from '#contract/limits/map-limits.ts'
import { poiCategories, poiTileLayer } from '#contract/pois/pois.ts'
import { middleSeverity } from '#domain/pois/severity.ts'
import { ownPoiSourceId, poiSourceId } from '#web/map/canvas/map-context.ts'
import { imagePrefixes, unconfirmedMark } from '#web/map/look/symbols.ts'
import type { PoiDrawing } from './use-poi-tiles.ts'

const count: ExpressionSpecification = ['get', 'count']
const [smallest, ...larger] = mapLimits.clusterSizes

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

const clusterLabelLayout = {
  'text-field': clusterLabel,
  'text-font': ['sans-serif'],
  'text-size': 11,
  'text-overlap': 'always',
} satisfies SymbolLayerSpecification['layout']

/** Tiles name it where it is not the middle one. */
const severity: ExpressionSpecification = ['coalesce', ['get', 'severity'], middleSeverity]

export const singlePoiLayer = `${poiSourceId}-single`
export const isSingle: ExpressionSpecification = ['!', ['has', 'count']]

const poiLayers: readonly LayerSpecification[] = [
  {
    id: singlePoiLayer,
    type: 'symbol',
    source: poiSourceId,
    'source-layer': poiTileLayer,
    filter: isSingle,
    layout: {
      'icon-image': [
        'concat',
        imagePrefixes.poi,
        ['get', 'category'],
        '/',
        ['to-string', severity],
        ['case', ['has', 'unconfirmed'], `/${unconfirmedMark}`, ''],
      ],
      'icon-overlap': 'always',
      // The worst lies on top.
      'symbol-sort-key': severity,
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
      ...clusterLabelLayout,
    },
    paint: { 'text-color': '#1b1f25', 'text-halo-color': '#1b1f25', 'text-halo-width': 0.25 },
  },
]

/** The same as for single markers (`--color-category-own`): violet is the colour of hotspots. */
const ownBlue = '#1d5fbf'

const ownPoiLayers: readonly LayerSpecification[] = [
  {
    id: `${ownPoiSourceId}-single`,
    type: 'symbol',
    source: ownPoiSourceId,
    'source-layer': poiTileLayer,
    filter: ['!', ['has', 'count']],
    layout: { 'icon-image': `${imagePrefixes.poi}own`, 'icon-overlap': 'always', 'icon-anchor': 'bottom' },
  },
  {
    id: `${ownPoiSourceId}-disc`,
    type: 'circle',
    source: ownPoiSourceId,
    'source-layer': poiTileLayer,
    filter: ['has', 'count'],
    paint: {
      'circle-radius': ['/', clusterSize, 2],
      'circle-color': ownBlue,
      'circle-stroke-color': 'white',
      'circle-stroke-width': 2,
    },
  },
  {
    id: `${ownPoiSourceId}-count`,
    type: 'symbol',
    source: ownPoiSourceId,
    'source-layer': poiTileLayer,
    filter: ['has', 'count'],
    layout: clusterLabelLayout,
    paint: { 'text-color': 'white' },
  },
]

/** How POIs and their clusters look. */
export const poiDrawing: PoiDrawing = drawingOf(poiSourceId, poiLayers)
/** How own POIs and their clusters look. */
export const ownPoiDrawing: PoiDrawing = drawingOf(ownPoiSourceId, ownPoiLayers)

function drawingOf(source: string, layers: readonly LayerSpecification[]): PoiDrawing {
  return { source, layers, layerIds: layers.map(({ id }) => id) }
}
