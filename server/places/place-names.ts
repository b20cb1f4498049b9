import type { Logger } from 'pino'
import type { Place } from '#contract/base/place.ts'
import { placeNamesServerLimits } from '#contract/places/places-limits.ts'
import { distanceMetres, metresPerDegree } from '#domain/geo/geo.ts'
import { placeNameOf, type Quarter, type Surroundings, type Town } from '#domain/places/place-name.ts'
import type { Archive } from '#server/tiles/archive.ts'
import { createArchiveSurroundings, type Question } from './archive-surroundings.ts'
import { type GermanPlace, germanPlaces } from './german-places.ts'
import { createTileReads } from './tile-reads.ts'

/**
 * What people call places (`domain/places/place-name.ts`): by the streets and quarters of the operator's base map, where there is
 * one, and by the towns of GeoNames. Nobody else is asked, and nothing is stored. Never fails: where nothing is known it is null.
 * It reads a file, so it is never asked in a transaction.
 */
export interface PlaceNames {
  nameOf(place: Place): Promise<string | null>
  /** In the same order. */
  namesOf(places: readonly Place[]): Promise<(string | null)[]>
}

const { townMetres, patienceMs, namedInList, tilesPerQuestion } = placeNamesServerLimits
const nothing: Surroundings = { roads: [], quarters: [], towns: [] }

/** A base map that may be asked for names, and who is told where it does not answer. */
interface NamedMap {
  archive: Archive
  log: Pick<Logger, 'warn'>
}

/**
 * @param map null: by towns alone.
 * @param patience how long the map may take for a question (ms); the towns are always waited for.
 */
export function createPlaceNames(
  map: NamedMap | null,
  {
    patience = patienceMs,
    townsOfGermany = germanPlaces,
  }: { patience?: number; townsOfGermany?: typeof germanPlaces } = {},
): PlaceNames {
  const onTheMap = map && createArchiveSurroundings(map.archive, createTileReads(patience, map.log))

  const named = async (place: Place, question: Question, tooLate: Promise<Surroundings>): Promise<string | null> => {
    const [byMap, byTowns] = await Promise.all([
      onTheMap === null ? nothing : Promise.race([onTheMap(place, question).catch(() => nothing), tooLate]),
      // In memory, but for the first who ask.
      townsAround(place, townsOfGermany).catch(() => nothing),
    ])
    // The map's quarters are more than those of GeoNames, and nearer.
    const quarters = byMap.quarters.length > 0 ? byMap.quarters : byTowns.quarters
    return placeNameOf(place, { roads: byMap.roads, quarters, towns: [...byTowns.towns, ...byMap.towns] })
  }

  const namesOf = async (places: readonly Place[]): Promise<(string | null)[]> => {
    const late = Promise.withResolvers<Surroundings>()
    const noLonger = new AbortController()
    const timer = setTimeout(() => {
      late.resolve(nothing)
      noLonger.abort()
    }, patience)
    const question: Question = { signal: noLonger.signal, tilesLeft: tilesPerQuestion }
    try {
      return await Promise.all(places.map((place) => named(place, question, late.promise)))
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    namesOf,
    async nameOf(place) {
      const [name] = await namesOf([place])
      return name ?? null
    },
  }
}

/**
 * The entries of a list, those with their names that people see first.
 * @param asSeen the same entries in the order in which they are read.
 */
export function withPlaceNames<Item extends Place>(
  items: readonly Item[],
  names: Pick<PlaceNames, 'namesOf'>,
  asSeen: readonly Item[] = items,
): Promise<Named<Item>[]> {
  return namedFirst(items, names, { placeOf: (item) => item, asSeen })
}

/** The same of entries that may have a place. */
export function withNamedPlaces<Item extends { place: Place | null }>(
  items: readonly Item[],
  names: Pick<PlaceNames, 'namesOf'>,
): Promise<Named<Item>[]> {
  return namedFirst(items, names, { placeOf: ({ place }) => place, asSeen: items })
}

type Named<Item> = Item & { placeName?: string | null }

async function namedFirst<Item extends object>(
  items: readonly Item[],
  { namesOf }: Pick<PlaceNames, 'namesOf'>,
  { placeOf, asSeen }: { placeOf: (item: Item) => Place | null; asSeen: readonly Item[] },
): Promise<Named<Item>[]> {
  const placed = asSeen.flatMap((item) => {
    const place = placeOf(item)
    return place === null ? [] : { item, place }
  })
  const first = placed.slice(0, namedInList)
  const names = await namesOf(first.map(({ place }) => place))
  const known = new Map(first.map(({ item }, index) => [item, names[index] ?? null]))
  return items.map((item) => (known.has(item) ? { ...item, placeName: known.get(item) ?? null } : item))
}

async function townsAround(place: Place, townsOfGermany: typeof germanPlaces): Promise<Surroundings> {
  const around = (await townsOfGermany()).filter((each) => isNear(each, place))
  return {
    roads: [],
    quarters: around.filter(({ isPart }) => isPart).map(suburb),
    towns: around.filter(({ isPart }) => !isPart).map(town),
  }
}

/** The cheap question first: most places are far to the north or south. */
function isNear(each: Place, place: Place): boolean {
  const northward = Math.abs(each.latitude - place.latitude) * metresPerDegree
  return northward <= townMetres && distanceMetres(each, place) <= townMetres
}

const town = ({ name, population, latitude, longitude }: GermanPlace): Town => ({
  name,
  population,
  latitude,
  longitude,
})
const suburb = ({ name, latitude, longitude }: GermanPlace): Quarter => ({ name, kind: 'suburb', latitude, longitude })
