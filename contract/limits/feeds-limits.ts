import { dayMinutes } from '#contract/base/time-units.ts'

export const feedsServerLimits = {
  fileBytes: 200_000_000,
  /** A JSON file is parsed in one go, while everything else waits. */
  jsonBytes: 30_000_000,
  /** One file of an archive, and how many files an archive may have. */
  entryBytes: 50_000_000,
  archiveEntries: 3_000,
  downloadTimeoutMs: 60_000,
  /** Overpass searches the whole country before it answers. */
  overpassTimeoutMs: 240_000,
  /**
   * A source in parts: how many are asked at a time, for how long in all, and after how many failures it is left alone.
   */
  partsAtOnce: 4,
  partTimeoutMs: 20_000,
  partsTimeoutMs: 240_000,
  missingParts: 10,
  /** Germany has about 120 motorways: a longer list is wrong. */
  mostRoads: 300,
  /** A source that keeps failing is asked at least this often, or at its own interval. */
  longestPauseMinutes: 60,
  /** How long an overloaded source is left alone, unless it names a time itself: up to a day. */
  overloadedMinutes: 15,
  longestRetryAfterMinutes: dayMinutes,
  /** A road work that stays longer than a calendar day is one „längerer Dauer“ (RSA 21, part A). */
  longTermRoadworkHours: 24,
  /** Longer notes of a source are cut off. */
  noteLength: 300,
  /** An import that was cut off by the end of its process allows the next one after this. */
  importMinutes: 10,
  /** Rows that are written together: short enough that nobody waits for them (design, section 5.10). */
  stagedPois: 200,
  stagedWarnings: 10,
  /** A source that loses this share of a kind, if at least this many are shown, has to repeat it this much later. */
  shrinkingShare: 0.2,
  shrinkingLeast: 20,
  secondLookMinutes: 60,
  /** The Deutscher Wetterdienst renews its warnings every 5 minutes; older than this, they are shown as stale. */
  weatherStaleMinutes: 30,
} as const
