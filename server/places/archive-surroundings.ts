import { VectorTile, type VectorTileFeature } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import type { Place } from '#contract/base/place.ts'
import { placeNamesServerLimits } from '#contract/places/places-limits.ts'
import { destination } from '#domain/geo/geo.ts'
import { metresPerPx, tilePx, tileWith } from '#domain/geo/tiles.ts'
import type { NearRoad, Quarter, QuarterKind, RoadPiece, Surroundings, Town } from '#domain/places/place-name.ts'
import { createRecent } from '#server/platform/recent.ts'
import type { Archive } from '#server/tiles/archive.ts'
import type { TileAddress } from '#server/tiles/tile.ts'
import type { TileReads } from './tile-reads.ts'

interface Road extends Pick<NearRoad, 'name' | 'isNumber' | 'kind' | 'isBridge'> {
  lines: readonly Line[]
}

/** In shares of the tile's width. */
interface Line {
  /** `x, y, x, y, …` */
  points: Float32Array
  west: number
  east: number
  north: number
  south: number
}

/** Somebody asks about a few places at once. */
export interface Question {
  /** Aborted once nobody waits for the answer. */
  signal: AbortSignal
  /** How many tiles may yet be read for it, beside those that are kept. */
  tilesLeft: number
}

const { roadMetres, cornerMetres, tilesKept } = placeNamesServerLimits

/** Small streets have their names from here on. */
const roadZoom = 14
/** Above, roads are drawn too coarsely to say who stands beside one. */
const leastRoadZoom = 12
/** Protomaps repeats what lies up to 1.6 km beyond the edge of such a tile, so one tile has all towns and quarters around. */
const placeZoom = 12

/** What a base map in Protomaps' schema 4 knows of the surroundings of places. Rejects where the question goes too far. */
export function createArchiveSurroundings(
  archive: Archive,
  reads: TileReads,
): (place: Place, question: Question) => Promise<Surroundings> {
  const { minZoom, maxZoom } = archive.info
  const within = (zoom: number) => Math.max(minZoom, Math.min(maxZoom, zoom))
  const kept = <Read>(read: (features: VectorTileFeature[], address: TileAddress) => Read, layer: string) => {
    const ask = createRecent(tilesKept, async ({ address, question }: { address: TileAddress; question: Question }) => {
      if (question.tilesLeft === 0) throw new Error('a question after more tiles than are read for one')
      question.tilesLeft -= 1
      const tile = await reads.read(() => archive.tile(address), question.signal)
      return read(featuresOf(tile?.identity ?? null, layer), address)
    })
    return (address: TileAddress, question: Question) =>
      ask(`${address.zoom}/${address.column}/${address.row}`, { address, question })
  }
  const roadsIn = kept((features) => features.flatMap(roadOf), 'roads')
  const placesIn = kept(quartersAndTowns, 'places')

  const roadsNear = async (place: Place, question: Question): Promise<NearRoad[]> => {
    const zoom = within(roadZoom)
    if (zoom < leastRoadZoom) return []
    const near = touchedTiles(place, zoom).map(async (address) =>
      nearRoads(place, address, await roadsIn(address, question)),
    )
    return (await Promise.all(near)).flat()
  }

  return async (place, question) => {
    const zoom = within(placeZoom)
    const { column, row } = tileWith(place, zoom)
    const [roads, places] = await Promise.all([roadsNear(place, question), placesIn({ zoom, column, row }, question)])
    return { roads, ...places }
  }
}

/** Those that a square around all near roads reaches into: a tile ends not far beyond its edge. */
function touchedTiles(place: Place, zoom: number): TileAddress[] {
  const corners = [45, 135, 225, 315].map((bearing) =>
    tileWith(destination(place, roadMetres * Math.SQRT2, bearing), zoom),
  )
  const addresses = new Map(corners.map(({ column, row }) => [`${column}/${row}`, { zoom, column, row }]))
  return [...addresses.values()]
}

function nearRoads(place: Place, { zoom, column, row }: TileAddress, roads: readonly Road[]): NearRoad[] {
  const tileMetres = metresPerPx(place.latitude, zoom) * tilePx
  const at = tileWith(place, zoom)
  const x = at.column + at.right - column
  const y = at.row + at.down - row
  const reach = roadMetres / tileMetres
  const isNear = ({ west, east, north, south }: Line) =>
    west - reach <= x && x <= east + reach && north - reach <= y && y <= south + reach
  return roads.flatMap(({ lines, ...road }) => {
    const parts = lines.filter(isNear).flatMap((line) => nearParts(line, x, y, tileMetres))
    const metres = Math.min(...parts.map((part) => part.metres))
    if (metres > roadMetres) return []
    return [{ ...road, metres, pieces: parts.flatMap(({ piece }) => (piece === null ? [] : [piece])) }]
  })
}

