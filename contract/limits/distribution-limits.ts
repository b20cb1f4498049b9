/** Positions on several servers (docs/decisions/0064-positions-on-several-servers.md). */
export const distributionServerLimits = {
  /** The parts in which positions are distributed: more cost more for each report, fewer cannot be spread over more servers. */
  shards: 8,
  /** How long the coordinator waits for a connection to a server that does not answer. */
  connectionMs: 2_000,
  /** How often a process looks whether statements wait. */
  lookAtStatementsMs: 250,
  /** A statement that waits for so long may wait for a server that is silent: with `connectionMs` it is given up within 3 s. */
  suspectAfterMs: 250,
  /** How often a process looks whether positions are distributed. */
  lookSeconds: 60,
  /** Rows that one statement stores: one has 65,535 parameters at most. */
  rowsOfValues: 5_000,
} as const
