import type { Logger } from 'pino'
import * as z from 'zod'
import type { Clock } from '#server/clock.ts'
import type { FeedsService } from './feeds.service.ts'
import type { FeedState } from './feeds.store.ts'
import type { Feed } from '#server/feeds/feed.ts'
import { job, type Jobs } from '#server/jobs/jobs.ts'

const feedsRefresh = job('feeds-refresh', z.object({}))

/** Asks each source as often as it wants to be asked. */
export function registerFeedsJobs(
  jobs: Jobs,
  { service, feeds, clock, log }: { service: FeedsService; feeds: readonly Feed[]; clock: Clock; log: Logger },
): void {
  jobs.every(feedsRefresh, '*/5 * * * *', async () => {
    const states = await service.states()
    for (const feed of feeds) {
      const state = states.find((each) => each.feed === feed.name)
      if (!isDue(feed, state, clock.now())) continue
      const result = await service.refresh(feed)
      if (result.outcome === 'failed') log.warn({ feed: feed.name, reason: result.reason }, 'feed was not imported')
      else log.info({ feed: feed.name, ...result }, 'feed was imported')
    }
  })
}

/** After a failure a source is asked again sooner than usual, but never more often than every five minutes. */
export function isDue(feed: Pick<Feed, 'pollMinutes'>, state: FeedState | undefined, now: Date): boolean {
  if (state === undefined) return true
  const minutesSince = (instant: string) => (now.getTime() - Date.parse(instant)) / 60_000
  const hasNews = state.lastSuccessAt === null || minutesSince(state.lastSuccessAt) >= feed.pollMinutes
  return hasNews && minutesSince(state.lastAttemptAt) >= Math.max(5, feed.pollMinutes / 24)
}
