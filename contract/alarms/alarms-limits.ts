export const alarmsLimits = {
  /** E-mails about movements: at most one in this time, and this many in a day of Europe/Berlin (design, section 4). */
  everyMinutes: 15,
  perDay: 20,
  /**
   * A fix without an accuracy is assumed to be this accurate, because among houses a parked receiver drifts by dozens of
   * metres. A vehicle that moved less than the least has not moved.
   */
  unknownAccuracyMetres: 50,
  leastMetres: 25,
  /**
   * A tracker's own signal is notified at once; the same signal again only after this time, and this many times a day. A
   * vibration is notified no more often than movement: a knock may be harmless.
   */
  sameSignalMinutes: 5,
  /** For a signal that comes after newer reports: the same state can be in every packet of a long backlog. */
  sameLateSignalMinutes: 60,
  sameSignalPerDay: 20,
  /**
   * A call for help is notified at once; the same one again only after this time, and this many times a day: a button may be
   * stuck, and a device that shakes loose falls again and again. These count apart from all other alarms.
   */
  sameHelpMinutes: 5,
  sameHelpPerDay: 20,
  /** A pause of fixed length. */
  shortPauseHours: 1,
  longPauseHours: 8,
  /** A vehicle that has stood this long is parked. */
  parkedMinutes: 10,
  /**
   * „Ich fahre“ ends once the vehicle is parked where it usually stands overnight, when it has stood this long anywhere else,
   * when it did not set off, and at the latest.
   */
  stopMinutes: 60,
  setOffMinutes: 60,
  longestRideHours: 24,
  /** A departure this soon after the owner's own ride is most likely theirs, and notified once. */
  onwardHours: 6,
  /** How long the link in an e-mail shows an alarm to who is not signed in. */
  shownHours: 24,
  /** What was tapped without a network counts from its tap, from no longer ago than this. */
  keptTapHours: 24,
  /** A pause until a chosen time ends at the latest after this long. */
  longestUntilHours: 24,
  /**
   * The owner of a guarded tracker is notified after this long without a sign of life, at the earliest; while its rhythm is not
   * known, after this long, later if rides are recorded, too.
   */
  silentMinutesLeast: 15,
  silentMinutesTheft: 180,
  silentMinutesBoth: 360,
  /**
   * If nobody checked for silent trackers for this long, the product or its database was down: nothing could be received.
   */
  deafMinutes: 15,
  testsPerHour: 5,
  /** „Das bin ich“ in an e-mail answers its alarm for this long. */
  answerHours: 24,
  answersPerMinute: 20,
  /** How many alarms the log shows. */
  shown: 50,
  /** An e-mail that was not accepted is tried again every minute, for this many hours in all. */
  emailRetryHours: 6,
} as const
