import type { PlaceNames } from '#server/places/place-names.ts'

/** Where nobody asks what a place is called. */
export const noPlaceNames: PlaceNames = {
  nameOf: async () => null,
  namesOf: async (places) => places.map(() => null),
}
