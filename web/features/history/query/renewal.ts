import type { QueryClient } from '@tanstack/react-query'
import type { Position } from '#contract/history/history.ts'
import { movementLimits } from '#contract/history/movement-limits.ts'
import type { Instant } from '#contract/base/place.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import { searchKey } from './history-query.ts'
import { rangeOf, rangeWith } from '../range/history-range.ts'
import type { Search } from './search.ts'
import type { ShownHistory } from './shown-history.ts'

/**
 * Searches silently again for the shown history: it stays until something newer has come.
 * @param newest fix time, null if it is not known.
 * @returns whether the newer history is shown now; null if there is nothing to renew.
 */
export function renewalOf(
  client: QueryClient,
  search: Search | null,
  { searching, searched, positions }: Pick<ShownHistory, 'searching' | 'searched' | 'positions'>,
  newest: Instant | null,
  now: Date,
): Promise<boolean> | null {
  if (search === null) return null
  const mayBeIn = rangeWith(newest, search.choice, now) !== null || mayGoOn(search, positions, newest, now)
  if (!mayBeIn) return null
  // The answer to a search that is under way may be older.
  if (searching) return Promise.resolve(false)
  return searched ? renewed(client, search) : null
}

/** A ride that was under way when the shown day ended belongs to it until it has arrived. */
function mayGoOn(
  { choice, wholeRides }: Search,
  positions: readonly Position[],
  newest: Instant | null,
  now: Date,
): boolean {
  const checked = rangeOf(choice, now)
  const last = positions.at(-1)
  if (wholeRides !== true || last === undefined || 'mistakes' in checked) return false
  const at = newest === null ? now.getTime() : Date.parse(newest)
  const isAfterwards = Date.parse(checked.range.end) <= at
  return isAfterwards && at - Date.parse(last.recordedAt) <= movementLimits.bridgedGapMinutes * minuteMs
}

/** Whether the shown history was renewed: not if the search was left meanwhile, for another or for none. */
async function renewed(client: QueryClient, search: Search): Promise<boolean> {
  const queryKey = searchKey(search)
  try {
    await client.refetchQueries({ queryKey, exact: true, type: 'active' }, { throwOnError: true })
    return client.getQueryCache().find({ queryKey })?.isActive() ?? false
  } catch {
    return false
  }
}
