export const routeCheckLimits = {
  /** A file of a navigation device; a week's recording second by second has less. */
  fileBytes: 10_000_000,
  /** What one call accepts, and what the browser sends of a longer line: the bends that matter most. */
  points: 20_000,
  sentPoints: 5_000,
  /** Of a route that is drawn on the map. */
  drawnPoints: 100,
  /** Places of a road that the router finds: every 15 m on 750 km. */
  roadPlaces: 50_000,
  /** The router is asked so long after the last change. */
  roadPauseMs: 700,
  /** Who draws changes a point about once a second. */
  roadsPerMinute: 60,
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
  /** Hotspots that follow each other so closely on the same road are one place. */
  sameHotspotMetres: 300,
  /** The places that are told before all others. */
  firstPlaces: 3,
  /** Places of one answer, the first along the route. */
  items: 2_000,
  /** Points of a line that are further apart than this leave out the road between them. */
  sparseMetres: 2_000,
  /** Two lines of a file whose ends are no further apart draw the same tour. */
  sameEndMetres: 500,
  /** The lines of a file with more of them stay in their order. */
  comparedLines: 200,
  /** What a ride takes on average, with traffic lights and without pauses. */
  averageKmh: 60,
  leastAverageKmh: 10,
  mostAverageKmh: 150,
  /** A departure that is typed may have been a little while ago; a ride under way is looked at again for longer. */
  departedMinutes: 15,
  underWayHours: 24,
  departureDays: 366,
  /** What is offered for a departure besides now: the next of these hours by German clocks, of today and tomorrow. */
  morningHour: 8,
  eveningHour: 18,
  offeredDepartures: 3,
  /** Weather warnings are issued about so long before. */
  warnedAheadHours: 48,
  /** The sun blinds within this angle around the line of sight. */
  glareDegrees: 25,
  /** Below this height of the sun it is dark, not dusk: the civil twilight. */
  darkDegrees: -6,
  /** Of one user: each may keep the server busy for a while. */
  perMinute: 20,
} as const

export const routeCheckServerLimits = {
  /** Routes that are searched at a time, each in a thread of its own; and that wait until one is done. */
  searchedAtOnce: 2,
  waitingToBeSearched: 40,
  /** A browser waits for 10 s. */
  searchPatienceSeconds: 6,
  /** What the database is asked about at once: boxes around parts of a route, and points along it. */
  boxesAtOnce: 50,
  samplesAtOnce: 500,
  /** Of an answer so many entries are written in one turn of the event loop. */
  entriesAtOnce: 200,
  /** A browser waits for 10 s. */
  routerTimeoutMs: 6_000,
  /** What Valhalla takes at a time as it comes (`service_limits` of a motorcycle): places, and metres in straight lines. */
  valhallaPlaces: 50,
  valhallaMetres: 500_000,
  /** A place takes about 20 bytes. */
  routerBytes: 2_000_000,
  /** A road passes each point that is drawn, no further away than this; in Germany hardly any place is. */
  snapMetres: 2_000,
  /** Mountains and rivers are ridden around, but nobody rides abroad between two points of a valley. */
  detourFactor: 5,
  detourMetres: 100_000,
} as const
