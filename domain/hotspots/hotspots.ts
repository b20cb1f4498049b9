import { hotspotsServerLimits } from '#contract/hotspots-limits.ts'
import type { Place } from '#contract/place.ts'
import type { Accident } from './accidents.ts'
import { distanceMetres } from '#domain/geo/geo.ts'

/*
 * Where motorcycles have accidents again and again. Federal law does not define such places, and every Land counts
 * differently. This is our own rule, modelled on the published ones (feeds, section 4;
 * docs/decisions/0007-accident-hotspots.md).
 */

/** Metres within which accidents belong together. */
export function radiusMetres(builtUp: boolean): number {
  return builtUp ? hotspotsServerLimits.builtUpRadiusMetres : hotspotsServerLimits.openRoadRadiusMetres
}

/**
 * Whether accidents that belong together make a hotspot.
 * @param years how many years are known there. With fewer years, proportionally fewer accidents are enough, so that a Land
 * that joined the Unfallatlas late does not look safer than the others.
 */
export function isHotspot(accidents: readonly Accident[], years: number): boolean {
  const { leastAccidents, leastScore, leastSevere, years: allYears } = hotspotsServerLimits
  const share = years / allYears
  const severe = accidents.filter(isSevere).length
  return (
    accidents.length >= leastAccidents && (scoreOf(accidents) >= leastScore * share || severe >= leastSevere * share)
  )
}

export function scoreOf(accidents: readonly Accident[]): number {
  const { severeWeight, slightWeight } = hotspotsServerLimits
  return accidents.reduce((score, accident) => score + (isSevere(accident) ? severeWeight : slightWeight), 0)
}

function isSevere({ category }: Accident): boolean {
  return category <= 2
}

/**
 * Cuts a chain of neighbours into places that one can point at. It is one place if no accident is further from the middle
 * than two radii. Otherwise those near the densest place are cut off, and so on with the rest.
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

/** The accident nearest to the middle of all: unlike the middle, it lies on a road. Null if there is none. */
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
