import type { Place } from '#contract/base/place.ts'
import type { PlaceDirection } from '#contract/route-check/route-check.ts'
import {
  bearingDegrees,
  type Box,
  boxAround,
  distanceMetres,
  eastwardDegrees,
  metresPerDegree,
  withinATurn,
} from '#domain/geo/geo.ts'

/** A straight part of a route. */
export interface Leg {
  from: Place
  to: Place
  /** Along the route, from its beginning. */
  startMetres: number
  metres: number
  /** Its direction, degrees from north. */
  course: number
}

/** Some legs in a row, short enough for one query about what lies around them. */
export interface CorridorStretch {
  legs: Leg[]
  /** Everything within the corridor, and a little more; beyond ±180 degrees where it crosses the antimeridian. */
  box: Box
}

/** Points closer together than this do not show where a route leads: the vehicle stands, or the fixes drift. */
const shortestLegMetres = 10
/** Over this length, straight on the map and straight on the ground are still the same. */
const longestLegMetres = 5_000
const stretchMetres = 10_000
const stretchLegs = 200

/**
 * A route's legs. The way from the end of a piece to the beginning of the next one is not ridden and not counted.
 * @param mostMetres the legs end soon after so many, so a route that goes round the world again and again ends, too.
 */
export function legsOf(pieces: readonly (readonly Place[])[], mostMetres = Infinity): Leg[] {
  const legs: Leg[] = []
  let along = 0
  for (const piece of pieces) {
    let from: Place | undefined
    for (const [index, to] of piece.entries()) {
      const metres = from === undefined ? 0 : distanceMetres(from, to)
      const isLast = index === piece.length - 1
      if (from !== undefined && (metres >= shortestLegMetres || (isLast && metres > 0))) {
        legs.push(...partsOf(from, to, along, metres))
        along += metres
        if (along > mostMetres) return legs
        from = to
      }
      from ??= to
    }
  }
  return legs
}

/** Metres from the beginning to the end. */
export function lengthOf(legs: readonly Leg[]): number {
  const last = legs.at(-1)
  return last === undefined ? 0 : last.startMetres + last.metres
}

function partsOf(from: Place, to: Place, startMetres: number, metres: number): Leg[] {
  const parts = Math.ceil(metres / longestLegMetres)
  return Array.from({ length: parts }, (_, part) => {
    const [start, end] = [between(from, to, part / parts), between(from, to, (part + 1) / parts)]
    return {
      from: start,
      to: end,
      startMetres: startMetres + (part * metres) / parts,
      metres: metres / parts,
      course: bearingDegrees(start, end),
    }
  })
}

/** The place at a share of the way from one to another. */
export function between(from: Place, to: Place, share: number): Place {
  return {
    latitude: from.latitude + (to.latitude - from.latitude) * share,
    longitude: withinATurn(from.longitude + eastwardDegrees(from.longitude, to.longitude) * share),
  }
}

/** Pieces that lie apart never share a box, so that what lies between them is not read. */
export function corridorStretches(legs: readonly Leg[], corridorMetres: number): CorridorStretch[] {
  const stretches: Leg[][] = []
  /** The length of the last stretch, including the ways from one piece to the next. */
  let reach = 0
  for (const leg of legs) {
    const current = stretches.at(-1)
    const previous = current?.at(-1)
    if (previous !== undefined) reach += distanceMetres(previous.to, leg.from) + leg.metres
    if (current !== undefined && current.length < stretchLegs && reach <= stretchMetres) current.push(leg)
    else {
      stretches.push([leg])
      reach = leg.metres
    }
  }
  return stretches.map((legs) => ({ legs, box: corridorBox(legs, corridorMetres) }))
}

/**
 * The boxes to read in order to know everything in some others: what lies together is read once. Two are one if that covers no
 * more than both do.
 */
