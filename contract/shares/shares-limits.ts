export const sharesLimits = {
  recipientLength: 80,
  /** Open shares of one account. */
  open: 10,
  madePerHour: 10,
  startDays: 30,
  longestDays: 366,
} as const

/** What only the server goes by. */
export const sharesServerLimits = {
  /** What a share's token begins with: programs that search code and logs for secrets recognise it. */
  tokenPrefix: 'wegwarte_share_',
  callsPerMinute: 30,
  answersAtOnce: 2,
  pagePositions: 1000,
  pageAlarms: 100,
  /**
   * A position is handed over this long after it was received. Nobody needs to follow a rider live, and within this time
   * positions of a parked vehicle that are not kept are deleted (decision 28).
   */
  delayMinutes: 20,
  /** How long a share that has ended is still listed. */
  endedDays: 30,
} as const
