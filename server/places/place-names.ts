import type { Place } from '#contract/place.ts'
import { placeNamesServerLimits } from '#contract/places-limits.ts'
import { distanceMetres } from '#domain/geo/geo.ts'
import { placeNameOf, type Quarter, type Surroundings, type Town } from '#domain/places/place-name.ts'
import type { Archive } from '#server/tiles/archive.ts'
import { createArchiveSurroundings } from './archive-surroundings.ts'
import { type GermanPlace, germanPlaces } from './german-places.ts'

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

const { townMetres, patienceMs, namedInList } = placeNamesServerLimits
const nothing: Surroundings = { roads: [], quarters: [], towns: [] }

/** @param archive null: by towns alone. */
export function createPlaceNames(archive: Archive | null, patience: number = patienceMs): PlaceNames {
  const onTheMap = archive === null ? null : createArchiveSurroundings(archive)

  const named = async (place: Place, tooLate: Promise<Surroundings>): Promise<string | null> => {
    const inTime = (asked: Promise<Surroundings>) => Promise.race([asked.catch(() => nothing), tooLate])
    const [byMap, byTowns] = await Promise.all([
      onTheMap === null ? nothing : inTime(onTheMap(place)),
      inTime(townsAround(place)),
    ])
    // The map's quarters are more than those of GeoNames, and nearer.
    const quarters = byMap.quarters.length > 0 ? byMap.quarters : byTowns.quarters
    return placeNameOf(place, { roads: byMap.roads, quarters, towns: [...byTowns.towns, ...byMap.towns] })
  }

  const namesOf = async (places: readonly Place[]): Promise<(string | null)[]> => {
    const late = Promise.withResolvers<Surroundings>()
    const timer = setTimeout(() => late.resolve(nothing), patience)
    try {
      return await Promise.all(places.map((place) => named(place, late.promise)))
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

/** The entries of a list, the first of them with their names. */
export async function withPlaceNames<Item extends Place>(
  items: readonly Item[],
  { namesOf }: Pick<PlaceNames, 'namesOf'>,
): Promise<(Item & { placeName?: string | null })[]> {
  const names = await namesOf(items.slice(0, namedInList))
  return items.map((item, index) => (index < namedInList ? { ...item, placeName: names[index] ?? null } : item))
}

async function townsAround(place: Place): Promise<Surroundings> {
  const around = (await germanPlaces()).filter((each) => isNear(each, place))
  return {
    roads: [],
    quarters: around.filter(({ isPart }) => isPart).map(suburb),
    towns: around.filter(({ isPart }) => !isPart).map(town),
  }
}

const metresPerDegree = 111_000

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
