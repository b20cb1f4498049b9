import { limits } from '#contract/limits.ts'
import type { PoiSource } from '#contract/pois.ts'
import type { FeedState } from './feeds.store.ts'
import type { Feed } from '#server/feeds/feed.ts'

const minuteMs = 60_000

/** How fresh what people see of each source is. */
export function freshnessOf(
  sources: readonly Pick<Feed, 'name' | 'title' | 'attribution' | 'pollMinutes'>[],
  states: readonly Pick<FeedState, 'feed' | 'lastSuccessAt'>[],
  now: Date,
): PoiSource[] {
  return sources.map(({ name, title, attribution, pollMinutes }) => {
    const lastSuccessAt = states.find(({ feed }) => feed === name)?.lastSuccessAt ?? null
    const ageMs = lastSuccessAt === null ? null : now.getTime() - Date.parse(lastSuccessAt)
    const stale = ageMs !== null && ageMs > limits.pois.staleAfterTurns * pollMinutes * minuteMs
    return { source: name, title, attribution, lastSuccessAt, stale }
  })
}
