export const accountLimits = {
  emailLength: 254,
  /** Of the part before the @ (RFC 5321, section 4.5.3.1.1). */
  emailLocalBytes: 64,
  passwordMinLength: 6,
  passwordMaxLength: 255,
  /** A code of the second factor as it is typed, with spaces and hyphens. */
  codeLength: 40,
  emailTokenHours: 24,
  passwordResetTokenHours: 2,
  sessionDays: 90,
  /** A session ends this long after signing in, however much it is used. */
  longestSessionDays: 365,
  /** For this long after signing in or proving it again, a session counts as its owner's without being asked. */
  stepUpMinutes: 10,
  /** A network counts as its owner's for this long after the last sign-in. */
  knownNetworkDays: 90,
  /** A browser is known for this long after the last sign-in; the last one of an account always is. */
  knownBrowserDays: 400,
  /** „Das war ich nicht“ can be pressed for this long. */
  secureLinkDays: 7,
  /** A day longer: the e-mail with the link is tried for a day. */
  formerEmailDays: 8,
  emailChangesPerDay: 5,
  contactMessagesPerHour: 5,
  contactMessageLength: 5000,
  resendCooldownSeconds: 60,
  resendMessageSeconds: 5,
  registrationsPerHour: 20,
  loginFailures: 10,
  loginWindowMinutes: 15,
  /** The longest pause between two codes, after as many wrong ones as a sign-in may have failures. */
  wrongCodesMinutes: 60,
  loginFailuresPerAccountPerHour: 30,
  loginFailuresPerNetworkPerHour: 100,
  loginFailuresPerMinute: 60,
  imeiAttemptsPerHour: 5,
  imeiAttemptsPerEmailPerHour: 20,
  imeiAttemptsPerAddressPerHour: 20,
  /** Sessions of the demo account from one network. */
  demoSessionsPerMinute: 60,
  /** E-mailed links opened from one network. */
  linksPerMinute: 60,
  redirectAfterRegisterSeconds: 3,
  redirectAfterEmailSeconds: 3,
  redirectAfterImeiSeconds: 5,
  /** The dialogues for e-mail and password close this long after they succeeded. */
  closeAfterChangeSeconds: 2,
} as const

export const accountServerLimits = {
  passwordsHashedAtOnce: 2,
} as const
