export const processServerLimits = {
  /** How often a process says that it runs. */
  signSeconds: 20,
  /** After how long without a sign a process counts as gone: a restart takes less. */
  silentSeconds: 120,
  /** How long a role that nobody has any more is missed. */
  rememberedDays: 7,
} as const
