import type { Range } from '#contract/history/history.ts'
import { movementLimits } from '#contract/history/movement-limits.ts'
import type { Instant } from '#contract/base/place.ts'
import { hourMs } from '#contract/base/time-units.ts'

/* Apart from the rule (`rides-of-day.ts`): a call for positions needs no chapters yet. */

const beforeMs = movementLimits.beforeMidnightHours * hourMs
const afterMs = movementLimits.afterMidnightHours * hourMs

/** What has to be known to see the rides of a day as a whole. @param day from its midnight to the next. */
export function rangeOfRides({ start, end }: Range): Range {
  return { start: aroundMidnight(start).start, end: aroundMidnight(end).end }
}

/** What decides whether a ride was under way at a midnight. */
export function aroundMidnight(midnight: Instant): Range {
  const at = Date.parse(midnight)
  return { start: new Date(at - beforeMs).toISOString(), end: new Date(at + afterMs).toISOString() }
}
