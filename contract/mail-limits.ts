/** Of a report about an e-mail, with what it returns of the e-mail. */
export const mailServerLimits = { reportBytes: 1_000_000 } as const
