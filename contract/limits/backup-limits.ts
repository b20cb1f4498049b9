export const backupServerLimits = {
  /** A backup is written, and encrypted, in frames of this size. */
  frameBytes: 1_048_576,
  /**
   * How much of a table is read at once: this many rows, or about this much text if its rows are long. Smaller than what Node collects
   * often: a larger page outlives that, and waits in memory with a hundred others.
   */
  pageRows: 1_000,
  pageBytes: 400_000,
  /** A line that is read back is no longer than this: one page, or one row with its picture. */
  lineBytes: 134_217_728,
  /** Shorter passphrases could be guessed by somebody who has the file. */
  passphraseLength: 12,
  /** How long a restore waits for what the product has in use, try by try. The first ones are over before the database ends a deadlock. */
  lockPatiencesMs: [500, 800, 2_000, 4_000, 8_000, 16_000, 30_000],
  /** A backup is made every night; one that is older than this is missed. */
  lateHours: 36,
  /** The clock that dates files may be ahead of ours by this much. A backup that is dated later says nothing about its age. */
  aheadMinutes: 5,
  /** An unfinished file that nobody has written to for so long was left by a command that was killed. */
  abandonedHours: 24,
} as const
