export const guardZonesLimits = {
  /** For all vehicles of an account: home, work, and where else they stand. */
  most: 10,
  nameLength: 50,
  /** A parked place is known to within dozens of metres. */
  leastRadiusMetres: 50,
  greatestRadiusMetres: 1000,
  startRadiusMetres: 150,
} as const
