import type { FeedState } from './feeds.store.ts'
import type { Feed } from '#server/feeds/feed.ts'

export interface FeedHealth {
  feed: string
  lastSuccessAt: FeedState['lastSuccessAt']
  /** Whether the last attempt failed. Why is in the log and for the operator's commands: anybody may ask for the health. */
  failing: boolean
}

/** How fresh each source is, those that were never asked included. */
export function healthOf(feeds: readonly Pick<Feed, 'name'>[], states: readonly FeedState[]): FeedHealth[] {
  return feeds.map(({ name }) => {
    const state = states.find(({ feed }) => feed === name)
    return { feed: name, lastSuccessAt: state?.lastSuccessAt ?? null, failing: (state?.lastError ?? null) !== null }
  })
}
