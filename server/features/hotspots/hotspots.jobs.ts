import type { Logger } from 'pino'
import * as z from 'zod'
import { unfallatlas } from '#server/feeds/unfallatlas.ts'
import { job, type Jobs } from '#server/jobs/jobs.ts'
import type { HotspotsService } from './hotspots.service.ts'

const hotspotsRefresh = job('hotspots-refresh', z.object({}))

/**
 * Asks for the missing years of the Unfallatlas, one an hour in the night to Sunday. A new year is published once a year,
 * about in July.
 */
export function registerHotspotsJobs(
  jobs: Jobs,
  { service, log }: { service: Pick<HotspotsService, 'refresh'>; log: Logger },
): void {
  jobs.every(hotspotsRefresh, '23 1-6 * * 0', async () => {
    const result = await service.refresh()
    const feed = unfallatlas.name
    if (result.outcome === 'failed') log.warn({ feed, reason: result.reason }, 'feed was not imported')
    else log.info({ feed, outcome: result.outcome }, 'feed was imported')
  })
}
