import type { ClosureRule } from '#contract/closures/closures.ts'
import type { Place } from '#contract/base/place.ts'
import { routeCheckLimits } from '#contract/route-check/route-check-limits.ts'
import type { Departure, RouteClosure, RouteRange } from '#contract/route-check/route-check.ts'
import { accessAlways, accessAt } from '#domain/closures/closure-state.ts'
import { distanceMetres, eastwardDegrees, metresPerDegree, withinATurn } from '#domain/geo/geo.ts'
import { placeOf } from '#domain/geo/flat-projection.ts'
import { bearingOf, lengthOf as offsetLength, offsetTo, radiansPerDegree } from '#domain/riding/plane.ts'
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

/**
 * Where along the route its legs run along each of these roads, not only across it: metres from the route's beginning, in order,
 * for each road. The time grows with the lengths of the route and the roads, not with their product: a place of the route is
 * compared with what of the roads lies in its cell of a grid.
 */
export function metresOnRoads(legs: readonly Leg[], roads: readonly Pick<ClosedRoad, 'line'>[]): number[][] {
  const cells = new Map<number, readonly RoadLeg[]>()
  eachPlaceOn(legs, (latitude, longitude) => cells.set(cellOf(latitude, longitude), noRoad))
  for (const [road, { line }] of roads.entries()) layIn(cells, road, line)
  const found = roads.map((): number[] => [])
  eachPlaceOn(legs, (latitude, longitude, leg, alongMetres) => {
    const near = cells.get(cellOf(latitude, longitude)) ?? noRoad
    if (near === noRoad) return
    eachNearest(near, latitude, longitude, ({ road, course }) => {
      const turn = Math.abs(course - leg.course) % 180
      if (Math.min(turn, 180 - turn) <= roadTurnDegrees) found[road]?.push(alongMetres)
    })
  })
  return found
}

const noRoad: readonly RoadLeg[] = []

type TakePlace = (latitude: number, longitude: number, leg: Leg, alongMetres: number) => void

/** Places along a route, close together: up to a quarter of a million, so none becomes an object. */
function eachPlaceOn(legs: readonly Leg[], take: TakePlace): void {
  for (const leg of legs) {
    const { from, to, startMetres, metres } = leg
    const parts = Math.max(1, Math.ceil(metres / roadSampleMetres))
    const [north, east] = [to.latitude - from.latitude, eastwardDegrees(from.longitude, to.longitude)]
    for (let part = 0; part <= parts; part += 1) {
      const share = part / parts
      const longitude = withinATurn(from.longitude + east * share)
      take(from.latitude + north * share, longitude, leg, startMetres + share * metres)
    }
  }
}

/** A straight part of a road, on a plane around its beginning. */
interface RoadLeg {
  road: number
  latitude: number
  longitude: number
  /** How many metres a degree to the east has. */
  eastMetres: number
  /** Its direction, as a vector of one metre and in degrees from north. */
  east: number
  north: number
  course: number
  metres: number
}

/** About as long as a road errs, to both sides. */
const cellDegrees = 0.000_5
const partMetres = 40

/** Small whole numbers, which a map finds quickly. Cells that share one only give more to compare. */
const cellAt = (row: number, column: number) =>
  (Math.imul(row, 73_856_093) ^ Math.imul(column, 19_349_663)) & 0x3f_ff_ff_ff
const columnOf = (longitude: number) => Math.floor((longitude + 180) / cellDegrees)
const rowOf = (latitude: number) => Math.floor((latitude + 90) / cellDegrees)
const cellOf = (latitude: number, longitude: number) => cellAt(rowOf(latitude), columnOf(longitude))

/** Puts the legs of a road into all cells of the route that lie within the error. */
function layIn(cells: Map<number, readonly RoadLeg[]>, road: number, line: readonly Place[]): void {
  for (const [index, to] of line.entries()) {
    const from = line[index - 1]
    const leg = from === undefined ? null : roadLegOf(road, from, to)
    if (from === undefined || leg === null) continue
    const parts = Math.ceil(leg.metres / partMetres)
    for (let part = 0; part < parts; part += 1) {
      eachCellAround(between(from, to, part / parts), between(from, to, (part + 1) / parts), (cell) => {
        const found = cells.get(cell)
        if (found !== undefined && found.at(-1) !== leg) cells.set(cell, [...found, leg])
      })
    }
  }
}

