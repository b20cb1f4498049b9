import { hotspotsServerLimits } from '#contract/limits/hotspots-limits.ts'
import type { Place } from '#contract/base/place.ts'
import { distanceMetres } from '#domain/geo/geo.ts'
import type { PlanePoint } from '#domain/geo/utm.ts'
import { type AccidentField, visitNear } from './accident-field.ts'
import { isMotorcycle, type KnownAccidents } from './accidents.ts'
import { type Estimate, estimate, type Expectation, placeOf, radiusMetres, type Spread } from './expected-accidents.ts'

/*
 * Where motorcycle accidents are to be expected. Federal law does not define such places, and every Land counts differently.
 * This is our own rule (docs/decisions/0048-expected-accidents.md).
 */

export interface Hotspot extends PlanePoint {
  builtUp: boolean
  /** For how many years accidents are known there. */
  years: number
  expectation: Expectation
  /** The accident in its middle, and the motorcycle accidents within its radius, as indexes. */
  middle: number
  accidents: number[]
}

/** How many accidents are looked at in one step. */
const stepAccidents = 500

/**
 * The places where the most motorcycle accidents are to be expected, the worst first. Each is around an accident, because
 * that is on a road, and none reaches into another.
 * @param leastExpected motorcycle accidents a year.
 * @yields {number} the share that is done, 0 to 1.
 */
export function* searchHotspots(
  known: KnownAccidents,
  leastExpected: number,
): Generator<number, { hotspots: Hotspot[]; spread: Spread }> {
  const estimated = yield* estimate(known)
  const candidates = yield* candidatesIn(estimated, leastExpected)
  const chosen = yield* apart(estimated.field, candidates)
  return { hotspots: yield* hotspotsAround(estimated, chosen), spread: estimated.spread }
}

/**
 * The accidents around which enough is expected, as indexes, the most expected first. In a country they are hundreds of
 * thousands, so nothing else is kept of them.
 */
function* candidatesIn({ field, at, closeTo }: Estimate, leastExpected: number): Generator<number, Uint32Array> {
  const candidates = new Uint32Array(field.sign.length)
  const expected = new Float64Array(field.sign.length)
  let count = 0
  for (let index = 0; index < field.sign.length; index += 1) {
    if (index % stepAccidents === 0) yield 0.5 + 0.45 * (index / field.sign.length)
    const builtUp = field.builtUp[index] === 1
    const place = placeOf(field, index)
    if (closeTo(place, builtUp) < hotspotsServerLimits.leastShareClose * leastExpected) continue
    const { motorcycles, known } = at(place, builtUp)
    if (motorcycles < leastExpected || known < hotspotsServerLimits.leastKnown) continue
    candidates[count] = index
    expected[index] = motorcycles
    count += 1
  }
  const of = (columns: Float64Array, index: number) => columns[index] ?? 0
  // Where as many are expected, the order is that of the map, so that it is the same every time.
  return candidates
    .subarray(0, count)
    .toSorted(
      (one, other) =>
        of(expected, other) - of(expected, one) ||
        of(field.east, one) - of(field.east, other) ||
        of(field.north, one) - of(field.north, other),
    )
}

/** Of those whose circles meet only the first. */
function* apart(field: AccidentField, candidates: Uint32Array): Generator<number, number[]> {
  const chosen: number[] = []
  const cells = new Map<number, number[]>()
  const side = 2 * Math.max(radiusMetres(true), radiusMetres(false))
  const cellOf = (column: number, row: number) => column * 1_000_000 + row
  const around = [-1, 0, 1]
  for (const [position, index] of candidates.entries()) {
    if (position % stepAccidents === 0) yield 0.95 + 0.04 * (position / candidates.length)
    const { east, north } = placeOf(field, index)
    const [column, row] = [Math.floor(east / side), Math.floor(north / side)]
    const isTaken = around.some((right) =>
      around.some((up) => cells.get(cellOf(column + right, row + up))?.some((other) => meet(field, index, other))),
    )
    if (isTaken) continue
    chosen.push(index)
    const own = cells.get(cellOf(column, row))
    if (own === undefined) cells.set(cellOf(column, row), [index])
    else own.push(index)
  }
  return chosen
}

function meet(field: AccidentField, one: number, other: number): boolean {
  const apart = radiusMetres(field.builtUp[one] === 1) + radiusMetres(field.builtUp[other] === 1)
  const [here, there] = [placeOf(field, one), placeOf(field, other)]
  return (here.east - there.east) ** 2 + (here.north - there.north) ** 2 < apart ** 2
}

