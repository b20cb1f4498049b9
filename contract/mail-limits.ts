export const mailServerLimits = {
  /** Of a report about an e-mail, with what it returns of the e-mail. */
  reportBytes: 1_000_000,
  /** A mail server hands reports in one after the other; one that says nothing for so long has gone. */
  reportConnections: 20,
  reportSilenceSeconds: 60,
} as const
