import { fromVectorTileJs, GeoJSONWrapper } from '@maplibre/vt-pbf'
import { mapLimits } from '#contract/limits/map-limits.ts'
import { poiTileLayer } from '#contract/pois/pois.ts'
import type { TileFeature } from './laid-points.ts'

/** The bytes of a tile whose one layer shows these points. */
export function vectorTile(features: readonly TileFeature[]): Uint8Array {
  const points = features.map(({ x, y, properties }) => {
    return { type: 1 as const, geometry: [[x, y] satisfies [number, number]], tags: properties }
  })
  const layer = new GeoJSONWrapper(points, { version: 2, extent: mapLimits.tileExtent })
  layer.name = poiTileLayer
  return fromVectorTileJs({ layers: { [poiTileLayer]: layer } })
}
