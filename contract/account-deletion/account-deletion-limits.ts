export const accountDeletionLimits = {
  /** How long the e-mailed link that confirms a deletion is valid. */
  linkHours: 24,
  /** Between the confirmation and the deletion. */
  graceDays: 14,
  requestsPerDay: 5,
  /** A device that has reported a position within this time is on a ride. */
  rideMinutes: 10,
} as const

export const accountDeletionServerLimits = {
  /** How long an old link is still answered with what became of its deletion. */
  rememberedDays: 30,
} as const
