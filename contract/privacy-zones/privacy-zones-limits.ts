export const privacyZonesLimits = {
  /** Home, work, parents, partner, and one more. */
  most: 5,
  nameLength: 50,
  leastRadiusMetres: 100,
  greatestRadiusMetres: 1000,
  startRadiusMetres: 300,
} as const
