export const offlineLimits = {
  /** What a browser knew is shown without a connection for this long. */
  keptDays: 7,
  /** Changes that wait for a connection. */
  mostWaiting: 100,
} as const