interface NearPart {
  metres: number
  /** What of it lies within `cornerMetres`; null if nothing does. */
  piece: RoadPiece | null
}

/** The straight parts of a line that come near. */
function nearParts({ points }: Line, x: number, y: number, tileMetres: number): NearPart[] {
  const parts: NearPart[] = []
  for (let at = 0; at + 3 < points.length; at += 2) {
    const [east, south] = [offset(points, at, x) * tileMetres, offset(points, at + 1, y) * tileMetres]
    const [toEast, toSouth] = [offset(points, at + 2, x) * tileMetres, offset(points, at + 3, y) * tileMetres]
    const part = nearPart(east, south, toEast - east, toSouth - south)
    if (part.metres <= roadMetres) parts.push(part)
  }
  return parts
}

function offset(points: Float32Array, at: number, from: number): number {
  return (points[at] ?? Number.NaN) - from
}

/** @param east of the part's beginning, in metres; the place is at 0, 0. @param alongEast from there to its end. */
function nearPart(east: number, south: number, alongEast: number, alongSouth: number): NearPart {
  const length = Math.hypot(alongEast, alongSouth)
  const on = (share: number) => {
    const within = Math.max(0, Math.min(1, share))
    return { east: east + within * alongEast, south: south + within * alongSouth }
  }
  // Where a line through both ends would come nearest.
  const nearest = length === 0 ? 0 : -(east * alongEast + south * alongSouth) / (length * length)
  const closest = on(nearest)
  const metres = Math.hypot(closest.east, closest.south)
  if (metres > cornerMetres) return { metres, piece: null }
  const fromLine = length === 0 ? 0 : Math.abs(east * alongSouth - south * alongEast) / length
  const half = length === 0 ? 0 : Math.sqrt(Math.max(0, cornerMetres ** 2 - fromLine ** 2)) / length
  return { metres, piece: { from: on(nearest - half), to: on(nearest + half) } }
}

/** @param content null: there is no such tile. */
function featuresOf(content: Buffer | null, layerName: string): VectorTileFeature[] {
  const layer = content === null ? undefined : new VectorTile(new PbfReader(content)).layers[layerName]
  return layer === undefined ? [] : Array.from({ length: layer.length }, (_, index) => layer.feature(index))
}

function quartersAndTowns(features: readonly VectorTileFeature[], address: TileAddress) {
  const places = features.map((feature) => ({ feature, at: placeOf(feature, address) }))
  return {
    quarters: places.flatMap(({ feature, at }) => quarterOf(feature, at)),
    towns: places.flatMap(({ feature, at }) => townOf(feature, at)),
  }
}

const roadKinds: Readonly<Record<string, NearRoad['kind']>> = {
  highway: 'motorway',
  major_road: 'road',
  medium_road: 'road',
  minor_road: 'road',
  path: 'path',
}

/** A tracker that sends a position is in no tunnel. */
function roadOf(feature: VectorTileFeature): Road[] {
  const { kind: itsKind, is_tunnel: isTunnel, is_bridge: isBridge } = feature.properties
  const kind = typeof itsKind === 'string' ? roadKinds[itsKind] : undefined
  const street = nameOf(feature)
  const name = street ?? text(feature.properties['ref']) ?? text(feature.properties['shield_text'])
  if (name === null || kind === undefined || isTrue(isTunnel)) return []
  const lines = feature.loadGeometry().map((points) => {
    const [across, down] = [points.map(({ x }) => x / feature.extent), points.map(({ y }) => y / feature.extent)]
    return {
      points: Float32Array.from(across.flatMap((x, index) => [x, down[index] ?? Number.NaN])),
      west: Math.min(...across),
      east: Math.max(...across),
      north: Math.min(...down),
      south: Math.max(...down),
    }
  })
  return [{ name, isNumber: street === null, kind, isBridge: isTrue(isBridge), lines }]
}

/** Versions of the schema write it as `true` or as 1, and leave it out elsewhere. */
function isTrue(value: unknown): boolean {
  return value === true || value === 1
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
