import type { MapGeoJSONFeature, MapMouseEvent } from 'maplibre-gl'
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { type PoiCategory, poiCategories, pois } from '#contract/pois.ts'
import { lastClusteredZoom, zoomIntoCluster } from '#domain/map.ts'
import { type FailedTiles, followFailedTiles } from './failed-tiles.ts'
import { type LoadedMap, poiSourceId, useMap, useMapClick } from './map-context.ts'
import { poiLayerIds, poiLayers } from './poi-drawing.ts'
import { usePointer } from './use-pointer.ts'

interface PoiLayerProps {
  categories: readonly PoiCategory[]
  /** Changes when the server has other POIs; null until it is known. */
  version: string | null
  /** Changes when what did not come is to be asked for again. */
  attempt: number
  /** What was hit: one POI, or several that lie on the same spot, the topmost first. */
  onSelect(ids: string[]): void
  /** Whether a tile in view did not come. */
  onFailure(failed: boolean): void
}

/** POIs as symbols, gathered by the server into clusters that tell their number and mix: vector tiles. */
export function PoiLayer({ categories, version, attempt, onSelect, onFailure }: PoiLayerProps) {
  const loaded = useMap()
  const { map } = loaded
  const failed = useFailedTiles(loaded, onFailure)
  usePoiTiles(loaded, categories, failed)
  useRenewal(loaded, version, failed)
  useEffect(() => failed.current?.askAgain(), [failed, attempt])
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

type Failed = RefObject<FailedTiles | null>

function usePoiTiles({ map, maplibre, alive }: LoadedMap, categories: readonly PoiCategory[], failed: Failed): void {
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
    if (!(source instanceof maplibre.VectorTileSource)) return
    failed.current?.askAgain()
    source.setTiles([address])
  }, [map, maplibre, address, visibility, failed])
}

function tileAddress(categories: readonly PoiCategory[]): string {
  const path = pois.tile.path.replaceAll(/:(\w+)/g, '{$1}')
  const named = poiCategories.filter((category) => categories.includes(category))
  const query = named.length === poiCategories.length || named.length === 0 ? '' : `?categories=${named.join(',')}`
  return window.location.origin + path + query
}

/** Tiles that have not changed are told so by their ETag, and stay as they are. */
function useRenewal({ map }: LoadedMap, version: string | null, failed: Failed): void {
  const isFirst = useEffectEvent(() => map.getSource(poiSourceId)?.loaded() !== true)
  useEffect(() => {
    if (version === null || isFirst()) return
    failed.current?.askAgain()
    map.refreshTiles(poiSourceId)
  }, [map, version, failed])
}

function useFailedTiles({ map }: LoadedMap, onFailure: (failed: boolean) => void): Failed {
  const failed = useRef<FailedTiles>(null)
  const tell = useEffectEvent(onFailure)
  useEffect(() => {
    const following = followFailedTiles(
      map,
      (source) => source === poiSourceId,
      (anyFailed) => tell(anyFailed),
    )
    failed.current = following
    const arrived = map.on('sourcedata', ({ sourceId, tile }) => {
      if (sourceId === poiSourceId && tile !== undefined) map.once('render', () => performance.mark('pois-shown'))
    })
    return () => {
      failed.current = null
      following.stop()
      arrived.unsubscribe()
    }
  }, [map])
  return failed
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
