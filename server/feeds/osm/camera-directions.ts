import type { Place } from '#contract/base/place.ts'
import { withinATurn } from '#domain/geo/geo.ts'
import { courseAt } from '#domain/riding/road-line.ts'
import { speedLimitOf } from './maxspeed.ts'
import type { OsmElement } from './osm-element.ts'
import { type EnforcementKind, enforcementOf, isKindStated } from './osm-enforcement.ts'

type Tags = OsmElement['tags']

/** What one relation says about a device. */
export interface Watch {
  /** The relation. */
  key: string
  tags: Tags
  /** Degrees of the directions of travel that it monitors. */
  bearings: readonly number[]
}

/** What is monitored in one direction of travel. */
export interface MonitoredDirection {
  /** Names it among the directions of its device: the relation that was mapped first, or `backward`. */
  part: string
  kinds: EnforcementKind[]
  /** Of the relations, then of the device. */
  tags: Tags[]
  /** km/h */
  speed: number | null
  /** Why the limit is not all: there is one for each direction, and nobody knows which is which. */
  limitNote: string | null
  /** Whole degrees; null if it is not known, or if several roads or both directions are monitored alike. */
  direction: number | null
}

/**
 * What a device monitors, direction by direction; one without a direction if none is known. Relations of one direction
 * belong together; one that names no direction is about all of them.
 * @param watches by the number of their relation.
 * @param device the device's own tags.
 * @param forward where the device's road leads as it is mapped, whole degrees; null if that is not known.
 */
export function monitoredDirections(
  watches: readonly Watch[],
  device: Tags,
  forward: number | null,
): MonitoredDirection[] {
  const aimed = watches.filter(({ bearings }) => commonDirection(bearings) !== null)
  const others = watches.filter((watch) => !aimed.includes(watch))
  const groups = groupsByDirection(aimed)
  if (groups.length === 0) return ofDevice(others, device, forward)
  return groups.map((group) => {
    const direction = directionOf(group)
    const stated = [...group, ...others].flatMap(({ tags }) => enforcementOf(tags))
    // What the device says of itself may be about its other direction.
    const kinds = groups.length > 1 && isKindStated(stated) ? stated : [...stated, ...enforcementOf(device)]
    const own = lowestOf(group) ?? lowestOf(others)
    const limit = own === null ? deviceLimit(device, direction, forward) : { speed: own, limitNote: null }
    return {
      part: group[0]?.key ?? '',
      kinds,
      tags: [...group, ...others].map(({ tags }) => tags).concat(device),
      ...limit,
      direction,
    }
  })
}

/** Of a device whose relations, if it has any, name no direction. */
function ofDevice(watches: readonly Watch[], device: Tags, forward: number | null): MonitoredDirection[] {
  const tags = [...watches.map((watch) => watch.tags), device]
  const shared = { part: '', kinds: tags.flatMap(enforcementOf), tags, direction: null }
  const own = lowestOf(watches)
  if (own !== null) return [{ ...shared, speed: own, limitNote: null }]
  const limits = limitsOf(device)
  if (forward === null || limits.forward === limits.backward)
    return [{ ...shared, ...deviceLimit(device, null, forward) }]
  // A limit for one direction alone: the device monitors no other.
  return [
    { ...shared, speed: limits.forward, limitNote: null, direction: forward },
    { ...shared, speed: limits.backward, limitNote: null, direction: (forward + 180) % 360, part: 'backward' },
  ].filter(({ speed }) => speed !== null)
}

/** Each joins the first whose direction it shares. */
function groupsByDirection(watches: readonly Watch[]): Watch[][] {
  const groups: Watch[][] = []
  for (const watch of watches) {
    const group = groups.find(([first]) => first !== undefined && commonDirection(bearingsOf([first, watch])) !== null)
    if (group === undefined) groups.push([watch])
    else group.push(watch)
  }
  return groups
}

const bearingsOf = (watches: readonly Watch[]) => watches.flatMap(({ bearings }) => bearings)

function directionOf(group: readonly Watch[]): number | null {
  return commonDirection(bearingsOf(group)) ?? commonDirection(bearingsOf(group.slice(0, 1)))
}

/** Of two limits for one direction the lower one: who keeps it keeps both. */
function lowestOf(watches: readonly Watch[]): number | null {
  return lowest(watches.map(({ tags }) => speedLimitOf(tags['maxspeed'])))
}

function lowest(limits: readonly (number | null)[]): number | null {
  const known = limits.filter((limit) => limit !== null)
  return known.length === 0 ? null : Math.min(...known)
}

/** As the device states them itself, each way of its road. */
function limitsOf(device: Tags): { forward: number | null; backward: number | null } {
  const both = speedLimitOf(device['maxspeed'])
  return {
    forward: speedLimitOf(device['maxspeed:forward']) ?? both,
    backward: speedLimitOf(device['maxspeed:backward']) ?? both,
  }
}

function isTwo({ forward, backward }: ReturnType<typeof limitsOf>): boolean {
  return forward !== null && backward !== null && forward !== backward
}

function deviceLimit(
  device: Tags,
  direction: number | null,
  forward: number | null,
): Pick<MonitoredDirection, 'speed' | 'limitNote'> {
  const limits = limitsOf(device)
  if (direction !== null && forward !== null) {
    return { speed: isWithin(direction - forward, 90) ? limits.forward : limits.backward, limitNote: null }
  }
  if (!isTwo(limits)) return { speed: limits.forward ?? limits.backward, limitNote: null }
  const limitNote = `Je nach Fahrtrichtung ${limits.forward} oder ${limits.backward} km/h`
  return { speed: lowest([limits.forward, limits.backward]), limitNote }
}

/** Where the road of a place leads, whole degrees; null if no road is known there, or if several are. */
export type CourseAt = (place: Place) => number | null

/** The courses of the roads among elements of OpenStreetMap that came with their corners, as they are mapped. */
export function coursesOfRoads(elements: readonly OsmElement[]): CourseAt {
  const roads = elements.filter(({ type, tags, line }) => type === 'way' && 'highway' in tags && line.length > 1)
  const at = Map.groupBy(
    roads.flatMap((road) => road.line.map((corner) => ({ road, corner: cornerKey(corner) }))),
    ({ corner }) => corner,
  )
  return (place) => {
    const courses = (at.get(cornerKey(place)) ?? []).map(
      ({ road: { line } }) => courseAt(line, place) ?? courseTo(line, place),
    )
    return courses.includes(null) ? null : commonDirection(courses.filter((course) => course !== null))
  }
}

/** Where a road leads that ends at the place. */
function courseTo(line: readonly Place[], place: Place): number | null {
  const back = courseAt(line.toReversed(), place)
  return back === null ? null : (back + 180) % 360
}

const cornerKey = ({ latitude, longitude }: Place) => `${latitude}/${longitude}`

/** Lanes of one road may differ by this much, degrees. */
const widestSpread = 45

/** Whole degrees; null if no direction is known, or several roads or both directions are meant. */
export function commonDirection(bearings: readonly number[]): number | null {
  const [first] = bearings
  if (first === undefined) return null
  const turns = bearings.map((bearing) => withinATurn(bearing - first))
  if (turns.some((turn) => Math.abs(turn) > widestSpread)) return null
  const mean = first + turns.reduce((sum, turn) => sum + turn, 0) / turns.length
  return Math.round(mean + 360) % 360
}

function isWithin(degrees: number, most: number): boolean {
  return Math.abs(withinATurn(degrees)) <= most
}
