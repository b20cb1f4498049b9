import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import type { Poi } from '#contract/pois/pois.ts'
import { poiTileLayer } from '#contract/pois/pois.ts'

/** What a tile shows at one place: its properties as they were sent, and where it is. */
export interface Shown {
  longitude: number
  latitude: number
  properties: Record<string, string | number | boolean>
}

/** Reads a tile with the reader that the map uses. */
export function decodeTile(tile: Uint8Array | null, zoom: number, column: number, row: number): Shown[] {
  if (tile === null) return []
  const layer = new VectorTile(new PbfReader(tile)).layers[poiTileLayer]
  if (layer === undefined) throw new Error('the tile has no layer of POIs')
  return Array.from({ length: layer.length }, (_, index) => {
    const feature = layer.feature(index)
    const { geometry } = feature.toGeoJSON(column, row, zoom)
    if (geometry.type !== 'Point') throw new Error('a POI is a point')
    const [longitude = NaN, latitude = NaN] = geometry.coordinates
    return { longitude, latitude, properties: feature.properties }
  })
}

/** A POI with only what the map shows. */
export function poiAt(poi: Partial<Poi> & { id: string }): Poi {
  return {
    poiType: 'SpeedControl',
    latitude: 49,
    longitude: 8.4,
    street: null,
    postcode: null,
    city: null,
    speed: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    details: { source: 'test', attribution: '© Test', fetchedAt: '2026-01-01T00:00:00.000Z' },
    ...poi,
  }
}
