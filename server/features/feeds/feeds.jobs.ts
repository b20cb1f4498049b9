import type { Logger } from 'pino'
import * as z from 'zod'
import type { Clock } from '#server/platform/clock.ts'
import type { FeedsService } from './feeds.service.ts'
import { isFeedDue } from './pauses.ts'
import type { Feed } from '#server/feeds/feed.ts'
import { job, type Jobs } from '#server/jobs/jobs.ts'

const feedsRefresh = job('feeds-refresh', z.object({}))

interface Parts {
  service: FeedsService
  feeds: readonly Feed[]
  clock: Clock
  log: Logger
}

/** Asks each source at its own rhythm, in parallel: a slow one delays no warning of another. */
export function registerFeedsJobs(jobs: Jobs, parts: Parts): void {
  const refresh = createRefreshDue(parts)
  jobs.every(feedsRefresh, '*/5 * * * *', refresh)
}

export function createRefreshDue({ service, feeds, clock, log }: Parts): () => Promise<void> {
  /** Sources that are being asked: one may take longer than the time until the next round. */
  const asked = new Set<string>()

  const refresh = async (feed: Feed) => {
    asked.add(feed.name)
    try {
      const result = await service.refresh(feed)
      if (result.outcome === 'failed') log.warn({ feed: feed.name, reason: result.reason }, 'feed was not imported')
      else log.info({ feed: feed.name, ...result }, 'feed was imported')
    } catch (error) {
      // The others continue. The service has recorded the failure, and the pause before the next attempt grows.
      const { name, stack } = error instanceof Error ? error : new Error('unknown')
      log.error({ feed: feed.name, error: name, stack }, 'import of a feed broke off')
    } finally {
      asked.delete(feed.name)
    }
  }

  return async () => {
    const states = await service.states()
    const due = feeds.filter(
      (feed) =>
        !asked.has(feed.name) &&
        isFeedDue(
          feed,
          states.find((state) => state.feed === feed.name),
          clock.now(),
        ),
    )
    await Promise.all(due.map(refresh))
  }
}
