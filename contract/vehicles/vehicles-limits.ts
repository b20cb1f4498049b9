export const vehiclesLimits = {
  /** The end of a season is to be thought of this many days before, an inspection this many before the end of its month. */
  seasonDays: 7,
  inspectionDays: 60,
  /** What has been so for longer is not new any more, and stands after what is. */
  longSoDays: 7,
  /** A tracker that is being connected should have been heard after so long. */
  trackerLateMinutes: 5,
} as const

/** How the ride that a vehicle is on is read: at most so long, and one fix of each such time. */
export const vehiclesServerLimits = {
  rideHours: 12,
  rideFixSeconds: 30,
  /** The last speed is that of a minute, or of a few fixes further apart: this many are one a second for two minutes. */
  lastSpeedFixes: 120,
} as const
