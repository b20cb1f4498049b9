import { placeOf, type Point, type Random } from '#bench/guard/receiver.ts'
import type { Place } from '#contract/base/place.ts'
import type { Hazard } from '#domain/riding/hazards.ts'
import { hotspotLinesByMap, lineByMap } from '#domain/riding/map-lines.ts'
import type { RoadMap } from '#domain/riding/map-roads.ts'
import type { OsmElement } from '#server/feeds/osm/osm-element.ts'
import { roadsIn } from '#server/feeds/osm/osm-roads.ts'
import type { Corner, Street } from './street-map.ts'
import type { StreetRide } from './street-rides.ts'

/** Where a hazard lies, seen from a ride through streets. The first four are to be warned of. */
export const streetKinds = [
  'way',
  'way, directed',
  'after a turn',
  'hotspot',
  'beside 30',
  'beside 60',
  'against',
  'turn',
  'crossing',
] as const
export type StreetKind = (typeof streetKinds)[number]

const toWarn: ReadonlySet<StreetKind> = new Set(['way', 'way, directed', 'after a turn', 'hotspot'])
export const isToWarn = (kind: StreetKind) => toWarn.has(kind)

export interface StreetHazard {
  kind: StreetKind
  hazard: Hazard
  passedAt: number
  /** Of a hotspot. */
  accidents: readonly Place[]
  /** Where it lies on its street. */
  street: Street
  foot: Point
}

const everyMetres = 80
const firstSecond = 20
const sampleMetres = 25
const mostOfKind = 8
const hotspotAccidents = 5
/** So far behind a turn nobody can be told earlier than upon the turn: which way the ride goes is not known before. */
const afterTurnMetres = 150
/** Where the ride comes by once more within this, the hazard lies on its way after all. */
const clearMetres = 45
const ownPassSeconds = 40

/** Hazards on a ride's streets, and on those that it does not ride on. */
export function plantOnStreets(streets: readonly Street[], ride: StreetRide, random: Random): StreetHazard[] {
  const samples = streets.flatMap((street) => samplesOf(street))
  const planted: StreetHazard[] = []
  const counts = new Map<StreetKind, number>()
  const plant = (
    kind: StreetKind,
    at: Point,
    seen: Seen,
    more: { direction?: number | null; accidents?: Place[] },
    on: Sample,
  ) => {
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
    const hazard: Hazard = {
      id: `${kind} ${planted.length}`,
      type: kind === 'hotspot' ? 'AccidentHotspotMoto' : 'Obstacle',
      ...placeOf(at),
      direction: more.direction ?? null,
      isReported: false,
      line: null,
      conditions: null,
    }
    planted.push({ kind, hazard, passedAt: seen.second, accidents: more.accidents ?? [], street: on.street, foot: on })
  }
  const shuffled = samples
    .map((sample) => ({ sample, order: random() }))
    .toSorted((one, other) => one.order - other.order)
  const turns = turnsOf(ride).map(({ here }) => seenFrom(ride.way, here).gone)
  let lastWay = -Infinity
  for (const sample of [...samples].toSorted(
    (one, other) => seenFrom(ride.way, one).second - seenFrom(ride.way, other).second,
  )) {
    const seen = seenFrom(ride.way, sample)
    if (!isRidden(ride, sample) || seen.second < firstSecond || seen.second > ride.way.length - 4) continue
    if (seen.gone < lastWay + everyMetres || comesByAgain(ride.way, seen, sample)) continue
    lastWay = seen.gone
    const hand = random() < 0.5 ? 1 : -1
    const rounded = (turned: number) =>
      (Math.round((seen.course * 180) / Math.PI + turned + 30 * (random() - 0.5)) + 720) % 360
    const isAfterTurn = turns.some((gone) => seen.gone > gone && seen.gone < gone + afterTurnMetres)
    plant(isAfterTurn ? 'after a turn' : 'way', beside(sample, seen.course, hand * 8 * random()), seen, {}, sample)
    plant(
      isAfterTurn ? 'after a turn' : 'way, directed',
      beside(sample, seen.course, 8 * random()),
      seen,
      { direction: rounded(0) },
      sample,
    )
    if (!sample.street.isOneway)
      plant('against', beside(sample, seen.course, -8), seen, { direction: rounded(180) }, sample)
  }
  const atCrossing = seenFrom(ride.way, ride.crossing)
  const [own] = samples.toSorted((one, other) => distance(one, ride.crossing) - distance(other, ride.crossing))
  if (own !== undefined && atCrossing.second >= firstSecond && !comesByAgain(ride.way, atCrossing, ride.crossing)) {
    const around = Array.from({ length: hotspotAccidents }, () => ({
      x: ride.crossing.x + 30 * (random() - 0.5),
      y: ride.crossing.y + 30 * (random() - 0.5),
    }))
    plant('hotspot', around[0] ?? ride.crossing, atCrossing, { accidents: around.map(placeOf) }, own)
  }
  for (const { sample } of shuffled) {
    const seen = seenFrom(ride.way, sample)
    if (isRidden(ride, sample) || seen.second < firstSecond) continue
    const kind = kindOf(ride, sample, seen)
    if (kind === null || (counts.get(kind) ?? 0) >= mostOfKind) continue
    const direction = kind === 'crossing' ? (Math.round((sample.course * 180) / Math.PI) + 720) % 360 : null
    plant(kind, sample, seen, { direction }, sample)
  }
  return planted
}

