import type { Instant } from '#contract/place.ts'
import type { Position, Range } from '#contract/history.ts'
import { minuteMs, hourMs } from '#contract/time-units.ts'
import { trackingLimits } from '#contract/tracking-limits.ts'
import { instantOfWallTime, wallTime } from '#domain/time/time.ts'
import type { RangeMistakes } from './history-range.ts'
import { historyTexts } from './texts.ts'

/** Everything, or from one minute to another, as wall times in Germany (`2026-10-25T02:30`). */
export interface DeletionChoice {
  extent: 'everything' | 'range'
  from: string
  to: string
}

/** The minutes from the oldest to the newest of the positions; the last 24 hours if there are none. */
export function spanOf(shown: readonly Position[], now: Date): { from: string; to: string } {
  const oldest =
    shown[0]?.recordedAt ?? new Date(now.getTime() - trackingLimits.defaultRangeHours * hourMs).toISOString()
  const newest = shown.at(-1)?.recordedAt ?? now.toISOString()
  return { from: wallTime(oldest), to: wallTime(newest) }
}

/** What to delete, empty for everything, or what is wrong with which field. The last minute is included to its end. */
export function deletionRangeOf(choice: DeletionChoice): { range: Partial<Range> } | { mistakes: RangeMistakes } {
  if (choice.extent === 'everything') return { range: {} }
  const start = instantOfWallTime(choice.from)
  const lastMinute = instantOfWallTime(choice.to)
  const { incomplete } = historyTexts.range
  if (start === null || lastMinute === null) {
    return { mistakes: { ...(start === null && { from: incomplete }), ...(lastMinute === null && { to: incomplete }) } }
  }
  const end = new Date(Date.parse(latest(lastMinute)) + minuteMs - 1).toISOString()
  return start < end ? { range: { start, end } } : { mistakes: { to: historyTexts.deletion.endsTooEarly } }
}

/** The second one, for a minute that comes twice in October. */
function latest(minute: Instant): Instant {
  const hourLater = new Date(Date.parse(minute) + hourMs).toISOString()
  return wallTime(hourLater) === wallTime(minute) ? hourLater : minute
}
