import { hourMinutes } from '#contract/base/time-units.ts'

export const trackingLimits = {
  retentionDays: 14,
  defaultRangeHours: 24,
  /** A fix further ahead than this is not believed. */
  futureSkewSeconds: 120,
  /** Time zones differ from UTC by whole or half hours, and are at most this far ahead: Kiribati. */
  zoneStepMinutes: 30,
  furthestZoneMinutes: 14 * hourMinutes,
  backlogFixes: 1_000,
  historyPageRows: 5_000,
  /** A pause in the track longer than this starts a new segment. */
  segmentGapMinutes: 10,
  /** A longer range is shown by its outline until its history is there. */
  outlinedFromHours: 48,
  startZoom: 13,
  lineWidth: 3,
} as const

export const trackingServerLimits = {
  /**
   * Positions in memory while a simpler line is made of them, about 280 bytes each: 56 MB, and a fix a second for two
   * days. Of a longer history only half stay each time the limit is reached, those that show the line best; it is the
   * most that can be requested.
   */
  heldForLine: 200_000,
  /** How many lines are made at a time, for all users. */
  linesAtOnce: 2,
  /** Parts of a range, of each of which an outline has a position: every half an hour of a fortnight. */
  outlineParts: 600,
  /** Positions of a removed device that are deleted in one statement: reports of others wait for it where they share a session. */
  removedTogether: 500,
} as const
