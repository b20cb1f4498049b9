import { vehiclesLimits } from '#contract/vehicles/vehicles-limits.ts'

export const remindersLimits = { kindLength: 40, mostKinds: 40 } as const

export const remindersServerLimits = {
  /** A season's begin and end are told this many days before. */
  seasonDays: vehiclesLimits.seasonDays,
  /** An inspection is told this many days before the end of its month, and once within this many after it. */
  inspectionDays: [vehiclesLimits.inspectionDays, 14],
  inspectionOverDays: 30,
  /** Days after which the owner is reminded of an open-ended pause. */
  openPauseDays: [1, 7, 30],
  /**
   * A guarded device reports, and no position of it arrives, for this long: without reception, as in a garage, or with a
   * clock that is wrong, which does not mend itself.
   */
  blindHours: 24,
  blindClockHours: 1,
  /** Its last position was discarded within this time: it still reports. */
  blindReportedMinutes: 60,
  /** Weather warnings of this level and above are told (specification, section 9: severe). */
  weatherLevel: 3,
  /** How long it is remembered what was told. */
  keptDays: 90,
} as const
