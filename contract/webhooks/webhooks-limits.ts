export const webhooksLimits = {
  urlLength: 500,
  perAccount: 5,
  madePerHour: 10,
  testsPerHour: 20,
  /** Of one webhook. */
  longestDevices: 50,
  /** After a new secret deliveries are signed with the former one, too. */
  formerSecretHours: 24,
  /** After this long of nothing but failures it is paused. */
  failingDays: 3,
  /** Deliveries that its owner sees. */
  shownDeliveries: 30,
} as const

export const webhooksServerLimits = {
  /** A delivery that is not taken is tried this long, after pauses that grow up to an hour. */
  triedHours: 72,
  timeoutMs: 10_000,
  atOnce: 10,
} as const
