export const placesLimits = { found: 8, queryLength: 100 } as const

/** A place counts as a built-up area within so many km × √(inhabitants / 1000) (design, section 4). */
export const builtUpAreasServerLimits = { kmAtThousandInhabitants: 0.35, mostKm: 12 } as const
