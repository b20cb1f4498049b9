import type { Place } from '#contract/base/place.ts'
import type { NamedPlace } from '#contract/places/places.ts'
import { lands } from '#domain/geo/lands.ts'
import { rankPlaces, searchable, type SearchablePlace } from '#domain/places/places.ts'
import { type GermanPlace, germanPlaces, placesAttribution } from '#server/places/german-places.ts'

export type PlacesService = ReturnType<typeof createPlacesService>

/** Finds towns and villages by name. */
export function createPlacesService() {
  let prepared: SearchablePlace[] | null = null

  return {
    async find(query: string, near: Place | null): Promise<{ places: NamedPlace[]; attribution: string }> {
      prepared ??= (await germanPlaces()).map((place) => searchable(namedPlaceOf(place)))
      const places = rankPlaces(prepared, query, near).map(({ spellings: _, ...place }) => place)
      return { places, attribution: placesAttribution }
    },
  }
}

function namedPlaceOf({ land, isPart: _, ...place }: GermanPlace): NamedPlace {
  const region = land === null ? undefined : lands[land]
  return { ...place, ...(region !== undefined && { region }) }
}
