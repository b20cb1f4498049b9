import { routeCheckLimits } from '#contract/route-check/route-check-limits.ts'
import type { PoiType } from '#contract/pois/pois.ts'
import {
  type CheckedRoute,
  type HotspotCondition,
  hotspotConditions,
  type RouteItem,
} from '#contract/route-check/route-check.ts'
import { type HotspotRecord, hotspotRecord } from '#domain/hotspots/hotspot-record.ts'
import { roadsInName } from '#domain/places/named-roads.ts'
import { severityOf } from '#domain/pois/severity.ts'
import { isWarning } from '#domain/weather/weather.ts'

/** A place of a route: one entry, or accident hotspots that follow each other closely. */
export interface RouteSpot {
  /** The worst of them: it stands for all, on the map and in the list. */
  item: RouteItem
  /** In the order of the ride, each once: one that is passed twice as it is at its worse pass. */
  items: RouteItem[]
  /** Whether all of them are known to lie on one road. */
  isOnOneRoad: boolean
  /** Metres along the route, of the first and the last entry. */
  from: number
  to: number
  /** Of the hotspots among them. */
  records: HotspotRecord[]
  /** What holds at any of them when the ride passes. */
  because: HotspotCondition[]
  /** How much it matters to who rides there; 0: it does not. */
  weight: number
}

/** The places of a route, in the order of the ride. Hotspots close to each other are one, unless they are known to lie on different roads. */
export function spotsOfRoute(items: readonly RouteItem[]): RouteSpot[] {
  const groups: RouteItem[][] = []
  let near: RouteItem[][] = []
  for (const item of items) {
    if (isHotspot(item)) near = near.filter((group) => isNear(group.at(-1), item))
    const joined = isHotspot(item) ? near.findLast((group) => maybeOnOneRoad(group.at(-1), item)) : undefined
    if (joined !== undefined) {
      joined.push(item)
      continue
    }
    const group = [item]
    groups.push(group)
    if (isHotspot(item)) near.push(group)
  }
  return groups.flatMap(placeOf)
}

/**
 * What a rider should know of first: the places that matter, the worst first and of equally bad ones the next; and all
 * others, in the order of the ride.
 */
export function rankSpots(places: readonly RouteSpot[]): {
  /** How many there are that matter. */
  mattering: number
  first: RouteSpot[]
  others: RouteSpot[]
} {
  const mattering = places.filter(({ weight }) => weight >= mattersFrom)
  const worst = mattering.toSorted((one, other) => other.weight - one.weight || one.from - other.from)
  const first = worst.slice(0, routeCheckLimits.firstPlaces)
  return { mattering: mattering.length, first, others: places.filter((place) => !first.includes(place)) }
}

/**
 * How much there is to mind: places, and roads that are not surely open. `atLeast`: the list of places is not whole. Where
 * there is none, why that cannot be said all the same: the weather warns, or the list is not whole.
 */
export type Verdict = { kind: 'some'; count: number; atLeast: boolean } | { kind: 'weather' | 'unfinished' | 'none' }

/** @param mattering how many of the route's places matter. */
export function verdictOf(
  { closures, warnings, truncated }: Pick<CheckedRoute, 'closures' | 'warnings' | 'truncated'>,
  mattering: number,
): Verdict {
  const count = mattering + closures.filter(({ access }) => access !== 'open').length
  if (count > 0) return { kind: 'some', count, atLeast: truncated }
  if (warnings.some(({ warning }) => isWarning(warning))) return { kind: 'weather' }
  return { kind: truncated ? 'unfinished' : 'none' }
}

/** From here on a place matters; the most that one entry weighs is 5. */
const mattersFrom = 3
/** What lies on the road and throws a rider, and what only slows one down. Hotspots weigh by their severity. */
const weights: Partial<Record<PoiType, number>> = {
  Accident: 5,
  Obstacle: 5,
  Slippery: 5,
  BrokenDownVehicle: 4,
  ObstructedView: 4,
  User: 4,
  TemporaryRoadwork: 3,
  LongTermRoadwork: 3,
  TrafficJam: 3,
}
const hotspotWeights = { 1: 2, 2: 3, 3: 4 } as const

function placeOf(group: readonly RouteItem[]): RouteSpot | [] {
  const worstFirst = group.toSorted(
    (one, other) => weightOf(other) - weightOf(one) || severityOf(other.poi) - severityOf(one.poi),
  )
  const [worst, first, last] = [worstFirst[0], group[0], group.at(-1)]
  if (worst === undefined || first === undefined || last === undefined) return []
  // On a spur the same hotspot is passed twice.
  const worstOfEach = new Map(worstFirst.toReversed().map((item) => [item.poi.id, item]))
  const items = [...worstOfEach.values()].toSorted((one, other) => one.alongMetres - other.alongMetres)
  return {
    item: worst,
    items,
    isOnOneRoad:
      items.length === 1 || roadsOf(worst).some((road) => items.every((item) => roadsOf(item).includes(road))),
    from: first.alongMetres,
    to: last.alongMetres,
    records: items.flatMap((item) => (isHotspot(item) ? (hotspotRecord(item.poi.details.note ?? '') ?? []) : [])),
    because: hotspotConditions.filter((condition) => group.some(({ because }) => because.includes(condition))),
    // Two in a row are worse than one.
    weight: weightOf(worst) + (items.length > 1 ? 0.5 : 0),
  }
}

function weightOf({ poi, because, onlyAt }: RouteItem): number {
  // It is not there when the ride passes.
  if (onlyAt !== null) return 0
  const isDoubtful = poi.details.doubted === true || poi.details.unconfirmed === true
  const weight = poi.poiType === 'AccidentHotspotMoto' ? hotspotWeights[severityOf(poi)] : (weights[poi.poiType] ?? 0)
  // What its accidents have in common holds when the ride passes.
  return Math.max(0, weight + (because.length > 0 ? 1 : 0) - (isDoubtful ? 1 : 0))
}

function isHotspot({ poi }: RouteItem): boolean {
  return poi.poiType === 'AccidentHotspotMoto'
}

function isNear(last: RouteItem | undefined, item: RouteItem): boolean {
  return last !== undefined && item.alongMetres - last.alongMetres <= routeCheckLimits.sameHotspotMetres
}

/** Where nobody knows the road of one of them, what follows so soon may be on the same. */
function maybeOnOneRoad(last: RouteItem | undefined, item: RouteItem): boolean {
  if (last === undefined) return false
  const [roads, others] = [roadsOf(last), roadsOf(item)]
  return roads.length === 0 || others.length === 0 || roads.some((road) => others.includes(road))
}

/** Its road, at a crossing both; none where it is not known. The tables of accidents name no road, the map may. */
export function roadsOf({ poi: { street, placeName } }: RouteItem): string[] {
  return street === null ? roadsInName(placeName ?? '') : [street]
}
