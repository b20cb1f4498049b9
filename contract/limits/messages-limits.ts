export const messagesServerLimits = {
  /** A message whose worker has not said for this long that it is being sent is sent by another. */
  leaseMinutes: 5,
  /** A round begins no further message after this long: jobs are given up after 5 minutes, and the next round continues. */
  runMinutes: 2,
  /** Pauses between tries double from the first up to the longest. */
  firstPauseMinutes: 1,
  longestPauseMinutes: 60,
  /** Alarms are tried with each round: less than the minute between two. */
  alarmPauseSeconds: 30,
  /** An e-mail that no mail server takes is tried this long, unless its kind says otherwise. */
  triedHours: 24,
  /** No message waits for longer than the longest day; one that seems to was added when a clock of ours was ahead. */
  longestWaitHours: 26,
  /** How long the fate of a message is known. */
  keptDays: 14,
} as const
