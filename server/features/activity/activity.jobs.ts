import * as z from 'zod'
import type { Clock } from '#server/clock.ts'
import { job, type Jobs } from '#server/jobs/jobs.ts'
import type { ActivityStore } from './activity.store.ts'

const activityPurge = job('activity-purge', z.object({}))

export function registerActivityJobs(
  jobs: Pick<Jobs, 'every'>,
  { store, clock }: { store: ActivityStore; clock: Clock },
) {
  jobs.every(activityPurge, '37 3 * * *', () => store.purge(clock.now()))
}
