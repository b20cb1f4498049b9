export const accidentsServerLimits = {
  /** Of one file, unpacked; the national file of a year has about 45 MB. */
  fileBytes: 2_000_000_000,
  /** The archive of a year has about 20 MB. */
  downloadTimeoutMs: 240_000,
  /** A longer line is no line of a table. */
  lineLength: 10_000,
  /** Rows that are written together. */
  stagedRows: 500,
  /** Accidents are searched for hotspots in squares of this side, each with a margin of this width. */
  squareMetres: 10_000,
  squareMarginMetres: 2_000,
  /** How many lines of each left-out kind the report names. */
  namedLines: 3,
} as const

export const hotspotsServerLimits = {
  /** The last complete years that are evaluated. */
  years: 5,
  /** Accidents this close to each other belong together. */
  builtUpRadiusMetres: 50,
  openRoadRadiusMetres: 150,
  leastAccidents: 3,
  /** Of an accident with people killed or seriously injured, and of one with slightly injured (feeds, section 4). */
  severeWeight: 5,
  slightWeight: 2,
  /** Over all years; a Land with fewer years needs proportionally less. */
  leastScore: 15,
  leastSevere: 3,
} as const
