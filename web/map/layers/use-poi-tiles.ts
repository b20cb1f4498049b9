import type { LayerSpecification, MapGeoJSONFeature, MapMouseEvent } from 'maplibre-gl'
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { lastClusteredZoom, zoomIntoCluster } from '#domain/geo/map.ts'
import { type FailedTiles, followFailedTiles } from '#web/map/canvas/failed-tiles.ts'
import { type LoadedMap, useMap, useMapClick } from '#web/map/canvas/map-context.ts'
import { usePointer } from '#web/map/canvas/use-pointer.ts'

/** How POIs of tiles are drawn. Keep it outside of components: it is compared by identity. */
export interface PoiDrawing {
  source: string
  /** Bottom first; each must name `source` as its source. */
  layers: readonly LayerSpecification[]
  layerIds: readonly string[]
}

interface PoiTiles {
  /** The address of the tiles at the server: `/api/…/:z/:x/:y.mvt`, with its query. */
  address: string
  visible: boolean
  /** Changes when the server has other POIs; null until it is known. */
  version: string | null
  /** Changes when missing tiles are to be requested again. */
  attempt: number
  /** What was hit: one POI, or several that lie on the same spot, the topmost first. */
  onSelect(ids: string[]): void
  /** Whether a tile in view is missing. */
  onFailure(failed: boolean): void
}

/** Draws POIs of the server's vector tiles while mounted; a click leads into a cluster, or chooses what was hit. */
export function usePoiTiles(drawing: PoiDrawing, tiles: PoiTiles): void {
  const { version, attempt, onSelect, onFailure } = tiles
  const loaded = useMap()
  const { map } = loaded
  const failed = useFailedTiles(loaded, drawing, onFailure)
  useTiles(loaded, drawing, tiles, failed)
  useRenewal(loaded, drawing, version, failed)
  useEffect(() => failed.current?.askAgain(), [failed, attempt])
  usePointer(drawing.layerIds)
  useMapClick('marker', (event) => {
    const hits = hitsOf(event, drawing)
    const cluster = hits.find(isCluster)
    if (cluster !== undefined) map.easeTo({ center: placeOf(cluster), zoom: zoomIntoCluster(map.getZoom()) })
    else if (hits.length > 0) onSelect([...new Set(hits.map((hit) => String(hit.properties['id'])))])
    return hits.length > 0
  })
}

type Failed = RefObject<FailedTiles | null>

function useTiles(
  { map, maplibre, alive }: LoadedMap,
  { source, layers, layerIds }: PoiDrawing,
  { address: path, visible }: PoiTiles,
  failed: Failed,
): void {
  const address = window.location.origin + path.replaceAll(/:(\w+)/g, '{$1}')
  const given = useRef(address)
  const visibility = visible ? 'visible' : 'none'

  useEffect(() => {
    map.addSource(source, { type: 'vector', tiles: [given.current], maxzoom: lastClusteredZoom + 1 })
    for (const layer of layers) map.addLayer(layer)
    return () => {
      if (!alive()) return
      for (const id of layerIds) map.removeLayer(id)
      map.removeSource(source)
    }
  }, [map, alive, source, layers, layerIds])

  useEffect(() => {
    for (const id of layerIds) map.setLayoutProperty(id, 'visibility', visibility)
    if (given.current === address) return
    given.current = address
    const held = map.getSource(source)
    if (!(held instanceof maplibre.VectorTileSource)) return
    failed.current?.askAgain()
    held.setTiles([address])
  }, [map, maplibre, source, layerIds, address, visibility, failed])
}

/** For tiles that have not changed, the server says so by their ETag, and they stay as they are. */
function useRenewal({ map }: LoadedMap, { source }: PoiDrawing, version: string | null, failed: Failed): void {
  const isFirst = useEffectEvent(() => map.getSource(source)?.loaded() !== true)
  useEffect(() => {
    if (version === null || isFirst()) return
    failed.current?.askAgain()
    map.refreshTiles(source)
  }, [map, source, version, failed])
}

function useFailedTiles({ map }: LoadedMap, { source }: PoiDrawing, onFailure: (failed: boolean) => void): Failed {
  const failed = useRef<FailedTiles>(null)
  const report = useEffectEvent(onFailure)
  useEffect(() => {
    const following = followFailedTiles(
      map,
      (id) => id === source,
      (anyFailed) => report(anyFailed),
    )
    failed.current = following
    const arrived = map.on('sourcedata', ({ sourceId, tile }) => {
      if (sourceId === source && tile !== undefined) map.once('render', () => performance.mark(`${source}-shown`))
    })
    return () => {
      failed.current = null
      following.stop()
      arrived.unsubscribe()
    }
  }, [map, source])
  return failed
}

/** A finger is blunter than a symbol: if nothing was hit exactly, symbols within this distance count. */
const reachPx = 10

function hitsOf({ target: map, point }: MapMouseEvent, { layerIds }: PoiDrawing): MapGeoJSONFeature[] {
  const layers = [...layerIds]
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
