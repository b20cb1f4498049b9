import type { PoiSource } from '#contract/pois/pois.ts'
import type { ImportTarget } from '#server/db/connection/editions.ts'
import type { ClosureRecord, PoiRecord, WarningRecord } from '#server/feeds/feed.ts'
import { feeds, mapSources, sources } from '#server/feeds/feeds.ts'
import type { Foundations } from '#server/foundations.ts'
import { createDownload } from './download.ts'
import { freshnessOf } from './feed-freshness.ts'
import { type FeedHealth, feedHealthOf } from './feed-health.ts'
import { registerFeedsJobs } from './feeds.jobs.ts'
import { createFeedsService } from './feeds.service.ts'
import { createFeedsStore } from './feeds.store.ts'

/** Of the product, and of the commands that import by hand. */
export function buildFeeds(
  { settings, database, clock }: Pick<Foundations, 'settings' | 'database' | 'clock'>,
  targets: {
    pois: ImportTarget<PoiRecord>
    weather: ImportTarget<WarningRecord>
    closures: ImportTarget<ClosureRecord>
  },
) {
  const states = createFeedsStore(database)
  const download = createDownload({ fetch, contact: settings.PUBLIC_URL, clock })
  const service = createFeedsService({ states, ...targets, download, clock })
  return {
    states,
    service,
    freshness: {
      ofAll: async (): Promise<PoiSource[]> => freshnessOf(sources, await service.states(), clock.now()),
      ofMap: async (): Promise<PoiSource[]> => freshnessOf(mapSources, await service.states(), clock.now()),
    },
    health: async (): Promise<FeedHealth[]> => feedHealthOf(sources, await service.states()),

    /** Asks each source as often as it wants to be asked. */
    importRegularly({ jobs, log }: Pick<Foundations, 'jobs' | 'log'>): void {
      registerFeedsJobs(jobs, { service, feeds, clock, log })
    },
  }
}
