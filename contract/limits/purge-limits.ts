/** After how long things are removed automatically. */
export const purgeServerLimits = {
  unchosenPictureHours: 24,
  neverVerifiedDays: 30,
  /** After an e-mailed link has ended. */
  endedTokenDays: 30,
  /** No window of attempts looks back further. They are removed once a day. */
  attemptDays: 1,
  /** Finished and failed work is kept for this long: the operator is notified of a failure within a day. */
  finishedJobDays: 2,
} as const