/** Null where it has no length. */
function roadLegOf(road: number, from: Place, to: Place): RoadLeg | null {
  const offset = offsetTo(from, to)
  const metres = offsetLength(offset)
  if (metres === 0) return null
  return {
    road,
    ...placeOf(from),
    eastMetres: metresPerDegree * Math.cos(from.latitude * radiansPerDegree),
    east: offset.east / metres,
    north: offset.north / metres,
    course: bearingOf(offset) / radiansPerDegree,
    metres,
  }
}

function eachCellAround(one: Place, other: Place, take: (cell: number) => void): void {
  const [south, top] = [Math.min(one.latitude, other.latitude), Math.max(one.latitude, other.latitude)]
  const [west, right] = [Math.min(one.longitude, other.longitude), Math.max(one.longitude, other.longitude)]
  const north = (roadErrorMetres / metresPerDegree) * 1.05
  const east = north / Math.max(0.01, Math.cos(Math.max(Math.abs(top), Math.abs(south)) * radiansPerDegree))
  const [lastRow, lastColumn] = [rowOf(top + north), columnOf(right + east)]
  for (let row = rowOf(south - north); row <= lastRow; row += 1) {
    for (let column = columnOf(west - east); column <= lastColumn; column += 1) take(cellAt(row, column))
  }
}

/** Of each road that is as near as roads err, its nearest leg; of several the first. The legs of a road follow each other. */
function eachNearest(
  legs: readonly RoadLeg[],
  latitude: number,
  longitude: number,
  take: (nearest: RoadLeg) => void,
): void {
  let nearest: RoadLeg | null = null
  let least = Infinity
  for (const leg of legs) {
    const beside = metresBeside(leg, latitude, longitude)
    if (beside > roadErrorMetres) continue
    if (nearest !== null && nearest.road !== leg.road) take(nearest)
    else if (nearest !== null && least <= beside) continue
    nearest = leg
    least = beside
  }
  if (nearest !== null) take(nearest)
}

function metresBeside(leg: RoadLeg, latitude: number, longitude: number): number {
  const x = eastwardDegrees(leg.longitude, longitude) * leg.eastMetres
  const y = (latitude - leg.latitude) * metresPerDegree
  const ahead = x * leg.east + y * leg.north
  const aside = x * leg.north - y * leg.east
  const beyond = ahead - Math.min(leg.metres, Math.max(0, ahead))
  return Math.sqrt(aside * aside + beyond * beyond)
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

/**
 * What is closed on a route, in the order of the ride, no more than so much; the pieces of one road that are alike and follow
 * each other as one.
 */
export function closuresOn(
  found: readonly { road: ClosedRoad; metres: readonly number[] }[],
  departure: Departure | undefined,
  most: number,
): RouteClosure[] {
  const passes = found
    .flatMap(({ road, metres }) => {
      const alike = JSON.stringify([road.name, road.rules])
      return partsOnRoad(metres, road).map((range) => ({ road, alike, range }))
    })
    .toSorted((a, b) => a.range.from - b.range.from)
  const joined: typeof passes = []
  const last = new Map<string, RouteRange>()
  for (const { road, alike, range } of passes) {
    const previous = last.get(alike)
    if (previous !== undefined && range.from - previous.to <= nextPieceMetres) {
      previous.to = Math.max(previous.to, range.to)
      continue
    }
    const begun = { ...range }
    last.set(alike, begun)
    joined.push({ road, alike, range: begun })
  }
  return joined.slice(0, most).map(({ road: { id, name, rules, attribution }, range }) => ({
    id,
    name,
    rules: [...rules],
    attribution,
    range,
    access: departure === undefined ? accessAlways(rules) : accessWhilePassing(rules, range, departure),
  }))
}

const nextPieceMetres = 4 * roadSampleMetres

/** The strictest of what holds at its beginning and its end. */
function accessWhilePassing(rules: readonly ClosureRule[], { from, to }: RouteRange, departure: Departure) {
  const both = [from, to].map((metres) => accessAt(rules, passedAt(departure, metres)))
  return (['closed', 'unread', 'destination'] as const).find((access) => both.includes(access)) ?? 'open'
}
