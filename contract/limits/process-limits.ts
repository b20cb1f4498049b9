export const processServerLimits = {
  /** How often a process says that it runs. */
  heartbeatSeconds: 20,
  /** After how long without a heartbeat a process counts as gone: a restart takes less. */
  silentSeconds: 120,
  /** After how long without a heartbeat another process says what is true of all of them. */
  speakingSeconds: 50,
  /** How long a role that nobody has any more is missed. */
  rememberedDays: 7,
  /**
   * No report waits for us as long, and no round of work lasts as long. So what is dated this far ahead was noted when a clock
   * of ours was ahead.
   */
  ownClockAheadHours: 1,
} as const
