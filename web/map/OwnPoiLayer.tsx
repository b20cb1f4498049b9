import type { FeatureCollection, Point } from 'geojson'
import type { MapMouseEvent } from 'maplibre-gl'
import { useMemo } from 'react'
import type { Poi } from '#contract/pois.ts'
import { clusterRadiusPx, lastClusteredZoom, zoomIntoCluster } from '#domain/map.ts'
import { useMap, useMapClick } from './map-context.ts'
import { imagePrefixes } from './symbols.ts'
import { type MapDrawing, useMapLayers } from './use-map-layers.ts'
import { usePointer } from './use-pointer.ts'

interface OwnPoiLayerProps {
  pois: readonly Poi[]
  /** What was hit: one POI, or several that lie on the same spot. */
  onSelect(ids: string[]): void
}

/** What a user brought along: on nobody else's map, and so gathered into clusters by the browser. */
export function OwnPoiLayer({ pois, onSelect }: OwnPoiLayerProps) {
  const { map } = useMap()
  const data = useMemo(() => pointsOf(pois), [pois])
  const layers = useMapLayers(drawing, data)
  usePointer(layers)
  useMapClick('marker', ({ point, lngLat }: MapMouseEvent) => {
    const hits = map.queryRenderedFeatures(point, { layers: [...layers] })
    if (hits.some(({ properties }) => 'point_count' in properties)) {
      map.easeTo({ center: lngLat, zoom: zoomIntoCluster(map.getZoom()) })
    } else if (hits.length > 0) {
      onSelect([...new Set(hits.map(({ properties }) => String(properties['poi'])))])
    }
    return hits.length > 0
  })
  return null
}

function pointsOf(pois: readonly Poi[]): FeatureCollection<Point> {
  return {
    type: 'FeatureCollection',
    features: pois.map(({ id, latitude, longitude }) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
      properties: { poi: id },
    })),
  }
}

/** As the single markers (`--color-category-own`): violet is the hotspots'. */
const ownBlue = '#1d5fbf'

const drawing: MapDrawing = {
  source: { cluster: true, clusterRadius: clusterRadiusPx(lastClusteredZoom), clusterMaxZoom: lastClusteredZoom },
  layers: (source) => [
    {
      id: `${source}-single`,
      type: 'symbol',
      source,
      filter: ['!', ['has', 'point_count']],
      layout: { 'icon-image': `${imagePrefixes.poi}own`, 'icon-overlap': 'always', 'icon-anchor': 'bottom' },
    },
    {
      id: `${source}-disc`,
      type: 'circle',
      source,
      filter: ['has', 'point_count'],
      paint: { 'circle-radius': 15, 'circle-color': ownBlue, 'circle-stroke-color': 'white', 'circle-stroke-width': 2 },
    },
    {
      id: `${source}-count`,
      type: 'symbol',
      source,
      filter: ['has', 'point_count'],
      layout: {
        'text-field': ['get', 'point_count_abbreviated'],
        'text-font': ['sans-serif'],
        'text-size': 11,
        'text-overlap': 'always',
      },
      paint: { 'text-color': 'white' },
    },
  ],
}
