import * as z from 'zod'
import { retainedSince } from '#domain/tracking.ts'
import type { Clock } from '#server/clock.ts'
import type { PositionsStore } from './positions.store.ts'
import { job, type Jobs } from '#server/jobs/jobs.ts'

const positionsExpire = job('positions-expire', z.object({}))

/** Nothing older than the retention is ever shown; four times an hour it is gone, too. */
export function registerTrackingJobs(
  jobs: Jobs,
  { positions, clock }: { positions: PositionsStore; clock: Clock },
): void {
  jobs.every(positionsExpire, '*/15 * * * *', async () => {
    await positions.expire(retainedSince(clock.now()))
  })
}