/** @param chosen the accidents in their middles, as indexes. */
function* hotspotsAround({ field, at }: Estimate, chosen: readonly number[]): Generator<number, Hotspot[]> {
  const hotspots: Hotspot[] = []
  for (const [position, middle] of chosen.entries()) {
    if (position % stepAccidents === 0) yield 0.99 + 0.01 * (position / chosen.length)
    const place = placeOf(field, middle)
    const builtUp = field.builtUp[middle] === 1
    const accidents: number[] = []
    visitNear(field, place, radiusMetres(builtUp), (index) => {
      if (isMotorcycle(field.sign[index] ?? 0)) accidents.push(index)
    })
    const years = field.years[middle] ?? 1
    hotspots.push({ ...place, builtUp, years, expectation: at(place, builtUp), middle, accidents })
  }
  return hotspots
}

/** What a file contained for one Land, or a part of it, in one year. */
export interface AccidentPart {
  /** The Land's official key, or the name of a file that does not name the Land. */
  region: string
  land: number
  /** Whether it is all of the Land. */
  whole: boolean
  year: number
  /** How many months it has accidents in, of any vehicle. */
  months: number
  /** Whether accidents without motorcycles are known, too. */
  withOthers: boolean
}

/**
 * The parts in which hotspots are searched: the last five years for which there is a complete part. For each year of a Land
 * it is the whole Land if that is known, otherwise the files with some of it. A year that lacks months is not complete.
 */
export function partsLookedAt<P extends AccidentPart>(parts: readonly P[], thisYear: number): P[] {
  const complete = parts.filter(({ months, year }) => months === 12 && year < thisYear)
  const last = Math.max(...complete.map(({ year }) => year))
  return complete.filter(
    (part) =>
      part.year > last - hotspotsServerLimits.years &&
      (part.whole || !complete.some(({ whole, land, year }) => whole && land === part.land && year === part.year)),
  )
}

/** The years that are known of the regions some accidents are from, in order. */
export function yearsOf(parts: readonly AccidentPart[], regions: readonly string[]): number[] {
  const years = parts.filter(({ region }) => regions.includes(region)).map(({ year }) => year)
  return [...new Set(years)].toSorted((one, other) => one - other)
}

/** Whether accidents without motorcycles are known of a region for each of its years; otherwise they cannot be compared. */
export function othersAreKnown(parts: readonly AccidentPart[], region: string): boolean {
  return parts.every((part) => part.region !== region || part.withOthers)
}

/** A hotspot that is shown already. */
export interface KnownHotspot extends Place {
  sourceId: string
}

/**
 * The id of each new hotspot: that of the nearest known one within its radius, otherwise one made from its place. So a
 * hotspot that somebody saved stays the same when the next year moves its middle.
 */
export function idsOf(hotspots: readonly (Place & { radius: number })[], known: readonly KnownHotspot[]): string[] {
  const near = nearbyOf(known)
  const pairs = hotspots
    .flatMap((hotspot, index) =>
      near(hotspot).map(({ sourceId, ...place }) => ({ index, sourceId, metres: distanceMetres(hotspot, place) })),
    )
    .filter(({ index, metres }) => metres <= (hotspots[index]?.radius ?? 0))
    .toSorted((one, other) => one.metres - other.metres || one.index - other.index)
  const ids = new Map<number, string>()
  const taken = new Set<string>()
  for (const { index, sourceId } of pairs) {
    if (ids.has(index) || taken.has(sourceId)) continue
    ids.set(index, sourceId)
    taken.add(sourceId)
  }
  return hotspots.map((hotspot, index) => {
    const id = ids.get(index) ?? newId(hotspot, taken)
    taken.add(id)
    return id
  })
}

function newId({ latitude, longitude }: Place, taken: ReadonlySet<string>): string {
  let id = `${latitude.toFixed(5)},${longitude.toFixed(5)}`
  while (taken.has(id)) id += '+'
  return id
}

/** Cells of about 1 km, larger than any radius. */
const cellDegrees = 0.01

/** There are thousands of hotspots on both sides, so only those in neighbouring cells are compared. */
function nearbyOf(known: readonly KnownHotspot[]): (place: Place) => KnownHotspot[] {
  const cell = (row: number, column: number) => `${row}/${column}`
  const rowOf = (degrees: number) => Math.floor(degrees / cellDegrees)
  const cells = new Map<string, KnownHotspot[]>()
  for (const hotspot of known) {
    const key = cell(rowOf(hotspot.latitude), rowOf(hotspot.longitude))
    cells.set(key, [...(cells.get(key) ?? []), hotspot])
  }
  const around = [-1, 0, 1]
  return ({ latitude, longitude }) =>
    around.flatMap((north) =>
      around.flatMap((east) => cells.get(cell(rowOf(latitude) + north, rowOf(longitude) + east)) ?? []),
    )
}
