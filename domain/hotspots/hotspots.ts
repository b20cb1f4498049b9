import { hotspotsServerLimits } from '#contract/hotspots-limits.ts'
import type { Place } from '#contract/place.ts'
import { distanceMetres } from '#domain/geo/geo.ts'
import type { PlanePoint } from '#domain/geo/utm.ts'
import { visitNear } from './accident-field.ts'
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
  const hotspots = yield* apart(candidates)
  return { hotspots: hotspots.map((each) => withAccidents(estimated, each)), spread: estimated.spread }
}

type Candidate = Omit<Hotspot, 'accidents'>

function* candidatesIn({ field, at, closeTo }: Estimate, leastExpected: number): Generator<number, Candidate[]> {
  const candidates: Candidate[] = []
  for (let index = 0; index < field.sign.length; index += 1) {
    if (index % stepAccidents === 0) yield 0.5 + 0.45 * (index / field.sign.length)
    const builtUp = field.builtUp[index] === 1
    const place = placeOf(field, index)
    if (closeTo(place, builtUp) < hotspotsServerLimits.leastShareClose * leastExpected) continue
    const expectation = at(place, builtUp)
    if (expectation.motorcycles < leastExpected || expectation.known < hotspotsServerLimits.leastKnown) continue
    candidates.push({ ...place, builtUp, years: field.years[index] ?? 1, expectation, middle: index })
  }
  return candidates
}

/** The most expected first; of those whose circles meet only the first. */
function* apart(candidates: readonly Candidate[]): Generator<number, Candidate[]> {
  const chosen: Candidate[] = []
  const cells = new Map<number, Candidate[]>()
  const side = 2 * Math.max(radiusMetres(true), radiusMetres(false))
  const cellOf = (column: number, row: number) => column * 1_000_000 + row
  const around = [-1, 0, 1]
  for (const [index, each] of candidates.toSorted(moreExpected).entries()) {
    if (index % stepAccidents === 0) yield 0.95 + 0.05 * (index / candidates.length)
    const [column, row] = [Math.floor(each.east / side), Math.floor(each.north / side)]
    const isTaken = around.some((east) =>
      around.some((north) => cells.get(cellOf(column + east, row + north))?.some((other) => meet(each, other))),
    )
    if (isTaken) continue
    chosen.push(each)
    const own = cells.get(cellOf(column, row))
    if (own === undefined) cells.set(cellOf(column, row), [each])
    else own.push(each)
  }
  return chosen
}

/** Where as many are expected, the order is that of the map, so that it is the same every time. */
function moreExpected(one: Candidate, other: Candidate): number {
  return other.expectation.motorcycles - one.expectation.motorcycles || one.east - other.east || one.north - other.north
}

function meet(one: Candidate, other: Candidate): boolean {
  const apart = radiusMetres(one.builtUp) + radiusMetres(other.builtUp)
  return (one.east - other.east) ** 2 + (one.north - other.north) ** 2 < apart ** 2
}

function withAccidents({ field }: Estimate, candidate: Candidate): Hotspot {
  const accidents: number[] = []
  visitNear(field, candidate, radiusMetres(candidate.builtUp), (index) => {
    if (isMotorcycle(field.sign[index] ?? 0)) accidents.push(index)
  })
  return { ...candidate, accidents }
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
