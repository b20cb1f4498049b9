import type { FeedState } from './feeds.store.ts'
import type { Feed } from '#server/feeds/feed.ts'

export interface FeedHealth {
  feed: string
  lastSuccessAt: FeedState['lastSuccessAt']
  lastError: FeedState['lastError']
}

/** How fresh each source is, those that were never asked included. */
export function healthOf(feeds: readonly Pick<Feed, 'name'>[], states: readonly FeedState[]): FeedHealth[] {
  return feeds.map(({ name }) => {
    const state = states.find(({ feed }) => feed === name)
    return { feed: name, lastSuccessAt: state?.lastSuccessAt ?? null, lastError: state?.lastError ?? null }
  })
}
