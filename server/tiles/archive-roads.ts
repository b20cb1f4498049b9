import { VectorTile, type VectorTileFeature } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import type { Place } from '#contract/base/place.ts'
import { ridingLimits, ridingServerLimits } from '#contract/riding/riding-limits.ts'
import { destination } from '#domain/geo/geo.ts'
import { placeIn, tileWith } from '#domain/geo/tiles.ts'
import { type MapRoad, type RoadMap, roadMapOf } from '#domain/riding/map-roads.ts'
import { createRecent } from '#server/platform/recent.ts'
import type { Archive } from './archive.ts'
import type { TileAddress } from './tile.ts'

const { mapMetres, mostTileBytes, roadTilesKept } = ridingServerLimits
const { roadZoom } = ridingLimits

/**
 * The roads of a base map around places, as far as riders are warned. Null where the map has none that are drawn finely enough.
 */
export function createArchiveRoads(
  archive: Pick<Archive, 'tile' | 'info'>,
): ((place: Place) => Promise<RoadMap>) | null {
  if (archive.info.maxZoom < roadZoom) return null
  const roadsIn = createRecent(roadTilesKept, async (address: TileAddress) => {
    const tile = await archive.tile(address)
    return tile === null ? [] : readRoads(tile.identity, address)
  })
  return async (place) => {
    const tiles = tilesAround(place).map((address) => roadsIn(`${address.column}/${address.row}`, address))
    return roadMapOf((await Promise.all(tiles)).flat())
  }
}

/** At this zoom a tile is wider than the half of what is looked at, so its corners and sides lie in all of them. */
function tilesAround(place: Place): TileAddress[] {
  const places = [0, 45, 90, 135, 180, 225, 270, 315].map((bearing) =>
    destination(place, bearing % 90 === 0 ? mapMetres : mapMetres * Math.SQRT2, bearing),
  )
  const addresses = [place, ...places].map((each) => tileWith(each, roadZoom))
  return [
    ...new Map(
      addresses.map(({ column, row }) => [`${column}/${row}`, { zoom: roadZoom, column, row }] as const),
    ).values(),
  ]
}

/** A tile that is no vector tile, or too large to be one of a street map. */
export class TileUnreadable extends Error {
  override name = 'TileUnreadable'
}

/** @throws {TileUnreadable} */
function readRoads(content: Buffer, address: TileAddress): MapRoad[] {
  if (content.length > mostTileBytes) throw new TileUnreadable('the tile is too large')
  try {
    return roadsOf(content, address)
  } catch (error) {
    throw new TileUnreadable('the tile is no vector tile', { cause: error })
  }
}

function roadsOf(content: Buffer, address: TileAddress): MapRoad[] {
  const layer = new VectorTile(new PbfReader(content)).layers['roads']
  if (layer === undefined) return []
  return Array.from({ length: layer.length }, (_, index) => roadsOfFeature(layer.feature(index), address)).flat()
}

/** Riders come on none of the others: paths, railways, ferries. */
const kinds: ReadonlySet<unknown> = new Set(['highway', 'major_road', 'medium_road', 'minor_road'])
const serviceKinds: ReadonlySet<unknown> = new Set(['service', 'track'])

/** In a tunnel there is no position, and a place above it means another road. */
function roadsOfFeature(feature: VectorTileFeature, address: TileAddress): MapRoad[] {
  const { kind, kind_detail: detail, is_tunnel: isTunnel, is_bridge: isBridge, oneway, name, ref } = feature.properties
  if (!kinds.has(kind) || isTrue(isTunnel)) return []
  const isReversed = oneway === '-1' || oneway === -1
  const road = {
    name: text(name) ?? text(ref),
    isService: serviceKinds.has(detail),
    isOneway: isReversed || isTrue(oneway),
    isBridge: isTrue(isBridge),
  }
  return feature.loadGeometry().flatMap((points) =>
    withinTile(points, feature.extent).map((part) => {
      const line = part.map(({ x, y }) => placeIn(address, x / feature.extent, y / feature.extent))
      return { ...road, line: isReversed ? line.toReversed() : line }
    }),
  )
}

/** Versions of the schema write it as `true`, 1 or `yes`, and leave it out elsewhere. */
function isTrue(value: unknown): boolean {
  return value === true || value === 1 || value === 'yes'
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

interface Point {
  x: number
  y: number
}

/** The parts of a line in its tile: beyond its edges tiles repeat what their neighbours have. */
function withinTile(points: readonly Point[], extent: number): Point[][] {
  const parts: Point[][] = []
  for (const [index, to] of points.entries()) {
    const from = points[index - 1]
    const cut = from && cutToTile(from, to, extent)
    if (cut === undefined || cut === null) continue
    const part = parts.at(-1)
    const last = part?.at(-1)
    if (part !== undefined && last !== undefined && last.x === cut.from.x && last.y === cut.from.y) part.push(cut.to)
    else parts.push([cut.from, cut.to])
  }
  return parts
}

/** What of a straight piece lies within (Y.-D. Liang, B. A. Barsky 1984); null: nothing. */
function cutToTile(from: Point, to: Point, extent: number): { from: Point; to: Point } | null {
  const [east, south] = [to.x - from.x, to.y - from.y]
  let [first, last] = [0, 1]
  for (const [step, room] of [
    [-east, from.x],
    [east, extent - from.x],
    [-south, from.y],
    [south, extent - from.y],
  ] as const) {
    if (step === 0 && room < 0) return null
    if (step < 0) first = Math.max(first, room / step)
    if (step > 0) last = Math.min(last, room / step)
  }
  if (first >= last) return null
  const at = (share: number) =>
    share === 0 ? from : share === 1 ? to : { x: from.x + share * east, y: from.y + share * south }
  return { from: at(first), to: at(last) }
}
