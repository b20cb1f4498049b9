import * as z from 'zod'
import type { Clock } from '#server/platform/clock.ts'
import type { UploadStore } from './upload.store.ts'
import { job, type Jobs } from '#server/jobs/jobs.ts'

const uploadsPurge = job('uploads-purge', z.object({}))

export function registerUploadJobs(jobs: Pick<Jobs, 'every'>, { store, clock }: { store: UploadStore; clock: Clock }) {
  jobs.every(uploadsPurge, '27 3 * * *', () => store.purge(clock.now()))
}
