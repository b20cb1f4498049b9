import { mapLimits } from '#contract/limits/map-limits.ts'
import { type Poi, poiCategories, type PoiCategory, type PoiType } from '#contract/pois/pois.ts'
import { clusterRadiusPx, lastClusteredZoom } from '#domain/geo/map.ts'
import { categoryOf } from '#domain/pois/pois.ts'
import { middleSeverity, severityOf } from '#domain/pois/severity.ts'
import { isInSquare, type TileSquare, worldX, worldY } from './z-order.ts'

/** A POI that is laid over the state of all others. Coordinates are steps of the world (`z-order.ts`). */
export interface LaidPoint {
  id: string
  poiType: PoiType
  x: number
  y: number
  /** km/h. */
  speed: number | null
  /** Degrees from north. */
  direction: number | null
  severity: number
  /** A report of somebody with no record, whom nobody has confirmed. */
  unconfirmed: boolean
  /** POIs below it that are not shown, because this one replaces them. */
  hides: readonly HiddenPoint[]
}

interface HiddenPoint {
  id: string
  category: PoiCategory
  x: number
  y: number
}

/** What a tile shows at one place, in steps of the tile from its north-west corner. */
export interface TileFeature {
  x: number
  y: number
  properties: Record<string, string | number | boolean>
}

export function laidPointOf(poi: Poi, hidden: readonly Poi[]): LaidPoint {
  const { id, poiType, speed, details } = poi
  return {
    id,
    poiType,
    ...stepsOf(poi),
    speed,
    direction: details.direction ?? null,
    severity: severityOf(poi),
    unconfirmed: details.unconfirmed === true,
    hides: hidden.map((each) => ({ id: each.id, category: categoryOf(each.poiType), ...stepsOf(each) })),
  }
}

function stepsOf({ latitude, longitude }: Poi): { x: number; y: number } {
  return { x: worldX(longitude), y: worldY(latitude) }
}

/** Whether a point changes a tile: it is shown there, or hides something there. */
export function concerns(square: TileSquare, { x, y, hides }: LaidPoint): boolean {
  return [{ x, y }, ...hides].some((place) => isInSquare(square, place.x, place.y))
}

/** Only reports are ever unconfirmed. */
type SinglePoint = Omit<LaidPoint, 'hides' | 'unconfirmed'> & Partial<Pick<LaidPoint, 'unconfirmed'>>

/** A single POI, as a tile shows it. */
export function singleFeature(
  square: TileSquare,
  { id, poiType, x, y, speed, direction, severity, unconfirmed = false }: SinglePoint,
): TileFeature {
  return {
    x: inTile(x, square.west, square),
    y: inTile(y, square.north, square),
    properties: {
      id,
      poiType,
      category: categoryOf(poiType),
      ...(speed !== null && { speed }),
      ...(direction !== null && { direction: Math.round(direction * 10) / 10 }),
      ...(severity !== middleSeverity && { severity }),
      ...(unconfirmed && { unconfirmed }),
    },
  }
}

export function inTile(step: number, edge: number, { side }: TileSquare): number {
  return Math.floor(((step - edge) / side) * mapLimits.tileExtent)
}

/**
 * The features of a tile with some points laid over them. What the points hide is removed, alone or from its cluster, and
 * each point joins the nearest item within the zoom's radius. No cluster is made again, so two may stand closer than by the
 * rule, until the next state below.
 * @param features of the tile without the points; not changed.
 */
export function layOver(
  features: readonly TileFeature[],
  points: readonly LaidPoint[],
  { square, zoom, categories }: { square: TileSquare; zoom: number; categories: readonly PoiCategory[] },
): TileFeature[] {
  const reach = zoom > lastClusteredZoom ? 0 : (clusterRadiusPx(zoom) / tilePx) * mapLimits.tileExtent
  const hidden = points.flatMap(({ hides }) => hides).filter(({ x, y }) => isInSquare(square, x, y))
  const ids = new Set(hidden.map(({ id }) => id))
  const single = new Set(features.flatMap(({ properties }) => properties['id'] ?? []))
  const shown = features.filter(({ properties }) => !ids.has(String(properties['id'])))
  const gone = hidden.filter(({ id, category }) => !single.has(id) && categories.includes(category))
  for (const { x, y, category } of gone) {
    const place = { x: inTile(x, square.west, square), y: inTile(y, square.north, square) }
    replaceNearest(shown, place, 2 * reach, isCluster, (cluster) => counted(cluster, category, -1))
  }
  for (const point of points) {
    if (!isInSquare(square, point.x, point.y) || !categories.includes(categoryOf(point.poiType))) continue
    const feature = singleFeature(square, point)
    const joins = replaceNearest(
      shown,
      feature,
      reach,
      () => reach > 0,
      (item) => counted(isCluster(item) ? item : clusterOf(item), categoryOf(point.poiType), 1),
    )
    if (!joins) shown.push(feature)
  }
  return shown.filter((feature) => !isCluster(feature) || feature.properties['count'] !== 0)
}

/** Width of a tile in the unit of the radii. */
const tilePx = 512

/** Replaces the nearest wanted feature by another one; returns whether one was near enough. */
function replaceNearest(
  features: TileFeature[],
  { x, y }: { x: number; y: number },
  reach: number,
  isWanted: (feature: TileFeature) => boolean,
  replacement: (feature: TileFeature) => TileFeature,
): boolean {
  let nearest = { index: -1, squared: reach ** 2 }
  for (const [index, feature] of features.entries()) {
    const squared = (feature.x - x) ** 2 + (feature.y - y) ** 2
    if (squared <= nearest.squared && isWanted(feature)) nearest = { index, squared }
  }
  const found = features[nearest.index]
  if (found === undefined) return false
  features[nearest.index] = replacement(found)
  return true
}

function isCluster({ properties }: TileFeature): boolean {
  return properties['cluster'] === true
}

function clusterOf({ x, y, properties }: TileFeature): TileFeature {
  const none = Object.fromEntries(poiCategories.map((category) => [category, 0]))
  return { x, y, properties: { cluster: true, count: 1, ...none, [String(properties['category'])]: 1 } }
}

function counted({ x, y, properties }: TileFeature, category: PoiCategory, more: 1 | -1): TileFeature {
  const plus = (name: string) => Math.max(0, Number(properties[name] ?? 0) + more)
  return { x, y, properties: { ...properties, count: plus('count'), [category]: plus(category) } }
}
