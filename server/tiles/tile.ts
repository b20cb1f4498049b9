import { poiCategories, poiTypes, type PoiCategory } from '#contract/pois/pois.ts'
import { lastClusteredZoom } from '#domain/geo/map.ts'
import { middleSeverity } from '#domain/pois/severity.ts'
import { categoryCount, categoryOfType, type Clusters, itemX, itemY } from './clusters.ts'
import { inTile, type LaidPoint, layOver, singleFeature, type TileFeature } from './laid-points.ts'
import { vectorTile } from './vector-tile.ts'
import { isInSquare, runInSquare, type TileSquare, tileSquare } from './z-order.ts'

export interface TileAddress {
  zoom: number
  column: number
  row: number
}

/**
 * A vector tile with the POIs of some categories: clusters with `count` and a number for each category, and single POIs
 * with `id`, `poiType`, `category`, if known, `speed` and `direction`, and `severity` where it is not the middle one. Null if
 * it is empty.
 * @param laid POIs laid over the others.
 */
export function encodeTile(
  clusters: Clusters,
  { zoom, column, row }: TileAddress,
  categories: readonly PoiCategory[],
  laid: readonly LaidPoint[] = [],
): Uint8Array | null {
  const square = tileSquare(zoom, column, row)
  if (square === null) return null
  const wanted = poiCategories.map((category) => categories.includes(category))
  const below =
    zoom > lastClusteredZoom
      ? pointsIn(clusters, square, wanted)
      : itemsIn(clusters, square, { zoom, column, row }, wanted)
  const features = laid.length === 0 ? below : layOver(below, laid, { square, zoom, categories })
  if (features.length === 0) return null
  return vectorTile(features)
}

/** Which categories are wanted, in the order of `poiCategories`. */
type Wanted = readonly boolean[]

function pointsIn({ points }: Clusters, square: TileSquare, wanted: Wanted): TileFeature[] {
  const { first, end } = runInSquare(
    square,
    points.count,
    (point) => points.xs[point] ?? 0,
    (point) => points.ys[point] ?? 0,
  )
  const features: TileFeature[] = []
  for (let point = first; point < end; point += 1) {
    if (wanted[categoryOfType[points.types[point] ?? 0] ?? 0] === true) features.push(single(points, point, square))
  }
  return features
}

function itemsIn(clusters: Clusters, square: TileSquare, address: TileAddress, wanted: Wanted): TileFeature[] {
  const items = clusters.itemsByZoom[address.zoom] ?? new Uint32Array()
  const features: TileFeature[] = []
  for (const around of squaresToSearch(square, address, wanted)) {
    const { first, end } = runInSquare(
      around,
      items.length,
      (position) => itemX(clusters, items[position] ?? 0),
      (position) => itemY(clusters, items[position] ?? 0),
    )
    for (const item of items.subarray(first, end)) {
      const feature = featureOf(clusters, item, square, wanted)
      if (feature !== null) features.push(feature)
    }
  }
  return features
}

/**
 * A cluster with only some categories moves to the middle of those, perhaps out of its tile, but never further than one
 * tile. From its middle to a member it is at most 2 radii of this zoom, plus 2 of the zoom before at half their width, and
 * so on: less than 4 radii, 400 of 512 pixels.
 */
function squaresToSearch(square: TileSquare, { zoom, column, row }: TileAddress, wanted: Wanted): TileSquare[] {
  if (!wanted.includes(false)) return [square]
  const neighbours = [-1, 0, 1].flatMap((east) => [-1, 0, 1].map((south) => ({ east, south })))
  return neighbours.flatMap(({ east, south }) => tileSquare(zoom, column + east, row + south) ?? [])
}

/** What an item shows of the wanted categories in a tile; null if that is nothing, or elsewhere. */
function featureOf(clusters: Clusters, item: number, square: TileSquare, wanted: Wanted): TileFeature | null {
  const { points, counts, categoryXs, categoryYs } = clusters
  if (item < points.count) return singleOf(clusters, item, square, wanted)
  const first = (item - points.count) * categoryCount
  const properties: TileFeature['properties'] = { cluster: true, count: 0 }
  let [total, sumX, sumY, onlyPoint] = [0, 0, 0, 0]
  for (const [category, name] of poiCategories.entries()) {
    const at = first + category
    const count = wanted[category] === true ? (counts[at] ?? 0) : 0
    properties[name] = count
    total += count
    if (count === 1) {
      onlyPoint = categoryXs[at] ?? 0
      sumX += points.xs[onlyPoint] ?? 0
      sumY += points.ys[onlyPoint] ?? 0
    } else {
      sumX += count * (categoryXs[at] ?? 0)
      sumY += count * (categoryYs[at] ?? 0)
    }
  }
  if (total <= 1) return total === 0 ? null : singleOf(clusters, onlyPoint, square, wanted)
  const x = wanted.includes(false) ? sumX / total : itemX(clusters, item)
  const y = wanted.includes(false) ? sumY / total : itemY(clusters, item)
  if (!isInSquare(square, x, y)) return null
  properties['count'] = total
  return { x: inTile(x, square.west, square), y: inTile(y, square.north, square), properties }
}

function singleOf({ points }: Clusters, point: number, square: TileSquare, wanted: Wanted): TileFeature | null {
  if (wanted[categoryOfType[points.types[point] ?? 0] ?? 0] !== true) return null
  return isInSquare(square, points.xs[point] ?? 0, points.ys[point] ?? 0) ? single(points, point, square) : null
}

function single(points: Clusters['points'], point: number, square: TileSquare): TileFeature {
  const poiType = poiTypes[points.types[point] ?? 0]
  if (poiType === undefined) throw new RangeError('a POI is of one of the types')
  return singleFeature(square, {
    id: points.idOf(point),
    poiType,
    x: points.xs[point] ?? 0,
    y: points.ys[point] ?? 0,
    speed: known(points.speeds[point]),
    direction: known(points.directions[point]),
    severity: points.severities[point] ?? middleSeverity,
  })
}

function known(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value
}
