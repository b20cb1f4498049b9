export const mqttLimits = {
  hostLength: 253,
  usernameLength: 100,
  passwordLength: 200,
  usualPort: 8883,
  longestDevices: 50,
  savedPerHour: 20,
  /** An alarm that nobody has seen is shown this long. */
  alarmHours: 24,
} as const

export const mqttServerLimits = {
  /** A connection that takes longer is given up. */
  timeoutMs: 15_000,
  /** A broker has little to say to who only publishes: one that says more is left. */
  readBytes: 65_536,
  /** One whose publisher has said nothing for this long is taken by another. */
  leaseMinutes: 5,
  /** Pauses after failures double from the first up to the longest. */
  firstPauseMinutes: 1,
  longestPauseMinutes: 60,
  /** Also if nothing is new: a broker may have lost its memory. */
  againMinutes: 60,
  /** What was committed this long before the state was read may be missing in it. */
  overlapSeconds: 10,
} as const