export function joinedBoxes(boxes: readonly Box[]): Box[] {
  const joined: Box[] = []
  for (const box of boxes) {
    const area = areaOf(box)
    const near = joined.findIndex((other) => areaOf(boxOfBoth(box, other)) <= area + areaOf(other))
    const other = joined[near]
    if (other === undefined) joined.push(box)
    else joined[near] = boxOfBoth(box, other)
  }
  return joined
}

const areaOf = ({ west, south, east, north }: Box) => (east - west) * (north - south)

function boxOfBoth(one: Box, other: Box): Box {
  return {
    west: Math.min(one.west, other.west),
    south: Math.min(one.south, other.south),
    east: Math.max(one.east, other.east),
    north: Math.max(one.north, other.north),
  }
}

function corridorBox(legs: readonly Leg[], corridorMetres: number): Box {
  const box = boxAround(legs.flatMap(({ from, to }) => [from, to])) ?? { west: 0, south: 0, east: 0, north: 0 }
  const north = (corridorMetres / metresPerDegree) * 1.01
  const east = north / Math.max(0.01, Math.cos(radians(Math.max(Math.abs(box.north), Math.abs(box.south)))))
  return {
    west: box.west - east,
    south: Math.max(-90, box.south - north),
    east: box.east + east,
    north: Math.min(90, box.north + north),
  }
}

/** Roads bend, and sources round directions to eighths of the compass. */
const sameWithinDegrees = 60

/** Whether a camera for a direction of travel watches somebody who travels on a course. */
export function directionFor(course: number, watched: number | undefined): PlaceDirection {
  if (watched === undefined) return 'unknown'
  const turned = Math.abs(((((course - watched) % 360) + 540) % 360) - 180)
  if (turned <= sameWithinDegrees) return 'same'
  return turned >= 180 - sameWithinDegrees ? 'opposite' : 'across'
}

/** A point of a route and where on it. */
export interface RoutePoint extends Place {
  alongMetres: number
}

/** Where a route is after so many metres; its end beyond that. */
export function placeAt(legs: readonly Leg[], alongMetres: number): Place {
  const leg = legs.find(({ startMetres, metres }) => alongMetres <= startMetres + metres) ?? legs.at(-1)
  if (leg === undefined) throw new RangeError('A route without a leg.')
  const share = (alongMetres - leg.startMetres) / leg.metres
  return between(leg.from, leg.to, Math.min(1, Math.max(0, share)))
}

/** Points at equal distances along a route: at most `mostPoints`, at least `leastMetres` apart. The last one is its end. */
export function samplesAlong(legs: readonly Leg[], leastMetres: number, mostPoints: number): RoutePoint[] {
  const spacing = Math.max(leastMetres, lengthOf(legs) / (mostPoints - 1))
  const samples: RoutePoint[] = []
  let next = 0
  for (const { from, to, startMetres, metres } of legs) {
    while (next <= startMetres + metres) {
      samples.push({ ...between(from, to, Math.max(0, next - startMetres) / metres), alongMetres: next })
      next += spacing
    }
  }
  const last = legs.at(-1)
  const isEndMissing =
    last !== undefined && samples.length < mostPoints && samples.at(-1)?.alongMetres !== lengthOf(legs)
  return isEndMissing ? [...samples, { ...last.to, alongMetres: lengthOf(legs) }] : samples
}

/** The parts of a route inside something, from the indices of the samples that are inside: from and to along the route. */
export function rangesOf(samples: readonly RoutePoint[], inside: readonly number[]): { from: number; to: number }[] {
  const ranges: { from: number; to: number; lastIndex: number }[] = []
  for (const index of inside) {
    const along = samples[index]?.alongMetres
    if (along === undefined) continue
    const current = ranges.at(-1)
    if (current?.lastIndex === index - 1) {
      current.to = along
      current.lastIndex = index
    } else ranges.push({ from: along, to: along, lastIndex: index })
  }
  return ranges.map(({ from, to }) => ({ from, to }))
}

const radians = (angle: number) => (angle * Math.PI) / 180
