import type { Place } from '#contract/base/place.ts'
import { ridingLimits, ridingServerLimits } from '#contract/riding/riding-limits.ts'
import { branchesAt, courseAtStart, followed, type MapRoad, metresOf, type RoadMap } from './map-roads.ts'
import { bearingOf, lengthOf, offsetTo, radiansPerDegree, turnBetween } from './plane.ts'
import { nearestOn, partOf, roadLineText } from './road-line.ts'

/** A road that leads to a crossing. */
interface Arm {
  /** Radians from north, as it leads away. */
  course: number
  /** Its pieces, each from the edge of the crossing outwards. */
  pieces: { line: Place[]; isReached: boolean }[]
}

const { lineMetres, linesPerHazard } = ridingLimits
const {
  touchMetres,
  onRoadMetres,
  leastPieceMetres,
  crossingMetres,
  hotspotCrossingMetres,
  sameArmDegrees,
  leastShare,
  mostLegs,
  mostStreets,
} = ridingServerLimits
const leastArms = 3

/** The crossing of streets that lies nearest to a hotspot; null: it lies at none. */
export function crossingNear(map: RoadMap, hotspot: Place): Place | null {
  const streets = map
    .near(hotspot, hotspotCrossingMetres)
    .flatMap(({ road }) => (road.isService ? [] : [road]))
    .slice(0, mostStreets)
  const near = { place: hotspot, metres: hotspotCrossingMetres }
  const places = streets.flatMap((road, index) =>
    streets.slice(index + 1).flatMap((other) => meetingsOf(road, other, near)),
  )
  const [nearest] = places
    .map((place) => ({ place, metres: lengthOf(offsetTo(hotspot, place)) }))
    .filter(({ metres }) => metres <= hotspotCrossingMetres)
    .toSorted((one, other) => one.metres - other.metres)
    .filter(({ place }) => coursesAt(map, place).length >= leastArms)
  return nearest?.place ?? null
}

/**
 * The lines of those arms of a crossing on which enough accidents lie, as they lead to it. An accident in its middle lies on
 * each: who had it came from any.
 */
export function linesOfArms(map: RoadMap, crossing: Place, accidents: readonly Place[]): string[] {
  if (accidents.length === 0) return []
  const arms = armsOf(map, crossing)
  const counts = new Map(arms.map((arm) => [arm, 0]))
  for (const accident of accidents) {
    const isInMiddle = lengthOf(offsetTo(crossing, accident)) <= crossingMetres
    const nearest = isInMiddle ? arms : nearestArm(arms, accident)
    for (const arm of nearest) counts.set(arm, (counts.get(arm) ?? 0) + 1)
  }
  return arms
    .filter((arm) => (counts.get(arm) ?? 0) >= leastShare * accidents.length)
    .flatMap(({ pieces }) => pieces.filter(({ isReached }) => isReached))
    .flatMap(({ line }) => roadLineText([...line.toReversed(), crossing], crossing) ?? [])
    .slice(0, linesPerHazard)
}

function nearestArm(arms: readonly Arm[], accident: Place): Arm[] {
  const near = arms.map((arm) => {
    const metres = arm.pieces.map(({ line }) => nearestOn(line, accident)?.beside ?? Infinity)
    return { arm, metres: Math.min(...metres) }
  })
  const [nearest] = near.toSorted((one, other) => one.metres - other.metres)
  return nearest !== undefined && nearest.metres <= onRoadMetres ? [nearest.arm] : []
}

interface Around {
  place: Place
  metres: number
}

/** Where roads meet around a place: one ends at the other, or they cross at the same height. */
function meetingsOf(road: MapRoad, other: MapRoad, around: Around): Place[] {
  const ends = [...endsOn(road, other), ...endsOn(other, road)]
  return road.isBridge === other.isBridge ? [...ends, ...cuts(legsNear(road, around), legsNear(other, around))] : ends
}

type Leg = readonly [from: Place, to: Place]

/** A street has few corners there: what has more is drawn by no map, and its legs are not compared with all others. */
function legsNear({ line }: MapRoad, { place, metres }: Around): Leg[] {
  const legs = line.flatMap((to, index): Leg[] => {
    const from = line[index - 1]
    if (from === undefined) return []
    const beside = nearestOn([from, to], place)?.beside ?? Infinity
    return beside <= metres ? [[from, to]] : []
  })
  return legs.slice(0, mostLegs)
}

function endsOn({ line }: MapRoad, other: MapRoad): Place[] {
  const ends = [line[0], line.at(-1)].flatMap((end) => end ?? [])
  return ends.filter((end) => (nearestOn(other.line, end)?.beside ?? Infinity) <= touchMetres)
}

function cuts(one: readonly Leg[], other: readonly Leg[]): Place[] {
  return one.flatMap((leg) => other.flatMap((crossed) => cutOf(leg, crossed) ?? []))
}