/** As the operator's base map tells their roads. */
export async function withLinesByMap(
  planted: readonly StreetHazard[],
  around: (place: Place) => Promise<RoadMap>,
): Promise<StreetHazard[]> {
  const lined: StreetHazard[] = []
  for (const each of planted) {
    const map = await around(each.hazard)
    if (each.kind === 'hotspot') {
      const lines = hotspotLinesByMap(map, each.hazard, each.accidents)
      lined.push({ ...each, hazard: lines.length > 0 ? { ...each.hazard, lines } : each.hazard })
    } else lined.push({ ...each, hazard: { ...each.hazard, ...lineByMap(map, each.hazard) } })
  }
  return lined
}

/** As the import from OpenStreetMap tells them, with the hazard as a corner of its way; hotspots come without. */
export function withImportedLines(planted: readonly StreetHazard[], streets: readonly Street[]): StreetHazard[] {
  return planted.map((each) => {
    if (each.kind === 'hotspot') return each
    const node = elementOf('node', each.foot, [])
    const ways = streets.map((street) => wayOf(street, street === each.street ? each.foot : null))
    const { line, direction } = roadsIn([node, ...ways])(node)
    return { ...each, hazard: { ...each.hazard, line, direction: each.hazard.direction ?? direction } }
  })
}

function elementOf(
  type: 'node' | 'way',
  at: Point,
  line: readonly Place[],
  tags: Record<string, string> = {},
  id = 0,
): OsmElement {
  return { key: `${type}/${id}`, type, tags, line, members: [], place: { ...placeOf(at), swapped: false } }
}

function wayOf({ id, name, highway, isOneway, corners }: Street, foot: Point | null): OsmElement {
  const line = corners.flatMap((corner, index) => {
    const before = corners[index - 1]
    const isBetween = foot !== null && before !== undefined && isOnLeg(before, corner, foot)
    return isBetween ? [foot, corner] : [corner]
  })
  const tags = { highway, ...(name !== null && { name }), ...(isOneway && { oneway: 'yes' }) }
  return elementOf('way', corners[0] ?? { x: 0, y: 0 }, line.map(placeOf), tags, id)
}

const isOnLeg = (from: Point, to: Point, { x, y }: Point) =>
  Math.abs(distance(from, { x, y }) + distance({ x, y }, to) - distance(from, to)) < 0.01 &&
  distance(from, { x, y }) > 0.5

interface Sample extends Point {
  street: Street
  course: number
  from: Corner
  to: Corner
}

function samplesOf(street: Street): Sample[] {
  return street.corners.slice(1).flatMap((to, index) => {
    const from = street.corners[index]
    if (from === undefined) return []
    const metres = distance(from, to)
    const count = Math.max(1, Math.floor(metres / sampleMetres))
    const course = Math.atan2(to.x - from.x, to.y - from.y)
    return Array.from({ length: count }, (_, at) => {
      const share = (at + 0.5) / count
      return { street, course, from, to, x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) }
    })
  })
}

interface Seen {
  second: number
  metres: number
  course: number
  gone: number
}

/** Where a ride comes nearest to a place. */
function seenFrom(way: readonly Point[], place: Point): Seen {
  let nearest: Seen = { second: 0, metres: Infinity, course: 0, gone: 0 }
  let gone = 0
  for (const [second, point] of way.entries()) {
    const before = way[second - 1] ?? point
    gone += distance(before, point)
    const metres = distance(point, place)
    const ahead = way[second + 1] ?? point
    if (metres < nearest.metres)
      nearest = { second, metres, gone, course: Math.atan2(ahead.x - before.x, ahead.y - before.y) }
  }
  return nearest
}

function isRidden({ path }: StreetRide, { from, to }: Sample): boolean {
  return path.some(({ key }, index) => {
    const next = path[index + 1]?.key
    return (key === from.key && next === to.key) || (key === to.key && next === from.key)
  })
}

function comesByAgain(way: readonly Point[], seen: Seen, place: Point): boolean {
  return way.some(
    (point, second) => Math.abs(second - seen.second) > ownPassSeconds && distance(point, place) < clearMetres,
  )
}

function kindOf(ride: StreetRide, sample: Sample, { metres, course, second }: Seen): StreetKind | null {
  const off = Math.abs(Math.sin(sample.course - course))
  // Beside means along some of the way, not at its ends.
  const isWithin = second > 1 && second < ride.way.length - 3
  if (isWithin && off < Math.sin(Math.PI / 9)) {
    if (metres > 25 && metres < 36) return 'beside 30'
    if (metres > 50 && metres < 70) return 'beside 60'
  }
  if (isWithin && off > Math.sin(Math.PI / 3) && metres > 40 && metres < 80) return 'crossing'
  return metres >= 60 && isBeyondTurn(ride, sample) ? 'turn' : null
}

/** Straight on where the ride turns, 200 to 800 m further. */
function isBeyondTurn(ride: StreetRide, place: Point): boolean {
  return turnsOf(ride).some(({ here, course }) => {
    const metres = distance(here, place)
    const bearing = Math.atan2(place.x - here.x, place.y - here.y)
    return metres > 200 && metres < 800 && Math.cos(bearing - course) > Math.cos(Math.PI / 36)
  })
}

/** Where a ride turns by more than 50 degrees, and its course before that. */
function turnsOf({ path }: StreetRide): { here: Point; course: number }[] {
  return path.flatMap((here, index) => {
    const [before, after] = [path[index - 1], path[index + 1]]
    if (before === undefined || after === undefined) return []
    const course = Math.atan2(here.x - before.x, here.y - before.y)
    const next = Math.atan2(after.x - here.x, after.y - here.y)
    return Math.cos(next - course) < Math.cos((50 * Math.PI) / 180) ? [{ here, course }] : []
  })
}

const beside = ({ x, y }: Point, course: number, metres: number): Point => ({
  x: x + metres * Math.cos(course),
  y: y - metres * Math.sin(course),
})

const distance = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y)
