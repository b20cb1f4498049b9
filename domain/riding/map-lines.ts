import type { Place } from '#contract/base/place.ts'
import { ridingLimits, ridingServerLimits } from '#contract/riding/riding-limits.ts'
import { crossingNear, linesOfArms } from './crossings.ts'
import { followed, type MapRoad, metresOf, type NearRoad, type RoadMap } from './map-roads.ts'
import { radiansPerDegree, turnBetween } from './plane.ts'
import { roadLineText } from './road-line.ts'

/** What a map tells of the road that a hazard lies on. */
export interface LineByMap {
  /** A short text (`road-line.ts`). */
  line: string
  /** For whom it is, degrees from north: as was known, or as the road may be driven only. */
  direction: number | null
}

const { lineMetres } = ridingLimits
const { onRoadMetres, sureMetres, directedDegrees, hotspotRoadMetres, leastShare } = ridingServerLimits

/**
 * The line of the road that a hazard lies on. Null where nobody can tell which one is meant: where roads cross or lie close
 * together, and no direction decides.
 */
export function lineByMap(map: RoadMap, hazard: Place & { direction: number | null }): LineByMap | null {
  const candidates = streetsFirst(map.near(hazard, onRoadMetres)).filter((near) => isForIt(near, hazard.direction))
  const [nearest] = candidates
  if (nearest === undefined) return null
  const { line, used } = roadAt(map, nearest, hazard.direction)
  if (candidates.some((near) => !used.has(near.road) && near.beside < nearest.beside + sureMetres)) return null
  const text = roadLineText(line, hazard)
  if (text === null) return null
  return { line: text, direction: hazard.direction ?? (nearest.road.isOneway ? degreesOf(nearest.course) : null) }
}

/**
 * The lines of a hotspot: where roads cross, of each arm on which enough of its accidents lie, ending at the crossing;
 * elsewhere of the road that most of them lie on, and of its other carriageway if enough lie there.
 */
export function hotspotLinesByMap(map: RoadMap, hotspot: Place, accidents: readonly Place[]): string[] {
  const crossing = crossingNear(map, hotspot)
  const arms = crossing === null ? [] : linesOfArms(map, crossing, accidents)
  return arms.length > 0 ? arms : linesOfMost(map, hotspot, accidents)
}

function linesOfMost(map: RoadMap, hotspot: Place, accidents: readonly Place[]): string[] {
  const roads: { road: MapRoad; line: Place[]; used: ReadonlySet<MapRoad>; count: number }[] = []
  for (const near of streetsFirst(map.near(hotspot, hotspotRoadMetres))) {
    if (roads.some(({ used }) => used.has(near.road))) continue
    roads.push({ road: near.road, ...roadAt(map, near, null), count: 0 })
  }
  for (const accident of accidents) {
    const on = map.near(accident, onRoadMetres).flatMap(({ road }) => roads.find(({ used }) => used.has(road)) ?? [])
    if (on[0] !== undefined) on[0].count += 1
  }
  const [most] = roads.toSorted((one, other) => other.count - one.count)
  if (most === undefined) return []
  const isOther = ({ road, count }: (typeof roads)[number]) =>
    road !== most.road &&
    road.isOneway &&
    road.name !== null &&
    road.name === most.road.name &&
    count >= leastShare * accidents.length
  return [most, ...roads.filter(isOther)].flatMap(({ line }) => roadLineText(line, hotspot) ?? [])
}

const degreesOf = (radians: number) => (Math.round(radians / radiansPerDegree) + 360) % 360

/** Nobody means a driveway where a street is near. */
function streetsFirst(near: readonly NearRoad[]): NearRoad[] {
  const streets = near.filter(({ road }) => !road.isService)
  return streets.length > 0 ? streets : [...near]
}

/** Whether a road leads there as the hazard's direction says: the other carriageway and crossing roads do not. */
function isForIt({ road, course }: NearRoad, direction: number | null): boolean {
  if (direction === null) return true
  const degrees = Math.abs(turnBetween(course, direction * radiansPerDegree)) / radiansPerDegree
  return Math.min(degrees, road.isOneway ? degrees : 180 - degrees) <= directedDegrees
}

/** The road at a place, so far before and behind it as riders are warned; as it leads in the direction, where one is known. */
function roadAt(map: RoadMap, near: NearRoad, direction: number | null): { line: Place[]; used: Set<MapRoad> } {
  const { road, course } = near
  const used = new Set([road])
  const isTurned = direction !== null && Math.cos(course - direction * radiansPerDegree) < 0
  const isOneWay = road.isOneway || direction !== null
  const line = isTurned ? road.line.toReversed() : [...road.line]
  const along = isTurned ? metresOf(line) - near.along : near.along
  // First from where riders come: a roundabout leads back to where it is left.
  const before = { named: road, used, metres: lineMetres - along, way: 'upstream' } as const
  const upstream = followed(map, line.toReversed(), before).toReversed()
  // Of a road for both directions, both its ends lead riders here.
  const behind = {
    named: road,
    used,
    metres: lineMetres - (metresOf(line) - along),
    way: isOneWay ? 'onward' : 'upstream',
  } as const
  return { line: followed(map, upstream, behind), used }
}
