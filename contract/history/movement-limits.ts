export const movementLimits = {
  /** Slower than this is standing, pushing or a drifting fix. */
  ridingKmh: 5,
  /** Shorter steps are not measured: the fixes of a parked vehicle wander. */
  stepMetres: 25,
  /** Standing at least this long during a trip is a pause: longer than at a traffic light. */
  pauseMinutes: 5,
  /** A gap that ends no further than this from where it began was a stop. */
  samePlaceMetres: 200,
  /** A tracker's reports of speed are not believed where the vehicle has got this much further than they lead. */
  reportedSpeedFactor: 1.5,
  /** No vehicle on a road is faster than this: the fix is doubted. */
  possibleKmh: 350,
  /** A fix off the way is doubted from this many metres of detour on, there and back, within this many seconds each. */
  detourMetres: 800,
  detourSeconds: 120,
  /** And only if the vehicle would have been this much faster, both ways, than just before and after. */
  detourSpeedFactor: 1.2,
  /** A gap up to this during a ride belongs to it: a tunnel, a dead spot. */
  bridgedGapMinutes: 30,
  /**
   * Whether a ride was under way at midnight, and until when, is seen by what was recorded from this long before to this long after
   * it. Nobody rides longer without stopping for ten minutes.
   */
  beforeMidnightHours: 2,
  afterMidnightHours: 12,
} as const

export const movementServerLimits = {
  /** Whether a day was ridden is seen by one fix in each of these steps, and by what follows one that lies elsewhere. */
  riddenStepMinutes: 5,
} as const
