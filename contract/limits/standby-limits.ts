/** A standby of the operator's PostgreSQL, for which commits wait (`synchronous_standby_names`). */
export const standbyServerLimits = {
  /**
   * A commit that no standby confirms in this time is given up, and further changes are refused until the standby is back.
   * With what it takes to notice, callers are answered before browsers give up (`httpLimits.requestTimeoutMs`).
   */
  commitPatienceSeconds: 5,
  /** By how much a standby may lag before the operator is told: a checkpoint or a big import takes less. */
  lagSeconds: 30,
} as const
