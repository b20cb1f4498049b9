import type { ImportTarget } from '#server/db/connection/editions.ts'
import type { FeedsStore } from '#server/features/feeds/feeds.store.ts'
import type { PoiRecord } from '#server/feeds/feed.ts'
import type { Foundations } from '#server/foundations.ts'
import { createPlaceFinder } from '#server/places/built-up-areas.ts'
import { createAccidentsStore } from './accidents.store.ts'
import { createFetchTable } from './fetch-table.ts'
import { registerHotspotsJobs } from './hotspots.jobs.ts'
import { createHotspotsService } from './hotspots.service.ts'

/** Of the product, and of the command that imports by hand. */
export function buildHotspots(
  { settings, database, clock }: Pick<Foundations, 'settings' | 'database' | 'clock'>,
  { states, pois }: { states: FeedsStore; pois: ImportTarget<PoiRecord> },
) {
  const service = createHotspotsService({
    states,
    accidents: createAccidentsStore(database),
    pois,
    placeFinder: createPlaceFinder,
    fetchTable: createFetchTable({ fetch, contact: settings.PUBLIC_URL }),
    clock,
  })
  return {
    service,

    /** Asks for what is missing when a new year may have come. */
    importRegularly({ jobs, log }: Pick<Foundations, 'jobs' | 'log'>): void {
      registerHotspotsJobs(jobs, { service, log })
    },
  }
}
