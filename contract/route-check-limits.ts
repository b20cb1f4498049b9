export const routeCheckLimits = {
  /** A file of a navigation device; a week's recording second by second has less. */
  fileBytes: 10_000_000,
  /** What one call accepts, and what the browser sends of a longer line: the bends that matter most. */
  points: 20_000,
  sentPoints: 5_000,
  /** Of a route that is drawn on the map. */
  drawnPoints: 100,
  /** Each separate piece is looked up by itself. */
  pieces: 1_000,
  lengthKm: 5_000,
  /** To each side of the line. */
  corridorMetres: 100,
  leastCorridorMetres: 20,
  mostCorridorMetres: 2_000,
  /** A route is on a road where it runs along its line, no further away than tracks and maps err. */
  roadErrorMetres: 20,
  roadTurnDegrees: 30,
  roadSampleMetres: 25,
  /** A shorter part is a junction; of a short road half of it counts. */
  leastRoadMetres: 50,
  /** Places of one answer, the first along the route. */
  items: 2_000,
  /** Points of a line that are further apart than this leave out the road between them. */
  sparseMetres: 2_000,
  /** What a ride takes on average, with traffic lights and without pauses. */
  averageKmh: 60,
  leastAverageKmh: 10,
  mostAverageKmh: 150,
  /** A departure that is typed may have been a little while ago; a ride under way is looked at again for longer. */
  departedMinutes: 15,
  underWayHours: 24,
  departureDays: 366,
  /** Weather warnings are issued about so long before. */
  warnedAheadHours: 48,
  /** The sun blinds within this angle around the line of sight. */
  glareDegrees: 25,
  /** Below this height of the sun it is dark, not dusk: the civil twilight. */
  darkDegrees: -6,
  /** Of one user: each may keep the server busy for a while. */
  perMinute: 20,
} as const
