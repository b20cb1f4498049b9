import { feedsServerLimits } from '#contract/limits/feeds-limits.ts'
import type { Instant } from '#contract/base/place.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import type { Feed } from '#server/feeds/feed.ts'

/** The latest attempts of a source. */
export interface FeedAttempts {
  lastAttemptAt: Instant
  lastSuccessAt: Instant | null
  /** How many attempts in a row have failed. */
  failures: number
  /** The source itself asked for a pause. */
  notBefore: Instant | null
}

/** Sources are checked in a rhythm that is sometimes seconds early. */
const earlyMinutes = 1

/** A source is asked at its own rhythm. One that fails is asked after growing pauses, and not before it allows. */
export function isFeedDue(
  { pollMinutes }: Pick<Feed, 'pollMinutes'>,
  attempts: FeedAttempts | undefined,
  now: Date,
): boolean {
  if (attempts === undefined) return true
  const { lastAttemptAt, lastSuccessAt, failures, notBefore } = attempts
  if (notBefore !== null && now.getTime() < Date.parse(notBefore)) return false
  const minutesSince = (instant: Instant) => (now.getTime() - Date.parse(instant)) / minuteMs + earlyMinutes
  const hasNews = lastSuccessAt === null || minutesSince(lastSuccessAt) >= pollMinutes
  // An attempt that ended with its process counts as failed.
  return hasNews && minutesSince(lastAttemptAt) >= pauseMinutes(pollMinutes, Math.max(1, failures))
}

/** Never more often than this, in minutes: the rhythm in which sources are checked. */
const leastMinutes = 5

/**
 * Minutes until a source is asked again after this many failures in a row: sooner than usual at first, then twice as long
 * each time.
 */
export function pauseMinutes(pollMinutes: number, failures: number): number {
  const first = Math.max(leastMinutes, pollMinutes / 24)
  const longest = Math.max(pollMinutes, feedsServerLimits.longestPauseMinutes)
  return Math.min(longest, first * 2 ** (failures - 1))
}

/** Until when an overloaded source is left alone. */
export function notBeforeOf({ retryAfterMinutes }: { retryAfterMinutes: number | null }, now: Date): Date {
  return new Date(now.getTime() + (retryAfterMinutes ?? feedsServerLimits.overloadedMinutes) * minuteMs)
}

/** Reads a `Retry-After` header: seconds, or a date (RFC 9110, section 10.2.3). Null if it contains neither. */
export function retryAfterMinutes(header: string | null, now: Date): number | null {
  const text = header?.trim() ?? ''
  const minutes = /^\d+$/.test(text) ? Number(text) / 60 : (Date.parse(text) - now.getTime()) / minuteMs
  if (Number.isNaN(minutes)) return null
  return Math.min(Math.max(0, minutes), feedsServerLimits.longestRetryAfterMinutes)
}
