import type { Place } from '#contract/base/place.ts'
import { builtUpAreasServerLimits, placesLimits } from '#contract/places/places-limits.ts'
import type { NamedPlace } from '#contract/places/places.ts'
import { distanceMetres } from '#domain/geo/geo.ts'

/** A place with the ways its name can be written. */
export interface SearchablePlace extends NamedPlace {
  spellings: readonly string[]
}

/** Prepares a place for many searches. */
export function searchable(place: NamedPlace): SearchablePlace {
  return { ...place, spellings: spellingsOf(place.name) }
}

/**
 * The places that a person may mean, the most likely first. A match of the whole name comes before one of its beginning, and
 * that before one of a later word's beginning. After that, larger and nearer places come first.
 * @param near where the person looks, if that is known.
 */
export function rankPlaces<P extends SearchablePlace>(places: readonly P[], query: string, near: Place | null): P[] {
  const wanted = spellingsOf(query).filter((spelling) => spelling !== '')
  return places
    .flatMap((place) => {
      const match = matchOf(place.spellings, wanted)
      return match === null ? [] : [{ place, match, weight: weightOf(place, near) }]
    })
    .toSorted((one, other) => one.match - other.match || other.weight - one.weight)
    .slice(0, placesLimits.found)
    .map(({ place }) => place)
}

/** "München", "Muenchen" and "Munchen" are one name, as are "Weißenburg" and "Weissenburg". */
export function spellingsOf(name: string): string[] {
  const plain = name.normalize('NFC').toLowerCase().replaceAll('ß', 'ss')
  const written = plain.replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue')
  return [...new Set([inWords(withoutMarks(plain)), inWords(withoutMarks(written))])]
}

function withoutMarks(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '')
}

function inWords(text: string): string {
  return text
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .join(' ')
}

/** 0 the whole name, 1 its beginning, 2 the beginning of a later word; null if the name does not match. */
function matchOf(spellings: readonly string[], wanted: readonly string[]): 0 | 1 | 2 | null {
  if (wanted.some((text) => spellings.includes(text))) return 0
  if (wanted.some((text) => spellings.some((spelling) => spelling.startsWith(text)))) return 1
  return wanted.some((text) => spellings.some((spelling) => spelling.includes(` ${text}`))) ? 2 : null
}

/** At this distance a place counts half as large as here. */
const halfWeightMetres = 50_000

function weightOf(place: NamedPlace, near: Place | null): number {
  if (near === null) return place.population
  return place.population / (1 + (distanceMetres(near, place) / halfWeightMetres) ** 2)
}

/**
 * How far the built-up area of a place reaches, in metres, by its population (design, section 4).
 */
export function builtUpRadiusMetres(population: number): number {
  const { kmAtThousandInhabitants, mostKm } = builtUpAreasServerLimits
  return 1000 * Math.min(mostKm, kmAtThousandInhabitants * Math.sqrt(population / 1000))
}
