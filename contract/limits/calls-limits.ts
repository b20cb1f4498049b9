/** Calls of one user (or of a network, if nobody is signed in) to one endpoint: far more than any screen makes. */
export const callsLimits = {
  readsPerMinute: 600,
  changesPerMinute: 300,
  /** Calls that make or read a whole file. */
  filesPerMinute: 30,
  /**
   * Answers of one endpoint under way at a time. A slow reader makes us hold the longest line there is, 100,000 positions
   * of about 280 bytes, for each.
   */
  longAnswersAtOnce: 6,
  /** How many callers are remembered; the longest silent are forgotten first. */
  rememberedCallers: 50_000,
} as const
