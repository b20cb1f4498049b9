import type { MapGeoJSONFeature, MapMouseEvent } from 'maplibre-gl'
import { useEffect, useEffectEvent, useRef } from 'react'
import { type PoiCategory, poiCategories, pois } from '#contract/pois.ts'
import { lastClusteredZoom, zoomIntoCluster } from '#domain/map.ts'
import { type LoadedMap, poiSourceId, useMap, useMapClick } from './map-context.ts'
import { poiLayerIds, poiLayers } from './poi-drawing.ts'
import { usePointer } from './use-pointer.ts'

interface PoiLayerProps {
  categories: readonly PoiCategory[]
  /** Changes when the server has other POIs; null until it is known. */
  version: string | null
  /** What was hit: one POI, or several that lie on the same spot, the topmost first. */
  onSelect(ids: string[]): void
  /** Whether the last tile that was asked for did not come. */
  onFailure(failed: boolean): void
}

/** POIs as symbols, gathered by the server into clusters that tell their number and mix: vector tiles. */
export function PoiLayer({ categories, version, onSelect, onFailure }: PoiLayerProps) {
  const loaded = useMap()
  const { map } = loaded
  usePoiTiles(loaded, categories)
  useRenewal(loaded, version)
  useFailures(loaded, onFailure)
  usePointer(poiLayerIds)
  useMapClick('marker', (event) => {
    const hits = hitsOf(event)
    const cluster = hits.find(isCluster)
    if (cluster !== undefined) map.easeTo({ center: placeOf(cluster), zoom: zoomIntoCluster(map.getZoom()) })
    else if (hits.length > 0) onSelect([...new Set(hits.map((hit) => String(hit.properties['id'])))])
    return hits.length > 0
  })
  return null
}

function usePoiTiles({ map, maplibre, alive }: LoadedMap, categories: readonly PoiCategory[]): void {
  const address = tileAddress(categories)
  const given = useRef(address)
  const visibility = categories.length === 0 ? 'none' : 'visible'

  useEffect(() => {
    map.addSource(poiSourceId, { type: 'vector', tiles: [given.current], maxzoom: lastClusteredZoom + 1 })
    for (const layer of poiLayers) map.addLayer(layer)
    return () => {
      if (!alive()) return
      for (const id of poiLayerIds) map.removeLayer(id)
      map.removeSource(poiSourceId)
    }
  }, [map, alive])

  useEffect(() => {
    for (const id of poiLayerIds) map.setLayoutProperty(id, 'visibility', visibility)
    if (given.current === address) return
    given.current = address
    const source = map.getSource(poiSourceId)
    if (source instanceof maplibre.VectorTileSource) source.setTiles([address])
  }, [map, maplibre, address, visibility])
}

function tileAddress(categories: readonly PoiCategory[]): string {
  const path = pois.tile.path.replaceAll(/:(\w+)/g, '{$1}')
  const named = poiCategories.filter((category) => categories.includes(category))
  const query = named.length === poiCategories.length || named.length === 0 ? '' : `?categories=${named.join(',')}`
  return window.location.origin + path + query
}

/** Tiles that have not changed are told so by their ETag, and stay as they are. */
function useRenewal({ map }: LoadedMap, version: string | null): void {
  const isFirst = useEffectEvent(() => map.getSource(poiSourceId)?.loaded() !== true)
  useEffect(() => {
    if (version !== null && !isFirst()) map.refreshTiles(poiSourceId)
  }, [map, version])
}

function useFailures({ map }: LoadedMap, onFailure: (failed: boolean) => void): void {
  const tell = useEffectEvent(onFailure)
  useEffect(() => {
    const failed = map.on('error', (event) => {
      if ('sourceId' in event && event.sourceId === poiSourceId) tell(true)
    })
    const arrived = map.on('sourcedata', ({ sourceId, tile }) => {
      if (sourceId !== poiSourceId || tile === undefined) return
      tell(false)
      map.once('render', () => performance.mark('pois-shown'))
    })
    return () => {
      failed.unsubscribe()
      arrived.unsubscribe()
    }
  }, [map])
}

/** A finger is blunter than a symbol: where nothing was hit exactly, what lies within this distance counts. */
const reachPx = 10

function hitsOf({ target: map, point }: MapMouseEvent): MapGeoJSONFeature[] {
  const layers = [...poiLayerIds]
  const exactly = map.queryRenderedFeatures(point, { layers })
  if (exactly.length > 0) return exactly
  const { x, y } = point
  return map.queryRenderedFeatures(
    [
      [x - reachPx, y - reachPx],
      [x + reachPx, y + reachPx],
    ],
    { layers },
  )
}

function isCluster({ properties }: MapGeoJSONFeature): boolean {
  return 'count' in properties
}

function placeOf({ geometry }: MapGeoJSONFeature): [number, number] {
  if (geometry.type !== 'Point') throw new TypeError('A cluster is a point.')
  const [longitude = 0, latitude = 0] = geometry.coordinates
  return [longitude, latitude]
}
