import type { Place } from '#contract/base/place.ts'
import { sameThingServerLimits } from '#contract/pois/pois-limits.ts'
import { type Poi, type PoiOrigin, type PoiType, poiTypes } from '#contract/pois/pois.ts'
import { distanceMetres } from '#domain/geo/geo.ts'
import { neighbours } from '#domain/geo/neighbours.ts'

/*
 * Several sources name the same camera. It is shown once, and all of its sources are named. Within one source nothing is
 * merged: the source knows best what it means by two entries.
 */

/** What decides whether two entries are the same thing. */
export interface Thing extends Place {
  poiType: PoiType
  /** The speed limit that is monitored, km/h. */
  speed: number | null
  details: { direction?: number | undefined; kindAssumed?: boolean | undefined }
}

/** Whether two entries, of different sources, may be one thing: alike, in no different direction, and near each other. */
export function isSameThing(one: Thing, other: Thing): boolean {
  return reachUsed(one, other) <= 1
}

/**
 * How much speaks against two entries being one thing: their distance as a share of the allowed distance for entries like
 * them. The smaller, the more likely they are one thing; above 1 they are not.
 */
function reachUsed(one: Thing, other: Thing): number {
  if (!areAlike(one, other) || !directionsAgree(one.details.direction, other.details.direction)) return Infinity
  return distanceMetres(one, other) / reachBetween(one, other)
}

/**
 * Merges the POIs of different sources that are the same thing, whatever order they come in. Each POI is in the result or in
 * the `sources` of one that is. POIs merged before can be merged with others. The time is proportional to their number.
 */
export function mergePois(pois: readonly Poi[]): Poi[] {
  return groupsOfSameThings(pois).map(merged)
}

/** The POI, merged with those near it that are the same thing, under its own id. */
export function mergedWith(poi: Poi, near: readonly Poi[]): Poi {
  const group = groupsOfSameThings([poi, ...near.filter(({ id }) => id !== poi.id)]).find((each) => each.includes(poi))
  return group === undefined ? poi : { ...merged(group), id: poi.id }
}

/** The POIs in groups of one thing each; no group has a source twice. */
export function groupsOfSameThings(pois: readonly Poi[]): Poi[][] {
  const groupOf = new Map<Poi, Poi[]>(pois.map((poi) => [poi, [poi]]))
  for (const { one, other } of pairsByAgreement(pois)) {
    const group = groupOf.get(one) ?? [one]
    const joining = groupOf.get(other) ?? [other]
    if (group === joining || !canBeOne(group, joining)) continue
    const joined = [...group, ...joining]
    for (const member of joined) groupOf.set(member, joined)
  }
  return [...new Set(groupOf.values())]
}

/** The pairs that agree best come first. For equal pairs the ids decide, never the order in which they came. */
function pairsByAgreement(pois: readonly Poi[]): Pair[] {
  return familiesWithSeveralSources(pois)
    .flatMap(([family, members]) => neighbours(members, farthestOf(family)))
    .filter(([one, other]) => canBeOne([one], [other]))
    .map(([one, other]) => (one.id < other.id ? pairOf(one, other) : pairOf(other, one)))
    .toSorted((a, b) => a.used - b.used || compare(a.one.id, b.one.id) || compare(a.other.id, b.other.id))
}

const pairOf = (one: Poi, other: Poi): Pair => ({ one, other, used: reachUsed(one, other) })
interface Pair {
  one: Poi
  other: Poi
  used: number
}

/** If all cameras of a country come from one source, there is nothing to look for. */
function familiesWithSeveralSources(pois: readonly Poi[]): [Family, Poi[]][] {
  const families = new Map<Family, Poi[]>()
  for (const poi of pois) {
    const family = familyOf(poi.poiType)
    const members = families.get(family)
    if (members === undefined) families.set(family, [poi])
    else members.push(poi)
  }
  return [...families].filter(([, members]) => new Set(members.map(({ details }) => details.source)).size > 1)
}

/** Every two of them must be the same thing, so that a row of cameras is not merged link by link. */
function canBeOne(group: readonly Poi[], joining: readonly Poi[]): boolean {
  return group.every((one) => joining.every((other) => areOfDifferentSources(one, other) && isSameThing(one, other)))
}

function areOfDifferentSources(one: Poi, other: Poi): boolean {
  if (one.details.source === other.details.source) return false
  const named = new Set(sourcesOf(one).map(({ source }) => source))
  return sourcesOf(other).every(({ source }) => !named.has(source))
}

