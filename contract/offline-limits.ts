export const offlineLimits = {
  /** What a browser knew is shown without a connection for this long. */
  keptDays: 7,
  /** Of a day: one every 15 s. More would take long to read. */
  mostPositions: 6_000,
  /** Changes that wait for a connection. */
  mostWaiting: 100,
} as const
