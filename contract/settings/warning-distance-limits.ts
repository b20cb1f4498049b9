/** How early a warning may come: this many metres or seconds before the place. */
export const warningDistanceLimits = { leastMetres: 50, mostMetres: 5000, leastSeconds: 5, mostSeconds: 120 } as const
