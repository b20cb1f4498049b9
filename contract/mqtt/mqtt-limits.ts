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
  /** A broker whose vehicles report all the time gets no more than one connection in this time. */
  restSeconds: 60,
  /** Also if nothing is new: a broker may have lost its memory. */
  againMinutes: 60,
  /** What was committed this long before the state was read may be missing in it. */
  overlapSeconds: 10,
} as const
