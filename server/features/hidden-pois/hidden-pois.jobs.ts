import * as z from 'zod'
import { job, type Jobs } from '#server/jobs/jobs.ts'
import type { HiddenPoisStore } from './hidden-pois.store.ts'

const hiddenPoisPurge = job('hidden-pois-purge', z.object({}))

export function registerHiddenPoisJobs(jobs: Pick<Jobs, 'every'>, store: HiddenPoisStore): void {
  jobs.every(hiddenPoisPurge, '41 3 * * *', store.purge)
}
