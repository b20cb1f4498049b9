import type { FeedState } from './feeds.store.ts'
import type { Feed } from '#server/feeds/feed.ts'

export interface FeedHealth {
  feed: string
  lastSuccessAt: FeedState['lastSuccessAt']
  /** Whether the last attempt failed. The reason is in the log and in the operator's commands, because health is public. */
  failing: boolean
}

/** How fresh each source is, including those that were never asked. */
export function feedHealthOf(feeds: readonly Pick<Feed, 'name'>[], states: readonly FeedState[]): FeedHealth[] {
  return feeds.map(({ name }) => {
    const state = states.find(({ feed }) => feed === name)
    return { feed: name, lastSuccessAt: state?.lastSuccessAt ?? null, failing: (state?.lastError ?? null) !== null }
  })
}
