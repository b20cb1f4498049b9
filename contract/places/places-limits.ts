export const placesLimits = {
  found: 8,
  queryLength: 100,
  /** Places of one question after their names. */
  namedTogether: 100,
  /** Each question takes a few ms; a list of rides asks once. */
  namesPerMinute: 60,
  /** Questions of one caller under way at a time. */
  namesAtOnce: 1,
} as const

/** A place counts as a built-up area within so many km × √(inhabitants / 1000) (design, section 4). */
export const builtUpAreasServerLimits = { kmAtThousandInhabitants: 0.35, mostKm: 12 } as const

/** What a place is named after (`domain/places/place-name.ts`). */
export const placeNamesServerLimits = {
  /** A place further from a road than this is not on it. */
  roadMetres: 60,
  /** As far as positions err: a place that near to a road may be on it, and near to two of them where they meet. */
  crossingMetres: 20,
  /** Two roads that come this near to each other meet; they are drawn to within a metre or two. */
  meetingMetres: 5,
  /** No further away than this do they meet: crossingMetres from both, at a right angle. */
  cornerMetres: 30,
  /** A place this near to a path, and not near to any road, is on the path. */
  pathMetres: 10,
  /** From the middle of a part of a town, which is all that maps know of most. */
  quarterMetres: { suburb: 2_000, quarter: 1_000, neighbourhood: 500 },
  /** Beyond, a town says nothing of a place. */
  townMetres: 25_000,
  /** Of the base map; the lines of one take a few hundred kB. */
  tilesKept: 48,
  tilesAtOnce: 4,
  /** Reads that may wait, as many as end within the patience: the places of further ones go by towns. */
  tilesWaiting: 60,
  /** Tiles that one question reads again: unpacking and reading one takes some ms of everybody's time. */
  tilesPerQuestion: 20,
  /** An answer waits no longer for its names: later ones are left out. */
  patienceMs: 1_000,
  /** So many reads in a row that did not end within the patience, and the base map is left alone for a while. */
  silentReads: 3,
  restMs: 30_000,
  /** Of a list of POIs: those at its beginning, which people see. Each may lie in a tile of its own. */
  namedInList: 40,
} as const
