import { VectorTile, type VectorTileFeature } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import type { Place } from '#contract/place.ts'
import { placeNamesServerLimits } from '#contract/places-limits.ts'
import { destination } from '#domain/geo/geo.ts'
import { metresPerPx, tilePx, tileWith } from '#domain/geo/tiles.ts'
import type { NearRoad, Quarter, QuarterKind, Surroundings, Town } from '#domain/places/place-name.ts'
import { atMost } from '#server/at-once.ts'
import { createRecent } from '#server/recent.ts'
import type { Archive } from '#server/tiles/archive.ts'
import type { TileAddress } from '#server/tiles/tile.ts'

/** What is read of one tile of the base map. */
interface ReadTile {
  roads: readonly Road[]
  quarters: readonly Quarter[]
  towns: readonly Town[]
}

interface Road {
  name: string
  isPath: boolean
  /** Points as `x, y, x, y, …`, in shares of the tile's width. */
  lines: readonly Float32Array[]
}

const { roadMetres, tilesKept, tilesAtOnce } = placeNamesServerLimits

/** Small streets have their names from here on. */
const roadZoom = 14
/** Protomaps repeats what lies up to 1.6 km beyond the edge of such a tile, so one tile has all towns and quarters around. */
const placeZoom = 12

/** What a base map in Protomaps' schema 4 knows of the surroundings of places. */
export function createArchiveSurroundings(archive: Archive): (place: Place) => Promise<Surroundings> {
  const { minZoom, maxZoom } = archive.info
  const inTurn = atMost(tilesAtOnce)
  const within = (zoom: number) => Math.max(minZoom, Math.min(maxZoom, zoom))
  const read = createRecent(tilesKept, (address: TileAddress) =>
    inTurn(async () => readTile(address, (await archive.tile(address))?.identity ?? null)),
  )
  const tileAt = ({ zoom, column, row }: TileAddress) => read(`${zoom}/${column}/${row}`, { zoom, column, row })

  return async (place) => {
    const zoom = within(roadZoom)
    const roadTiles = await Promise.all(
      touchedTiles(place, zoom).map(async (address) => ({ address, tile: await tileAt(address) })),
    )
    const { quarters, towns } = await tileAt({ zoom: within(placeZoom), ...tileWith(place, within(placeZoom)) })
    return {
      roads: roadTiles.flatMap(({ address, tile }) => nearRoads(place, address, tile.roads)),
      quarters,
      towns,
    }
  }
}

/** Those that a circle around the place reaches into: a tile ends not far beyond its edge. */
function touchedTiles(place: Place, zoom: number): TileAddress[] {
  const corners = [0, 45, 135, 225, 315].map((bearing) =>
    tileWith(bearing === 0 ? place : destination(place, roadMetres, bearing), zoom),
  )
  const addresses = new Map(corners.map(({ column, row }) => [`${column}/${row}`, { zoom, column, row }]))
  return [...addresses.values()]
}

function nearRoads(place: Place, { zoom, column, row }: TileAddress, roads: readonly Road[]): NearRoad[] {
  const tileMetres = metresPerPx(place.latitude, zoom) * tilePx
  const at = tileWith(place, zoom)
  const x = at.column + at.right - column
  const y = at.row + at.down - row
  return roads.flatMap(({ name, isPath, lines }) => {
    const metres = Math.min(...lines.map((line) => distanceToLine(line, x, y))) * tileMetres
    return metres <= roadMetres ? [{ name, isPath, metres }] : []
  })
}

/** @param line `x, y, x, y, …` */
function distanceToLine(line: Float32Array, x: number, y: number): number {
  let least = Infinity
  for (let at = 0; at + 3 < line.length; at += 2) {
    const [fromX = 0, fromY = 0, toX = 0, toY = 0] = line.subarray(at, at + 4)
    const [east, south] = [toX - fromX, toY - fromY]
    const length = east * east + south * south
    const share = length === 0 ? 0 : ((x - fromX) * east + (y - fromY) * south) / length
    const on = Math.max(0, Math.min(1, share))
    least = Math.min(least, Math.hypot(fromX + on * east - x, fromY + on * south - y))
  }
  return least
}

function readTile({ zoom, column, row }: TileAddress, content: Buffer | null): ReadTile {
  if (content === null) return { roads: [], quarters: [], towns: [] }
  const { layers } = new VectorTile(new PbfReader(content))
  const features = (name: string) => {
    const layer = layers[name]
    return layer === undefined ? [] : Array.from({ length: layer.length }, (_, index) => layer.feature(index))
  }
  const places = features('places').map((feature) => ({ feature, at: placeOf(feature, { zoom, column, row }) }))
  return {
    roads: zoom < roadZoom - 2 ? [] : features('roads').flatMap(roadOf),
    quarters: places.flatMap(({ feature, at }) => quarterOf(feature, at)),
    towns: places.flatMap(({ feature, at }) => townOf(feature, at)),
  }
}

const roadKinds: readonly unknown[] = ['highway', 'major_road', 'medium_road', 'minor_road', 'path']

function roadOf(feature: VectorTileFeature): Road[] {
  const { kind } = feature.properties
  const name = nameOf(feature) ?? text(feature.properties['ref']) ?? text(feature.properties['shield_text'])
  if (name === null || !roadKinds.includes(kind)) return []
  const lines = feature
    .loadGeometry()
    .map((line) => Float32Array.from(line.flatMap(({ x, y }) => [x / feature.extent, y / feature.extent])))
  return [{ name, isPath: kind === 'path', lines }]
}

function quarterOf(feature: VectorTileFeature, at: Place | null): Quarter[] {
  const [name, kind] = [nameOf(feature), quarterKind(feature)]
  return name === null || kind === null || at === null ? [] : [{ name, kind, ...at }]
}

function quarterKind({ properties: { kind, kind_detail: detail } }: VectorTileFeature): QuarterKind | null {
  if (kind === 'macrohood') return 'quarter'
  if (kind !== 'neighbourhood') return null
  return detail === 'suburb' || detail === 'quarter' ? detail : 'neighbourhood'
}

/** Of a place that OpenStreetMap does not know how many people live in. */
const usualPopulation: Readonly<Record<string, number>> = { city: 100_000, town: 10_000, village: 1_000, hamlet: 100 }

/** Farms and allotments are none. */
function townOf(feature: VectorTileFeature, at: Place | null): Town[] {
  const { kind, kind_detail: detail, population } = feature.properties
  const usual = kind === 'locality' && typeof detail === 'string' ? usualPopulation[detail] : undefined
  const name = nameOf(feature)
  if (name === null || at === null || usual === undefined) return []
  return [{ name, population: typeof population === 'number' && population > 0 ? population : usual, ...at }]
}

/** In German where the map has it. */
function nameOf({ properties }: VectorTileFeature): string | null {
  return text(properties['name:de']) ?? text(properties['name'])
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function placeOf(feature: VectorTileFeature, { zoom, column, row }: TileAddress): Place | null {
  const [longitude, latitude] = pointOf(feature.toGeoJSON(column, row, zoom).geometry) ?? []
  return longitude === undefined || latitude === undefined ? null : { latitude, longitude }
}

function pointOf(geometry: GeoJSON.Geometry): number[] | null {
  return geometry.type === 'Point' ? geometry.coordinates : null
}
