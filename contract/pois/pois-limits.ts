export const poisLimits = {
  /** How far around a place POIs may be requested, and how far by default. */
  nearbyRadiusMetres: 200_000,
  nearbyDefaultRadiusMetres: 25_000,
  pageSize: 500,
  defaultPageSize: 100,
  /** A source that did not answer for this many of its intervals is shown as stale. */
  staleAfterTurns: 3,
  /** Read together for the map and for the list of all. */
  readTogether: 500,
  /** How often we check whether POIs have changed or expired. */
  lookForChangesMs: 1_000,
  /** Changes within this time are published together. */
  publishTogetherMs: 300,
  /** How long requests wait for the first POIs after a start; then the answer is 503. */
  firstPublicationMs: 5_000,
  firstPublicationRetrySeconds: 2,
  /** A limit above this is a typing mistake in the source. */
  highestSpeedKmh: 200,
} as const

/** When two sources name the same thing: this close to each other, and not in different directions. */
export const sameThingServerLimits = {
  camerasMetres: { sameLimit: 100, unknownLimit: 60, otherLimitOrKind: 40 },
  mobileCameraMetres: 250,
  hazardMetres: 200,
  trafficJamMetres: 1000,
  roadworkMetres: 300,
  directionDegrees: 45,
} as const
