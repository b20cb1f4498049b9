/** What the weather service warns of, as far as it matters on the road. */
export const weatherKinds = ['thunderstorm', 'rain', 'thaw', 'snow', 'ice', 'fog', 'wind'] as const

/** When a rider is warned, measured by `npm run bench -- riding`. Seconds, metres, m/s, degrees and radians as named. */
export const ridingLimits = {
  /** Hazards are asked for by tiles of this zoom, 51 km wide in the middle of Germany: the server learns no closer place. */
  tileZoom: 9,
  hazardsPerTile: 10_000,
  /** The longest text of a line: the first point, and steps of up to 600 m. */
  lineCharacters: 200,
  /** How far around the rider hazards are known, for a ride without a network. */
  knownMetres: 50_000,
  /** The told accuracy is a radius that holds 68 % of fixes; an axis errs by a 1.5th of it, within these bounds. */
  accuracyPerSpread: 1.5,
  leastSpreadMetres: 4,
  mostSpreadMetres: 60,
  /** Farther than this from where the ride should be, a fix jumped; after so many jumps in a row it is believed. */
  jumpMetres: 20,
  jumpSpreads: 5.6,
  /** The error of a receiver lasts this long (multipath: 10 to 900 s). */
  errorSeconds: 30,
  jumpsInARow: 3,
  /** By turning, a ride leaves the expected way by this share of its length a second. */
  turningShare: 0.2,
  /** After a longer silence nothing is known of where the ride should be. */
  reckonedSeconds: 10,
  /** What is measured from places: over this time, and from this displacement on. */
  measuredSeconds: 4,
  measuredMetres: 8,
  measuredSpreads: 0.35,
  mostTurnRadians: 0.6,
  windingSeconds: 25,
  /** Riding begins and ends with two fixes of such a speed. */
  ridingMetresPerSecond: 3,
  ridingSpreads: 0.12,
  measuredRidingSpreads: 0.3,
  standingMetresPerSecond: 1.5,
  fixesToAgree: 2,
  /** With a rough receiver the ride also has to have led away by so many spreads. */
  roughSpreadMetres: 20,
  leadsAwaySeconds: 10,
  leadsAwaySpreads: 1.5,
  measuredLeadsAwaySpreads: 2.5,
  /** How long before the place a warning comes, besides the time it takes to brake. */
  warnedSeconds: 12,
  leastWarnedMetres: 25,
  /** Of dry asphalt with some reserve; what motorcyclists reach without ABS training. */
  braking: 0.6,
  sparseFixSeconds: 4,
  /** How far beside the expected way a place may be. */
  besideMetres: 10,
  besideSpreads: 1.25,
  bendMetresPerSecondSquared: 0.75,
  mostBendMetres: 11,
  turnLastsSeconds: 1.5,
  aheadDegrees: 90,
  aheadWithoutTurnDegrees: 70,
  /** A hazard of one direction is for those who ride there, and for more directions on a winding road. */
  directionDegrees: 55,
  windingDirectionDegrees: 12,
  /** Of a hazard's own road so much is kept before and behind it, so exact, with so many points. */
  lineMetres: 600,
  lineErrorMetres: 3,
  linePoints: 16,
  /** A place farther from a line does not lie on that road. */
  lineOffMetres: 40,
  /** How far beside the line of the hazard's road a rider on it may seem to be, and how far turned from it. */
  besideLineMetres: 3,
  besideLineSpreads: 2.2,
  alongLineDegrees: 60,
  /** Before its known beginning a road may bend: so far aside in so many metres, squared. */
  bendRadiusMetres: 250,
  /** A bend is measured by places of a line that lie so far apart, with arms of so many of them. */
  bendStepMetres: 10,
  bendArmSteps: 3,
  /** It is sharp below this radius, and if its radius needs more than this sideways at the present speed. */
  sharpRadiusMetres: 50,
  corneringMetresPerSecondSquared: 4,
  /** A hotspot where roads cross has one of each arm with enough of its accidents. */
  linesPerHazard: 8,
  /** From this zoom on a base map draws roads to half a metre, with their directions (Protomaps' schema 4). */
  roadZoom: 14,
  /** The way towards it fell by this share of what was ridden; nearer than this it need not. */
  approachShare: 0.9,
  approachedMetres: 40,
  /** A place is told again only after this time and from farther away. */
  repeatSeconds: 300,
  repeatMetres: 300,
  repeatFactor: 1.5,
  /** Weather is told so long before it begins at the present speed (80 % of five minutes), in these directions. */
  weatherSeconds: 240,
  weatherDegrees: 45,
  weatherStepDegrees: 15,
  /** From „mäßig“ on. */
  leastWeatherLevel: 2,
  /** Areas are large: looking for them this often is enough. */
  weatherEverySeconds: 10,
  /** Of an answer: warnings, outlines of each, and characters of each. */
  areasPerTile: 500,
  ringsPerArea: 500,
  ringCharacters: 100_000,
  /** At most one is said in this time; what had to wait longer than that is not said any more. */
  pauseSeconds: 6,
  waitingSeconds: 8,
  /** A sign is passed when the ride leads away from it, and stays for a tap until it is this far behind. */
  passedMetres: 30,
  shownAfterMetres: 150,
  shownSeconds: 600,
  /** Nearer than this, a hazard of one's own road lay on the way. */
  passedBesideMetres: 50,
  /** Above this nothing can be tapped but the two answers. */
  tapKmh: 10,
  /** Without a position for this long, the rider is told so. */
  lostSeconds: 10,
  /** A receiver that errs by more is too rough to warn in time. */
  roughMetres: 60,
  /** Hazards are asked for again after this, and after a failure sooner. */
  renewMinutes: 5,
  retrySeconds: 30,
  /** A page that was in the background for longer says so. */
  awaySeconds: 5,
  /** So long does it say so. */
  awayShownSeconds: 60,
  /** So long does a notice have its whole sentence; then it is a few words. */
  noticeSeconds: 10,
} as const

/** How the operator's base map tells the road of a hazard, and how many are looked up. Metres, degrees and shares as named. */
export const ridingServerLimits = {
  /** So far from a hazard the road that it lies on is looked for, and a second one so near leaves it open. */
  onRoadMetres: 25,
  sureMetres: 8,
  /** A hazard of one direction lies on a road that leads there. */
  directedDegrees: 50,
  /** Pieces that end so near belong together; the road goes on straight, under another name still straighter. */
  touchMetres: 4,
  straightOnDegrees: 45,
  otherNameDegrees: 30,
  leastPieceMetres: 2,
  mostPieces: 24,
  /** A hotspot lies at a crossing within this, which reaches so far; what leads away in one direction is one arm. */
  hotspotCrossingMetres: 40,
  crossingMetres: 30,
  sameArmDegrees: 30,
  /** A hotspot lies on a road within this. */
  hotspotRoadMetres: 40,
  /** An arm, or another carriageway, has this share of a hotspot's accidents, or no line. */
  leastShare: 0.2,
  /** So far around a hazard roads are read; so many tiles are kept for the next ones, each about 100 kB. */
  mapMetres: 700,
  roadTilesKept: 24,
  /** A tile of streets is far smaller. What is larger is not read. */
  mostTileBytes: 4_000_000,
  /** At a crossing so many streets are compared, each with so many legs: more is no street map. */
  mostStreets: 48,
  mostLegs: 64,
  /** So many hazards get their line in a round, so many are written at a time. */
  hazardsPerRound: 500,
  hazardsWritten: 50,
} as const
