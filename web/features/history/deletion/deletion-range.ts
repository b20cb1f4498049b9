import type { Position, Range } from '#contract/history/history.ts'
import { minuteMs, hourMs } from '#contract/base/time-units.ts'
import { trackingLimits } from '#contract/tracking/tracking-limits.ts'
import { instantOfTyped, typedTime } from '#domain/time/typed-time.ts'
import { mistakesIn, type RangeMistakes } from '../range/history-range.ts'
import { historyTexts } from '../texts.ts'

/** Everything, or from one minute to another, as typed times in Germany (`2026-06-01T02:30`). */
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
  return { from: typedTime(oldest), to: typedTime(newest) }
}

/** What to delete, empty for everything, or what is wrong with which field. The last minute is included to its end. */
export function deletionRangeOf(choice: DeletionChoice): { range: Partial<Range> } | { mistakes: RangeMistakes } {
  if (choice.extent === 'everything') return { range: {} }
  const start = instantOfTyped(choice.from, 'first')
  const lastMinute = instantOfTyped(choice.to, 'last')
  if (start === null || lastMinute === null) return { mistakes: mistakesIn(choice, start, lastMinute) }
  const end = new Date(Date.parse(lastMinute) + minuteMs - 1).toISOString()
  return start < end ? { range: { start, end } } : { mistakes: { to: historyTexts.deletion.endsTooEarly } }
}