function cutOf([from, to]: Leg, [start, end]: Leg): Place | null {
  const [leg, first, second] = [offsetTo(from, to), offsetTo(from, start), offsetTo(from, end)]
  const other = { east: second.east - first.east, north: second.north - first.north }
  const area = leg.east * other.north - leg.north * other.east
  if (area === 0) return null
  const share = (first.east * other.north - first.north * other.east) / area
  const otherShare = (first.east * leg.north - first.north * leg.east) / area
  if (share < 0 || share > 1 || otherShare < 0 || otherShare > 1) return null
  return {
    latitude: from.latitude + share * (to.latitude - from.latitude),
    longitude: from.longitude + share * (to.longitude - from.longitude),
  }
}

/** In which directions streets lead away from a place. */
function coursesAt(map: RoadMap, place: Place): number[] {
  const courses: number[] = []
  for (const near of map.near(place, touchMetres)) {
    if (near.road.isService) continue
    for (const { line } of branchesAt(near, null)) {
      const course = courseAtStart(line)
      if (metresOf(line) >= crossingMetres / 2 && courses.every((each) => !isSame(each, course))) courses.push(course)
    }
  }
  return courses
}

const isSame = (one: number, other: number) => Math.abs(turnBetween(one, other)) <= sameArmDegrees * radiansPerDegree

/** Carriageways that lead away in one direction are one arm. */
function armsOf(map: RoadMap, crossing: Place): Arm[] {
  const arms: Arm[] = []
  const streets = meetingAt(map, crossing)
  for (const road of streets) {
    for (const { line, isAlong } of outside(road, crossing)) {
      const isReached = !road.isOneway || !isAlong
      const used = new Set(streets)
      const way = isReached ? 'upstream' : 'onward'
      const piece = {
        isReached,
        line: followed(map, line, { named: road, used, metres: lineMetres - metresOf(line), way }),
      }
      const course = courseFrom(crossing, line)
      const arm = arms.find((each) => isSame(each.course, course))
      if (arm === undefined) arms.push({ course, pieces: [piece] })
      else arm.pieces.push(piece)
    }
  }
  return arms
}

/** The streets that meet at a crossing, also by short pieces within it, as where carriageways are mapped one by one. */
function meetingAt(map: RoadMap, crossing: Place): MapRoad[] {
  const around = map
    .near(crossing, crossingMetres)
    .filter(({ road }) => !road.isService)
    .slice(0, mostStreets)
  const near = { place: crossing, metres: crossingMetres }
  const streets = around.filter(({ beside }) => beside <= touchMetres).map(({ road }) => road)
  for (let count = 0; count < streets.length;) {
    count = streets.length
    const more = around.filter(
      ({ road }) =>
        !streets.includes(road) &&
        streets.some((street) =>
          meetingsOf(road, street, near).some((place) => lengthOf(offsetTo(crossing, place)) <= crossingMetres),
        ),
    )
    streets.push(...more.map(({ road }) => road))
  }
  return streets
}

/** What of a road leads away from the edge of a crossing. */
function outside({ line }: MapRoad, crossing: Place): { line: Place[]; isAlong: boolean }[] {
  const length = metresOf(line)
  const [first, last] = alongWithin(line, crossing)
  if (first === null || last === null) return []
  return [
    { line: partOf(line, 0, first).toReversed(), isAlong: false },
    { line: partOf(line, last, length), isAlong: true },
  ].filter((part) => metresOf(part.line) >= leastPieceMetres)
}

const stepMetres = 5

/** Where along a line it comes into a crossing first, and leaves it last. */
function alongWithin(line: readonly Place[], crossing: Place): [number | null, number | null] {
  let gone = 0
  let [first, last]: [number | null, number | null] = [null, null]
  for (const [index, to] of line.entries()) {
    const from = line[index - 1] ?? to
    const leg = lengthOf(offsetTo(from, to))
    const steps = Math.max(1, Math.ceil(leg / stepMetres))
    for (let step = 0; step <= steps; step += 1) {
      const share = step / steps
      const place = {
        latitude: from.latitude + share * (to.latitude - from.latitude),
        longitude: from.longitude + share * (to.longitude - from.longitude),
      }
      if (lengthOf(offsetTo(crossing, place)) > crossingMetres) continue
      first ??= gone + share * leg
      last = gone + share * leg
    }
    gone += leg
  }
  return [first, last]
}

/** Where an arm leads, seen from the middle: its edge may lie aside. */
function courseFrom(crossing: Place, line: readonly Place[]): number {
  const further = partOf(line, 0, 2 * crossingMetres).at(-1)
  return further === undefined ? 0 : bearingOf(offsetTo(crossing, further))
}
