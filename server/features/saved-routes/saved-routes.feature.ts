import type { Messages } from '#server/features/messages/messages.jobs.ts'
import type { RouteCheckService } from '#server/features/route-check/route-check.service.ts'
import type { Foundations } from '#server/foundations.ts'
import { registerSavedRoutesJobs } from './saved-routes.jobs.ts'
import { registerSavedRoutesRoutes } from './saved-routes.routes.ts'
import { createSavedRoutesService } from './saved-routes.service.ts'
import { createSavedRoutesStore } from './saved-routes.store.ts'

type Needs = Pick<Foundations, 'settings' | 'database' | 'clock' | 'jobs' | 'api' | 'newId'>

interface Others {
  /** Of the real world: the demo's visitors save nothing. */
  routeCheck: Pick<RouteCheckService, 'check'>
  messages: Messages
}

export function buildSavedRoutes(
  { settings, database, clock, jobs, api, newId }: Needs,
  { routeCheck, messages }: Others,
): void {
  const store = createSavedRoutesStore(database)
  const service = createSavedRoutesService({ store, routeCheck, clock, newId })
  registerSavedRoutesRoutes(api, { store, service })
  registerSavedRoutesJobs(jobs, { store, service, messages, clock, publicUrl: settings.PUBLIC_URL })
}
