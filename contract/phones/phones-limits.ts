export const phonesLimits = {
  codeDigits: 6,
  /** How long a code that was sent can be entered. */
  codeMinutes: 10,
  /** As it is written, with spaces and signs. */
  numberLength: 40,
  /** How many of its last digits a page shows: a forwarded link reveals no number. */
  shownDigits: 3,
} as const

/** What only the server goes by. Each code and each alarm costs the operator money, and may wake somebody. */
export const phonesServerLimits = {
  /** Codes that one person asks for, to whatever number. */
  codesPerPersonPerDay: 5,
  /** Codes per number, from all accounts together. */
  codesPerNumberPerDay: 5,
  /** Wrong entries of one code. With the codes of a day, 25 guesses among a million. */
  triesPerCode: 5,
  /** Alarms to one number, from all vehicles together, and as many tests. */
  alarmsPerNumberPerDay: 6,
  /** Alarms to all phones of an account and of its contacts together, and as many tests. */
  alarmsPerAccountPerDay: 24,
  /** Codes of the whole installation: nobody runs up its bill by asking for them from many accounts. */
  codesPerDay: 500,
  /** How often a message is handed over before it is given up. The pauses between double: 1, 2, 4, 8, 16 minutes. */
  tries: 6,
  firstPauseMinutes: 1,
  /** Messages handed over at a time: a webhook that hangs does not hold up all others. */
  atOnce: 4,
  /** For an answer of the webhook. A browser waits ten seconds for the product's. */
  webhookTimeoutMs: 8_000,
} as const
