import type { FeatureCollection, Point } from 'geojson'
import type {
  ExpressionSpecification,
  GeoJSONSourceSpecification,
  LayerSpecification,
  MapGeoJSONFeature,
  MapMouseEvent,
} from 'maplibre-gl'
import { useMemo } from 'react'
import { limits } from '#contract/limits.ts'
import type { Place } from '#contract/place.ts'
import { type PoiCategory, poiCategories } from '#contract/pois.ts'
import { cameraZoom, type ClusterBand, clusterBands, zoomIntoCluster } from '#domain/map.ts'
import { useMap, useMapClick } from './map-context.ts'
import { imagePrefixes } from './symbols.ts'
import { type MapDrawing, useMapLayers } from './use-map-layers.ts'
import { usePointer } from './use-pointer.ts'

export interface PoiMarker extends Place {
  id: string
  category: PoiCategory
}

interface PoiLayerProps {
  markers: readonly PoiMarker[]
  /** What was hit: one marker, or several that lie on the same spot, the topmost first. */
  onSelect(ids: string[]): void
}

/** POIs as symbols, gathered into clusters that tell their number and mix; one index per clustering radius. */
export function PoiLayer({ markers, onSelect }: PoiLayerProps) {
  const data = useMemo(() => pointsOf(markers), [markers])
  return drawings.map((drawing) => <PoiBand key={drawing.name} drawing={drawing} data={data} onSelect={onSelect} />)
}

interface PoiBandProps {
  drawing: MapDrawing
  data: FeatureCollection<Point>
  onSelect(ids: string[]): void
}

function PoiBand({ drawing, data, onSelect }: PoiBandProps) {
  const { map } = useMap()
  const layers = useMapLayers(drawing, data)
  usePointer(layers)
  useMapClick('marker', (event) => {
    const hits = hitsOf(event, layers)
    const cluster = hits.find(isCluster)
    if (cluster !== undefined) map.easeTo({ center: placeOf(cluster), zoom: zoomIntoCluster(map.getZoom()) })
    else if (hits.length > 0) onSelect([...new Set(hits.map((hit) => String(hit.properties['id'])))])
    return hits.length > 0
  })
  return null
}

/** A finger is blunter than a symbol: where nothing was hit exactly, what lies within this distance counts. */
const reachPx = 10

function hitsOf({ target: map, point }: MapMouseEvent, layers: readonly string[]): MapGeoJSONFeature[] {
  const exactly = map.queryRenderedFeatures(point, { layers: [...layers] })
  if (exactly.length > 0) return exactly
  const { x, y } = point
  return map.queryRenderedFeatures(
    [
      [x - reachPx, y - reachPx],
      [x + reachPx, y + reachPx],
    ],
    { layers: [...layers] },
  )
}

function isCluster(feature: MapGeoJSONFeature): boolean {
  return feature.properties['cluster'] === true
}

function placeOf({ geometry }: MapGeoJSONFeature): [number, number] {
  if (geometry.type !== 'Point') throw new TypeError('A cluster is a point.')
  const [longitude = 0, latitude = 0] = geometry.coordinates
  return [longitude, latitude]
}

function pointsOf(markers: readonly PoiMarker[]): FeatureCollection<Point> {
  return {
    type: 'FeatureCollection',
    features: markers.map(({ id, category, latitude, longitude }) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
      properties: { id, category },
    })),
  }
}

const drawings = clusterBands.map((band) => ({
  name: `${band.radiusPx}px`,
  source: sourceOf(band),
  layers: (source: string): LayerSpecification[] => [singleLayer(source, band), clusterLayer(source, band)],
}))

function sourceOf(band: ClusterBand): Omit<GeoJSONSourceSpecification, 'type' | 'data'> {
  const lastClustered = Math.min(band.toZoom, cameraZoom(limits.map.singleMarkersFromZoom)) - 1
  return {
    cluster: true,
    clusterRadius: band.radiusPx,
    clusterMaxZoom: lastClustered,
    // Nearer than that nothing changes any more: the last tiles are shown enlarged.
    maxzoom: lastClustered + 1,
    clusterProperties: Object.fromEntries(
      poiCategories.map((category) => [category, ['+', ['case', ['==', ['get', 'category'], category], 1, 0]]]),
    ),
  }
}

function singleLayer(source: string, { fromZoom, toZoom }: ClusterBand): LayerSpecification {
  return {
    id: `${source}-single`,
    type: 'symbol',
    source,
    minzoom: fromZoom,
    maxzoom: toZoom,
    filter: ['!', ['has', 'point_count']],
    layout: {
      'icon-image': ['concat', imagePrefixes.poi, ['get', 'category']],
      'icon-overlap': 'always',
    },
  }
}

function clusterLayer(source: string, { fromZoom, toZoom }: ClusterBand): LayerSpecification {
  return {
    id: `${source}-cluster`,
    type: 'symbol',
    source,
    minzoom: fromZoom,
    maxzoom: toZoom,
    filter: ['has', 'point_count'],
    layout: {
      'icon-image': ['concat', imagePrefixes.cluster, clusterSize, '/', ...clusterShares],
      'icon-overlap': 'always',
      'text-field': clusterLabel,
      'text-font': ['sans-serif'],
      'text-size': 11,
      'text-overlap': 'always',
    },
    paint: { 'text-color': '#1b1f25', 'text-halo-color': '#1b1f25', 'text-halo-width': 0.25 },
  }
}

const count: ExpressionSpecification = ['get', 'point_count']
const [smallest, ...larger] = limits.map.clusterSizes

const clusterSize: ExpressionSpecification = [
  'step',
  count,
  smallest.px,
  ...larger.flatMap(({ moreThan, px }) => [moreThan + 1, px]),
]

/** Eighths, rounded up so that what is rare is shown too: few enough different images to draw each once. */
const clusterShares = poiCategories.flatMap((category, index): (string | ExpressionSpecification)[] => {
  const share: ExpressionSpecification = ['ceil', ['/', ['*', 8, ['get', category]], count]]
  return index === 0 ? [share] : [',', share]
})

const clusterLabel: ExpressionSpecification = [
  'case',
  ['<', count, 10_000],
  ['number-format', count, { locale: 'de-DE', 'max-fraction-digits': 0 }],
  ['concat', ['floor', ['/', count, 1000]], ' T'],
]
