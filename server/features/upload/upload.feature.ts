import type { Foundations } from '#server/foundations.ts'
import { registerUploadJobs } from './upload.jobs.ts'
import { registerUploadRoutes } from './upload.routes.ts'
import { createUploadStore } from './upload.store.ts'

export function buildUpload({ database, clock, jobs, api }: Pick<Foundations, 'database' | 'clock' | 'jobs' | 'api'>) {
  const store = createUploadStore(database)
  registerUploadRoutes(api, { store, clock })
  registerUploadJobs(jobs, { store, clock })
}
