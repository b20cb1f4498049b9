export const ownPlacesLimits = {
  /** Home, work, and where one usually goes. */
  most: 10,
  nameLength: 50,
  leastRadiusMetres: 100,
  greatestRadiusMetres: 2000,
  startRadiusMetres: 200,
  /** Of one place. */
  mostVehicles: 50,
} as const

/** What only the server goes by. */
export const ownPlacesServerLimits = {
  /** Beside the circle: neither there nor away, so nothing flaps at its edge. */
  edgeMetres: 100,
  /** Of a ride this many fixes have to lie away, so that one jump is no departure. */
  fixesAway: 2,
  /** What happened longer ago is no news any more: trackers send late what they could not send. */
  newsMinutes: 30,
  /** How much of the past is read to tell rides from stops. */
  readMinutes: 180,
  /** Of trackers that report each second, one fix in this time is enough. */
  fixSeconds: 15,
  /** An e-mail that no server takes is not tried longer. */
  triedHours: 1,
} as const
