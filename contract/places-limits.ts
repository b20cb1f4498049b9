export const placesLimits = {
  found: 8,
  queryLength: 100,
  /** Places of one question after their names. */
  namedTogether: 100,
  /** Each question takes a few ms; a list of rides asks once. */
  namesPerMinute: 60,
} as const

/** A place counts as a built-up area within so many km × √(inhabitants / 1000) (design, section 4). */
export const builtUpAreasServerLimits = { kmAtThousandInhabitants: 0.35, mostKm: 12 } as const

/** What a place is named after (`domain/places/place-name.ts`). */
export const placeNamesServerLimits = {
  /** Whoever stands further from a road than this is not on it. */
  roadMetres: 60,
  /** As far as positions err: two roads that near are a crossing. */
  crossingMetres: 20,
  /** From the middle of a part of a town, which is all that maps know of most. */
  quarterMetres: { suburb: 2_000, quarter: 1_000, neighbourhood: 500 },
  /** Beyond, a town says nothing of a place. */
  townMetres: 25_000,
  /** Of the base map; the lines of one take a few hundred kB. */
  tilesKept: 48,
  tilesAtOnce: 4,
  /** Whoever waits for an answer waits no longer for its names. After a start the towns are read first, a good second where much is going on. */
  patienceMs: 2_000,
  /** Of a list of POIs: those at its beginning, which people see. Each may lie in a tile of its own. */
  namedInList: 40,
} as const
