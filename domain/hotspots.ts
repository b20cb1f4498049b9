import { serverLimits } from '#contract/server-limits.ts'
import type { Place } from '#contract/place.ts'
import type { Accident } from './accidents.ts'
import { distanceMetres } from './geo.ts'

/*
 * Where motorcycles have accidents again and again. Federal law knows no such places and every Land counts differently;
 * this is our own rule, after those that are public (feeds, section 4; docs/decisions/0007-accident-hotspots.md).
 */

/** Metres within which accidents belong together. */
export function radiusMetres(builtUp: boolean): number {
  return builtUp ? serverLimits.hotspots.builtUpRadiusMetres : serverLimits.hotspots.openRoadRadiusMetres
}

/**
 * Whether accidents that belong together make a hotspot.
 * @param years how many years are known there: with fewer, as much fewer accidents are enough, so that a Land that
 * joined the Unfallatlas late does not look safer than the others.
 */
export function isHotspot(accidents: readonly Accident[], years: number): boolean {
  const { leastAccidents, leastScore, leastSevere, years: allYears } = serverLimits.hotspots
  const share = years / allYears
  const severe = accidents.filter(isSevere).length
  return (
    accidents.length >= leastAccidents && (scoreOf(accidents) >= leastScore * share || severe >= leastSevere * share)
  )
}

export function scoreOf(accidents: readonly Accident[]): number {
  const { severeWeight, slightWeight } = serverLimits.hotspots
  return accidents.reduce((score, accident) => score + (isSevere(accident) ? severeWeight : slightWeight), 0)
}

function isSevere({ category }: Accident): boolean {
  return category <= 2
}

/**
 * Cuts a chain of neighbours into places one can point at: all of them where none is further from the middle than two
 * radii, else what lies so near to the densest place, and so on with the rest.
 */
export function cutIntoPlaces<A extends Accident>(chain: readonly A[], radius: number): A[][] {
  const reach = 2 * radius
  const middle = centreOf(chain)
  if (middle === null) return []
  if (chain.every((accident) => distanceMetres(middle, accident) <= reach)) return [[...chain]]

  const around = (centre: Place) => chain.filter((accident) => distanceMetres(centre, accident) <= reach)
  const densest = chain.map(around).reduce((best, found) => (scoreOf(found) > scoreOf(best) ? found : best), [])
  const rest = chain.filter((accident) => !densest.includes(accident))
  return [densest, ...cutIntoPlaces(rest, radius)]
}

/** The accident nearest to the middle of all, which unlike the middle itself lies on a road; null where there is none. */
export function centreOf<A extends Accident>(accidents: readonly A[]): A | null {
  const mean = (value: (accident: A) => number) =>
    accidents.reduce((sum, accident) => sum + value(accident), 0) / accidents.length
  const middle = { latitude: mean(({ latitude }) => latitude), longitude: mean(({ longitude }) => longitude) }
  return accidents.reduce<A | null>(
    (nearest, accident) =>
      nearest === null || distanceMetres(middle, accident) < distanceMetres(middle, nearest) ? accident : nearest,
    null,
  )
}

/** What a file brought of one Land, or of a part of it, in one year. */
export interface AccidentPart {
  /** The Land's official key, or the name of a file that does not name the Land. */
  region: string
  land: number
  /** Whether it is all of the Land. */
  whole: boolean
  year: number
  /** How many months it has accidents in, of any vehicle. */
  months: number
}

/**
 * The parts that hotspots are found in: the last five years of which there is a complete one; of each Land's year the
 * whole where it is there, else the files that have some of it. A year without all its months is not complete.
 */
export function partsLookedAt<P extends AccidentPart>(parts: readonly P[], thisYear: number): P[] {
  const complete = parts.filter(({ months, year }) => months === 12 && year < thisYear)
  const last = Math.max(...complete.map(({ year }) => year))
  return complete.filter(
    (part) =>
      part.year > last - serverLimits.hotspots.years &&
      (part.whole || !complete.some(({ whole, land, year }) => whole && land === part.land && year === part.year)),
  )
}

/** The years that are known of the regions some accidents are from, in order. */
export function yearsOf(parts: readonly AccidentPart[], regions: readonly string[]): number[] {
  const years = parts.filter(({ region }) => regions.includes(region)).map(({ year }) => year)
  return [...new Set(years)].toSorted((one, other) => one - other)
}

/** A hotspot that is shown already. */
export interface KnownHotspot extends Place {
  sourceId: string
}

/**
 * The id of each new hotspot: that of the nearest known one within its radius, so that it is the same one for those who
 * saved it when the next year moves its middle; else one made from its place.
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

/** Thousands of hotspots beside thousands: only those in the cells around are compared. */
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
