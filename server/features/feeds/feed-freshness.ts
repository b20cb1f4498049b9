import { poisLimits } from '#contract/pois/pois-limits.ts'
import type { PoiSource } from '#contract/pois/pois.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import type { FeedState } from './feeds.store.ts'
import type { Feed } from '#server/feeds/feed.ts'

/** How fresh the shown data of each source is. */
export function freshnessOf(
  sources: readonly Pick<Feed, 'name' | 'title' | 'attribution' | 'pollMinutes'>[],
  states: readonly Pick<FeedState, 'feed' | 'lastSuccessAt'>[],
  now: Date,
): PoiSource[] {
  return sources.map(({ name, title, attribution, pollMinutes }) => {
    const lastSuccessAt = states.find(({ feed }) => feed === name)?.lastSuccessAt ?? null
    const ageMs = lastSuccessAt === null ? null : now.getTime() - Date.parse(lastSuccessAt)
    const stale = ageMs !== null && ageMs > poisLimits.staleAfterTurns * pollMinutes * minuteMs
    return { source: name, title, attribution, lastSuccessAt, stale }
  })
}
