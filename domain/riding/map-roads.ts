import type { Place } from '#contract/base/place.ts'
import { ridingServerLimits } from '#contract/riding/riding-limits.ts'
import { metresPerDegree } from '#domain/geo/geo.ts'
import { bearingOf, lengthOf, offsetTo, radiansPerDegree, turnBetween } from './plane.ts'
import { nearestOn, type OnLine, partOf } from './road-line.ts'

/** A piece of a road as a map draws it: it may end anywhere, as at the edge of a tile, and go on as another piece. */
export interface MapRoad {
  line: readonly Place[]
  /** Or its number; null: it has none. */
  name: string | null
  /** Driveways, car parks and tracks: nobody means one where a street is near. */
  isService: boolean
  /** Whether it may be driven as its line leads only. */
  isOneway: boolean
  isBridge: boolean
}

/** The pieces of roads around a place, to look up quickly which of them come near. */
export interface RoadMap {
  near(place: Place, metres: number): NearRoad[]
}

export interface NearRoad extends OnLine {
  road: MapRoad
}

/** How a road goes on from an end: as those come who ride towards it, or as those leave who have passed. */
export type Way = 'upstream' | 'onward'

const { touchMetres, straightOnDegrees, otherNameDegrees, leastPieceMetres, mostPieces } = ridingServerLimits
/** A road's course at its end is that of its last metres: the very last corner may be a few centimetres. */
const endMetres = 15

export function roadMapOf(roads: readonly MapRoad[]): RoadMap {
  const boxed = roads.map((road) => {
    const box = { road, south: Infinity, north: -Infinity, west: Infinity, east: -Infinity }
    for (const { latitude, longitude } of road.line) {
      box.south = Math.min(box.south, latitude)
      box.north = Math.max(box.north, latitude)
      box.west = Math.min(box.west, longitude)
      box.east = Math.max(box.east, longitude)
    }
    return box
  })
  return {
    near(place, metres) {
      const up = metres / metresPerDegree
      const right = up / Math.max(0.01, Math.cos(place.latitude * radiansPerDegree))
      return boxed
        .filter(
          ({ south, north, west, east }) =>
            south - up <= place.latitude &&
            place.latitude <= north + up &&
            west - right <= place.longitude &&
            place.longitude <= east + right,
        )
        .flatMap(({ road }) => {
          const on = nearestOn(road.line, place)
          return on === null || on.beside > metres ? [] : [{ ...on, road }]
        })
        .toSorted((one, other) => one.beside - other.beside)
    },
  }
}

/**
 * A line and how its road goes on from its end, from piece to piece, so far.
 * @param named the road at the end of the line.
 * @param used the pieces of the line; those that are added to it are added here, too.
 */
export function followed(
  map: RoadMap,
  line: readonly Place[],
  { named, used, metres, way }: { named: MapRoad; used: Set<MapRoad>; metres: number; way: Way },
): Place[] {
  const whole = [...line]
  let [road, gone] = [named, 0]
  for (let pieces = 0; pieces < mostPieces && gone < metres; pieces += 1) {
    const next = nextPiece(map, whole, { road, used, way })
    if (next === null) break
    used.add(next.road)
    road = next.road
    gone += metresOf(next.line)
    whole.push(...next.line)
  }
  return whole
}

/** What a piece may be on from a place of it: to its beginning, and to its end. */
export function branchesAt(
  { road, along }: Pick<NearRoad, 'road' | 'along'>,
  way: Way | null,
): { line: Place[]; isAlong: boolean }[] {
  const length = metresOf(road.line)
  const at = Math.min(length, Math.max(0, along))
  return [
    { line: partOf(road.line, 0, at).toReversed(), isAlong: false },
    { line: partOf(road.line, at, length), isAlong: true },
  ]
    .filter(({ isAlong }) => !road.isOneway || way === null || isAlong === (way === 'onward'))
    .filter(({ line }) => metresOf(line) >= leastPieceMetres)
}

/** Radians from north: where a line leads at its beginning. */
export function courseAtStart(line: readonly Place[]): number {
  const part = partOf(line, 0, endMetres)
  const [from, to] = [part[0], part.at(-1)]
  return from === undefined || to === undefined ? 0 : bearingOf(offsetTo(from, to))
}

export function metresOf(line: readonly Place[]): number {
  let metres = 0
  for (const [index, to] of line.entries()) metres += lengthOf(offsetTo(line[index - 1] ?? to, to))
  return metres
}

/** Of the same name the straightest, else what goes on straight under another. */
function nextPiece(
  map: RoadMap,
  line: readonly Place[],
  { road, used, way }: { road: MapRoad; used: ReadonlySet<MapRoad>; way: Way },
): { road: MapRoad; line: Place[] } | null {
  const end = line.at(-1)
  if (end === undefined) return null
  const course = courseAtStart(line.toReversed()) + Math.PI
  const pieces = map
    .near(end, touchMetres)
    .filter((near) => !used.has(near.road))
    .flatMap((near) =>
      branchesAt(near, way).map((branch) => ({
        road: near.road,
        line: branch.line,
        isNamed: near.road.name === road.name && (road.name !== null || near.road.isService === road.isService),
        degrees: Math.abs(turnBetween(course, courseAtStart(branch.line))) / radiansPerDegree,
      })),
    )
    .filter(({ isNamed, degrees }) => degrees <= (isNamed ? straightOnDegrees : otherNameDegrees))
    .toSorted((one, other) => Number(other.isNamed) - Number(one.isNamed) || one.degrees - other.degrees)
  return pieces[0] ?? null
}
