export const secondFactorLimits = {
  /** RFC 6238, as all authenticator apps have it: a new code of 6 digits every 30 seconds. */
  periodSeconds: 30,
  digits: 6,
  /** How many periods the clock of an app may be early or late (RFC 6238, section 5.2). */
  drift: 1,
  recoveryCodes: 10,
  /** Of 5 bits each. */
  recoveryCodeLength: 12,
  /** Codes tried while it is switched on. */
  triesToSwitchOn: 20,
  triesMinutes: 15,
} as const

export const secondFactorServerLimits = {
  /** RFC 4226, section 4: 160 bits. */
  secretBytes: 20,
  /** A secret that was shown and never confirmed is kept this long. */
  unconfirmedDays: 1,
} as const
