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
  /** Wrong passwords of a browser that was signed in to the account before, and of a session. */
  loginFailures: 10,
  loginWindowMinutes: 15,
  /** From one network, and at one account from one network. */
  loginFailuresPerNetworkPerMinute: 20,
  loginFailuresPerAccountAndNetwork: 3,
  loginPauseMinutes: 10,
  /** The longest pause between two codes, after as many wrong ones as a sign-in may have failures. */
  wrongCodesMinutes: 60,
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

/** How each process hashes passwords and counts sign-ins. */
export const accountServerLimits = {
  /** For so long the browser that registered an account need not be told the password again. */
  registrationSecretHours: 24,
  hashedAtOnce: 2,
  /** Sign-ins that are counted at a time; with those below not all of a process's nine connections to the database. */
  countedAtOnce: 4,
  /** Browsers that are looked for among the known ones at a time. */
  recognisedAtOnce: 2,
  /** Networks with a failure of late. */
  rememberedFailures: 10_000,
  /** Passwords, and as many sign-ins that wait to be counted. */
  waitingToBeHashed: 400,
  /** To be counted, and then again to be hashed: browsers wait for an answer for 10 s. */
  patienceSeconds: 4,
  /** When somebody who was refused a place is asked to try again. */
  busySeconds: 15,
} as const
