import type { ClosureRule } from '#contract/closures.ts'
import type { Place } from '#contract/place.ts'
import { routeCheckLimits } from '#contract/route-check-limits.ts'
import type { Departure, RouteClosure, RouteRange } from '#contract/route-check.ts'
import { accessAlways, accessAt } from '#domain/closures/closure-state.ts'
import { distanceMetres } from '#domain/geo/geo.ts'
import { nearestOn } from '#domain/riding/road-line.ts'
import { radiansPerDegree } from '#domain/riding/plane.ts'
import { passedAt } from './departure.ts'
import { between, type Leg } from './route.ts'

/** A road that is closed for motorcycles, always or at times. */
export interface ClosedRoad {
  id: string
  name: string | null
  line: readonly Place[]
  rules: readonly ClosureRule[]
  attribution: string
}

const { roadErrorMetres, roadTurnDegrees, roadSampleMetres, leastRoadMetres } = routeCheckLimits

/** Where along the route its legs run along a road, not only across it; metres from the route's beginning, in order. */
export function metresOnRoad(legs: readonly Leg[], { line }: ClosedRoad): number[] {
  return legs.flatMap((leg) => {
    const parts = Math.max(1, Math.ceil(leg.metres / roadSampleMetres))
    return Array.from({ length: parts + 1 }, (_, part) => part / parts)
      .filter((share) => isAlong(line, between(leg.from, leg.to, share), leg.course))
      .map((share) => leg.startMetres + share * leg.metres)
  })
}

function isAlong(line: readonly Place[], place: Place, course: number): boolean {
  const near = nearestOn(line, place)
  if (near === null || near.beside > roadErrorMetres) return false
  const turn = Math.abs(near.course / radiansPerDegree - course) % 180
  return Math.min(turn, 180 - turn) <= roadTurnDegrees
}

/** The parts of the route on a road, each long enough to be ridden along it. @param metres in order. */
export function partsOnRoad(metres: readonly number[], { line }: ClosedRoad): RouteRange[] {
  const parts: RouteRange[] = []
  for (const at of metres) {
    const current = parts.at(-1)
    if (current !== undefined && at - current.to <= 2 * roadSampleMetres) current.to = at
    else parts.push({ from: at, to: at })
  }
  const least = Math.min(leastRoadMetres, lengthOf(line) / 2)
  return parts.filter(({ from, to }) => to - from >= least)
}

function lengthOf(line: readonly Place[]): number {
  return line.reduce((sum, place, index) => sum + distanceMetres(line[index - 1] ?? place, place), 0)
}

/** What is closed on a route, in the order of the ride; the pieces of one road that are alike and follow each other as one. */
export function closuresOn(
  found: readonly { road: ClosedRoad; metres: readonly number[] }[],
  departure: Departure | undefined,
): RouteClosure[] {
  const passes = found
    .flatMap(({ road, metres }) => partsOnRoad(metres, road).map((range) => ({ road, range })))
    .toSorted((a, b) => a.range.from - b.range.from)
  const joined: typeof passes = []
  for (const { road, range } of passes) {
    const previous = joined.find((other) => isNextPiece(other, { road, range }))
    if (previous === undefined) joined.push({ road, range: { ...range } })
    else previous.range.to = Math.max(previous.range.to, range.to)
  }
  return joined.map(({ road: { id, name, rules, attribution }, range }) => ({
    id,
    name,
    rules: [...rules],
    attribution,
    range,
    access: departure === undefined ? accessAlways(rules) : accessWhilePassing(rules, range, departure),
  }))
}

interface OnRoad {
  road: ClosedRoad
  range: RouteRange
}

function isNextPiece(one: OnRoad, next: OnRoad): boolean {
  const isAlike = one.road.name === next.road.name && rulesText(one.road) === rulesText(next.road)
  return isAlike && next.range.from - one.range.to <= 4 * roadSampleMetres
}

const rulesText = ({ rules }: ClosedRoad) => JSON.stringify(rules)

/** The strictest of what holds at its beginning and its end. */
function accessWhilePassing(rules: readonly ClosureRule[], { from, to }: RouteRange, departure: Departure) {
  const both = [from, to].map((metres) => accessAt(rules, passedAt(departure, metres)))
  return (['closed', 'unread', 'destination'] as const).find((access) => both.includes(access)) ?? 'open'
}
