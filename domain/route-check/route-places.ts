import { routeCheckLimits } from '#contract/route-check-limits.ts'
import type { PoiType } from '#contract/pois.ts'
import type { RouteItem } from '#contract/route-check.ts'
import { type HotspotRecord, hotspotRecord } from '#domain/hotspots/hotspot-record.ts'
import { severityOf } from '#domain/pois/severity.ts'

/** A place of a route: one entry, or accident hotspots that follow each other on the same road. */
export interface RoutePlace {
  /** The worst of them: it stands for all on the map. */
  item: RouteItem
  /** Metres along the route, of the first and the last entry. */
  from: number
  to: number
  /** Of the hotspots among them. */
  records: HotspotRecord[]
  /** How much it matters to who rides there; 0: it does not. */
  weight: number
}

/** The places of a route, in the order of the ride. Hotspots close to each other on the same road are one. */
export function placesOfRoute(items: readonly RouteItem[]): RoutePlace[] {
  const groups: RouteItem[][] = []
  let lastHotspots: RouteItem[] | null = null
  for (const item of items) {
    const last: RouteItem | undefined = lastHotspots?.at(-1)
    if (lastHotspots !== null && last !== undefined && isHotspot(item) && isSamePlace(last, item)) {
      lastHotspots.push(item)
      continue
    }
    const group = [item]
    groups.push(group)
    if (isHotspot(item)) lastHotspots = group
  }
  return groups.flatMap(placeOf)
}

/**
 * What a rider should know of first: the places that matter, the worst first and of equally bad ones the next; and all
 * others, in the order of the ride.
 */
export function rankPlaces(places: readonly RoutePlace[]): {
  /** How many there are that matter. */
  mattering: number
  first: RoutePlace[]
  others: RoutePlace[]
} {
  const mattering = places.filter(({ weight }) => weight >= mattersFrom)
  const worst = mattering.toSorted((one, other) => other.weight - one.weight || one.from - other.from)
  const first = worst.slice(0, routeCheckLimits.firstPlaces)
  return { mattering: mattering.length, first, others: places.filter((place) => !first.includes(place)) }
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

function placeOf(group: readonly RouteItem[]): RoutePlace | [] {
  const [worst] = group.toSorted((one, other) => weightOf(other) - weightOf(one))
  const [first, last] = [group[0], group.at(-1)]
  if (worst === undefined || first === undefined || last === undefined) return []
  return {
    item: worst,
    from: first.alongMetres,
    to: last.alongMetres,
    records: group.flatMap((item) => (isHotspot(item) ? (hotspotRecord(item.poi.details.note ?? '') ?? []) : [])),
    // Two in a row are worse than one.
    weight: weightOf(worst) + (group.length > 1 ? 0.5 : 0),
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

/** Where a source names no road, what follows on the route so soon is on the same. */
function isSamePlace(last: RouteItem, item: RouteItem): boolean {
  const isNear = item.alongMetres - last.alongMetres <= routeCheckLimits.sameHotspotMetres
  const [one, other] = [last.poi.street, item.poi.street]
  return isNear && (one === null || other === null || one === other)
}
