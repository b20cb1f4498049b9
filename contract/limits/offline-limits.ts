export const offlineLimits = {
  /** What a browser knew is shown without a connection for this long. */
  keptDays: 7,
  /** Of a day: one every 15 s. More would take long to read. */
  mostPositions: 6_000,
  /** While the server does not say who is signed in, it is asked again after this. */
  awayRetrySeconds: 8,
  /** Changes that wait for a connection. */
  mostWaiting: 100,
} as const
