/** How many POIs an account can hide: the map compares each symbol with them. */
export const hiddenPoisLimits = { most: 500 } as const