function merged(group: readonly Poi[]): Poi {
  const [leader, ...others] = group.toSorted(byKnowledge)
  if (leader === undefined) throw new RangeError('A group without a member.')
  if (others.length === 0) return leader
  const known = <K extends 'street' | 'postcode' | 'city' | 'speed'>(name: K): Poi[K] =>
    leader[name] ?? others.find((other) => other[name] !== null)?.[name] ?? leader[name]
  const direction = [leader, ...others].find(({ details }) => details.direction !== undefined)?.details.direction
  const note = [leader, ...others].find(({ details }) => details.note !== undefined)?.details.note
  const { poiType, details } = [leader, ...others].find((each) => each.details.kindAssumed !== true) ?? leader
  return {
    ...leader,
    poiType,
    street: known('street'),
    postcode: known('postcode'),
    city: known('city'),
    speed: known('speed'),
    details: {
      ...leader.details,
      ...(leader.details.kindAssumed === true && { kindAssumed: details.kindAssumed }),
      ...(direction !== undefined && { direction }),
      ...(note !== undefined && { note }),
      sources: [leader, ...others].flatMap(sourcesOf),
    },
  }
}

/** A POI report comes first: its id is needed to confirm and deny it. Then the one that knows most; then the ids decide. */
function byKnowledge(one: Poi, other: Poi): number {
  return knowledge(other) - knowledge(one) || compare(one.id, other.id)
}

function knowledge({ speed, street, details }: Poi): number {
  const isReport = details.confidence !== undefined
  return (isReport ? 8 : 0) + (details.direction === undefined ? 0 : 4) + (speed === null ? 0 : 2) + (street ? 1 : 0)
}

/** The sources of a POI. */
function sourcesOf({ details: { source, attribution, fetchedAt, sources } }: Poi): PoiOrigin[] {
  return sources ?? [{ source, attribution, fetchedAt }]
}

/** Groups of types that may name the same thing. */
export type Family = PoiType | 'camera' | 'mobile camera' | 'road works'

/** Types that sources mix up, or of which one is the other with something more. */
const families: Partial<Record<PoiType, Family>> = {
  SpeedControl: 'camera',
  RedLightControl: 'camera',
  SpeedAndRedLightControl: 'camera',
  MobileSpeedCamera: 'mobile camera',
  SemiStationarySpeedCameras: 'mobile camera',
  TemporaryRoadwork: 'road works',
  LongTermRoadwork: 'road works',
}

export function familyOf(type: PoiType): Family {
  return families[type] ?? type
}

/** The types that may name what this one names. */
export function kindredTypes(type: PoiType): PoiType[] {
  return poiTypes.filter((other) => familyOf(other) === familyOf(type))
}

/**
 * One camera may watch lights and speed at once. But a camera for lights only is never one for speed only. If the source
 * does not say what a camera watches, it may be any.
 */
function areAlike(one: Thing, other: Thing): boolean {
  if (one.poiType === other.poiType) return true
  const family = familyOf(one.poiType)
  if (family !== familyOf(other.poiType)) return false
  if (family !== 'camera') return true
  return [one, other].some(
    ({ poiType, details }) => poiType === 'SpeedAndRedLightControl' || details.kindAssumed === true,
  )
}

const reaches: Partial<Record<Family, number>> = {
  'mobile camera': sameThingServerLimits.mobileCameraMetres,
  MobileRedLightControl: sameThingServerLimits.mobileCameraMetres,
  MobileDistanceControl: sameThingServerLimits.mobileCameraMetres,
  'road works': sameThingServerLimits.roadworkMetres,
  TrafficJam: sameThingServerLimits.trafficJamMetres,
  Accident: sameThingServerLimits.hazardMetres,
  Obstacle: sameThingServerLimits.hazardMetres,
  Slippery: sameThingServerLimits.hazardMetres,
  ObstructedView: sameThingServerLimits.hazardMetres,
  BrokenDownVehicle: sameThingServerLimits.hazardMetres,
  User: sameThingServerLimits.hazardMetres,
  AccidentHotspotMoto: sameThingServerLimits.hazardMetres,
}

/** How far apart two entries of one thing of this type may lie at most, metres. */
export function reachMetres(type: PoiType): number {
  return farthestOf(familyOf(type))
}

function farthestOf(family: Family): number {
  return reaches[family] ?? sameThingServerLimits.camerasMetres.sameLimit
}

/**
 * For cameras the speed limits matter, too. In two real lists of Germany (OpenStreetMap 2018, open_gatso 2021) 33 pairs
 * with the same limit lie 60 to 100 m apart; by chance (one list moved by 700 m) there would be 2. Pairs with different
 * limits, or of an unknown kind and a red light camera, are rarer and nearer: 51 of 56 and 102 of 104 within 40 m.
 */
function reachBetween(one: Thing, other: Thing): number {
  const reach = reaches[familyOf(one.poiType)]
  if (reach !== undefined) return reach
  const { sameLimit, unknownLimit, otherLimitOrKind } = sameThingServerLimits.camerasMetres
  if (one.poiType !== other.poiType) return otherLimitOrKind
  if (one.speed === null || other.speed === null) return unknownLimit
  return one.speed === other.speed ? sameLimit : otherLimitOrKind
}

function directionsAgree(one: number | undefined, other: number | undefined): boolean {
  if (one === undefined || other === undefined) return true
  const apart = Math.abs(one - other) % 360
  return Math.min(apart, 360 - apart) <= sameThingServerLimits.directionDegrees
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
