export const eventsLimits = {
  /** Of one user in visible tabs, or of one program, in each process; one more ends the oldest. */
  streamsPerUser: 10,
  /** Streams that one user opens again: after each change of the network, and with each tab. */
  streamsPerMinute: 120,
  retrySeconds: 60,
  heartbeatSeconds: 25,
  /** Events within this time are sent together. */
  togetherMs: 1_000,
  /** A stream begins with what happened this long before: longer than a page on a slow line takes from its first answer. */
  toldAgainSeconds: 10,
} as const
