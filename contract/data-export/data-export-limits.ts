export const dataExportLimits = {
  /** Exports that an account may ask for within a day. */
  perDay: 5,
  /** How long a finished one can be downloaded. */
  keptDays: 7,
  downloadsPerHour: 30,
  linkOpensPerHour: 120,
  /** How often the card asks while one is being made. */
  askedEverySeconds: 2,
} as const

export const dataExportServerLimits = {
  /** A finished file lies in the database in pieces of this size. */
  pieceBytes: 1_000_000,
  /** The worker renews its lease with each piece. After this long without one, another worker starts over. */
  leaseSeconds: 120,
  /** How often an export is begun before it is given up. */
  attempts: 5,
  /** Rows that are read together. */
  rowsTogether: 1_000,
  /** Rows of each part in the readable page; all of them are in the JSON file. */
  listedRows: 200,
  /** How long it is remembered that there was one, so that its link can say why it is gone. */
  rememberedDays: 30,
} as const
