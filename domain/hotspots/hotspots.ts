import { hotspotsServerLimits } from '#contract/limits/hotspots-limits.ts'
import type { Place } from '#contract/base/place.ts'
import { distanceMetres } from '#domain/geo/geo.ts'
import type { KnownAccidents } from './accidents.ts'
import { chooseHotspots, type Hotspot } from './choose-hotspots.ts'
import { estimate, type Spread, spreadOf } from './expected-accidents.ts'
import { learnRecalibrations } from './left-out-years.ts'
import { partOf } from './search-steps.ts'

/*
 * Where motorcycle accidents are to be expected. Federal law does not define such places, and every Land counts differently.
 * This is our own rule (docs/decisions/0048-expected-accidents.md).
 */

/**
 * The places where the most motorcycle accidents are to be expected, the worst first, and as many as come there: chosen from
 * all years, and recalibrated by what leaving out each of them tells.
 * @param leastExpected motorcycle accidents a year.
 * @yields {number} the share that is done, 0 to 1.
 */
export function* searchHotspots(
  known: KnownAccidents,
  leastExpected: number,
): Generator<number, { hotspots: Hotspot[]; spread: Spread }> {
  const recalibrations = yield* partOf(learnRecalibrations(known), 0, 0.8)
  const estimated = yield* partOf(estimate(known), 0.8, 0.88)
  const spread = yield* partOf(spreadOf(estimated), 0.88, 0.9)
  const hotspots = yield* partOf(chooseHotspots(estimated, recalibrations, leastExpected), 0.9, 1)
  return { hotspots, spread }
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
