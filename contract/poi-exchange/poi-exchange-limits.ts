export const poiExchangeLimits = {
  most: 50_000,
  filesPerHour: 30,
  nameLength: 200,
  commentLength: 1_000,
  pageSize: 1_000,
  /** How many lines are named for each reason to leave something out. */
  namedLines: 10,
  /** Rows that are written before other work gets its turn. */
  batch: 500,
  /** An import that was cut off by the end of its process is deleted after this. */
  importMinutes: 10,
} as const

export const poiExchangeServerLimits = {
  /** Read together for the map's tiles: a step that nobody else waits for. */
  readTogether: 2_000,
  /** Cached for the map's tiles, for all recent users, about 100 bytes each; and for how long. */
  keptForTiles: 500_000,
  keptMinutes: 10,
  /** Files in an archive that a user imports: our own for Garmin has one for each kind and speed. */
  archiveEntries: 500,
  /** Unpacked size of all its files, and of a single one, which is unpacked in one go. */
  archiveBytes: 40_000_000,
  archivedFileBytes: 20_000_000,
} as const
