import type { Foundations } from '#server/foundations.ts'
import { registerActivityJobs } from './activity.jobs.ts'
import { registerActivityRoutes } from './activity.routes.ts'
import { createActivityStore } from './activity.store.ts'

type Needs = Pick<Foundations, 'database' | 'clock' | 'jobs' | 'api'>

export function buildActivity({ database, clock, jobs, api }: Needs): void {
  const store = createActivityStore(database)
  registerActivityRoutes(api, { store, clock })
  registerActivityJobs(jobs, { store, clock })
}
