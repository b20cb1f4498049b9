import type { Instant } from '#contract/place.ts'
import { serverLimits } from '#contract/server-limits.ts'
import type { Feed } from '#server/feeds/feed.ts'

const minuteMs = 60_000

/** How the latest attempts of a source went. */
export interface Attempts {
  lastAttemptAt: Instant
  lastSuccessAt: Instant | null
  /** How many attempts in a row failed until now. */
  failures: number
  /** The source itself asked to be left alone until then. */
  notBefore: Instant | null
}

/** Sources are looked after in a rhythm that is seconds early at times. */
const earlyMinutes = 1

/** A source is asked as often as it wants to be; one that fails, after pauses that grow, and not before it allows. */
export function isDue({ pollMinutes }: Pick<Feed, 'pollMinutes'>, attempts: Attempts | undefined, now: Date): boolean {
  if (attempts === undefined) return true
  const { lastAttemptAt, lastSuccessAt, failures, notBefore } = attempts
  if (notBefore !== null && now.getTime() < Date.parse(notBefore)) return false
  const minutesSince = (instant: Instant) => (now.getTime() - Date.parse(instant)) / minuteMs + earlyMinutes
  const hasNews = lastSuccessAt === null || minutesSince(lastSuccessAt) >= pollMinutes
  // An attempt that ended with its process counts as a failed one.
  return hasNews && minutesSince(lastAttemptAt) >= pauseMinutes(pollMinutes, Math.max(1, failures))
}

/** Never more often than this, minutes: the rhythm in which sources are looked after. */
const leastMinutes = 5

/**
 * Minutes until a source is asked again that failed so often in a row: at first sooner than usual, then twice as long
 * each time.
 */
export function pauseMinutes(pollMinutes: number, failures: number): number {
  const first = Math.max(leastMinutes, pollMinutes / 24)
  const longest = Math.max(pollMinutes, serverLimits.feeds.longestPauseMinutes)
  return Math.min(longest, first * 2 ** (failures - 1))
}

/** Until when a source is left alone that says it is overloaded. */
export function notBeforeOf({ retryAfterMinutes }: { retryAfterMinutes: number | null }, now: Date): Date {
  return new Date(now.getTime() + (retryAfterMinutes ?? serverLimits.feeds.overloadedMinutes) * minuteMs)
}

/** Reads a `Retry-After` header: seconds, or a date (RFC 9110, section 10.2.3). Null where it says nothing. */
export function retryAfterMinutes(header: string | null, now: Date): number | null {
  const text = header?.trim() ?? ''
  const minutes = /^\d+$/.test(text) ? Number(text) / 60 : (Date.parse(text) - now.getTime()) / minuteMs
  if (Number.isNaN(minutes)) return null
  return Math.min(Math.max(0, minutes), serverLimits.feeds.longestRetryAfterMinutes)
}
