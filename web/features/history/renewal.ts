import type { QueryClient } from '@tanstack/react-query'
import type { Instant } from '#contract/place.ts'
import { searchKey } from './history-query.ts'
import { rangeWith } from './history-range.ts'
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
  { searching, searched }: Pick<ShownHistory, 'searching' | 'searched'>,
  newest: Instant | null,
  now: Date,
): Promise<boolean> | null {
  if (search === null || rangeWith(newest, search.choice, now) === null) return null
  // The answer to a search that is under way may be older.
  if (searching) return Promise.resolve(false)
  return searched ? renewed(client, search) : null
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
