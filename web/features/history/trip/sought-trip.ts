import type { Instant } from '#contract/base/place.ts'
import type { Trip } from '#domain/track/trips.ts'
import type { ShownHistory } from '../query/shown-history.ts'
import type { ChapteredHistory } from '../chapters/use-chaptered-history.ts'

/** A trip that an address names; or why there is none: it may still come, nobody answered, or it is not there any more. */
export type SoughtTrip = Trip | 'awaited' | 'failed' | 'gone'

/** The trip that was under way at a moment. Gone is one only where the answer is there and has none. */
export function soughtTrip(
  { searching, positions }: Pick<ShownHistory, 'searching' | 'positions'>,
  failed: boolean,
  chaptered: Pick<ChapteredHistory, 'positions' | 'chapters'>,
  at: Instant,
): SoughtTrip {
  const moment = Date.parse(at)
  const found = chaptered.chapters.find(
    ({ kind, start, end }) => kind === 'trip' && Date.parse(start) <= moment && moment <= Date.parse(end),
  )
  if (found?.kind === 'trip') return found
  if (searching) return 'awaited'
  if (failed) return 'failed'
  const hasNoChaptersYet = positions.length > 0 && chaptered.positions.length === 0
  return hasNoChaptersYet ? 'awaited' : 'gone'
}
