import type { PushStore } from '#server/features/push/push.store.ts'
import type { RouteCheckService } from '#server/features/route-check/route-check.service.ts'
import type { Foundations } from '#server/foundations.ts'
import type { Pusher } from '#server/push/pusher.ts'
import { registerSavedRoutesJobs } from './saved-routes.jobs.ts'
import { registerSavedRoutesRoutes } from './saved-routes.routes.ts'
import { createSavedRoutesService } from './saved-routes.service.ts'
import { createSavedRoutesStore } from './saved-routes.store.ts'

type Needs = Pick<Foundations, 'settings' | 'database' | 'clock' | 'mailer' | 'jobs' | 'api' | 'log' | 'newId'>

interface Others {
  /** Of the real world: the demo's visitors save nothing. */
  routeCheck: Pick<RouteCheckService, 'check'>
  push: { pusher: Pusher; store: Pick<PushStore, 'remove'> }
}

export function buildSavedRoutes(
  { settings, database, clock, mailer, jobs, api, log, newId }: Needs,
  { routeCheck, push }: Others,
): void {
  const store = createSavedRoutesStore(database)
  const service = createSavedRoutesService({ store, routeCheck, clock, newId })
  registerSavedRoutesRoutes(api, { store, service })
  registerSavedRoutesJobs(jobs, {
    store,
    service,
    mailer,
    pusher: push.pusher,
    browsers: push.store,
    clock,
    publicUrl: settings.PUBLIC_URL,
    log,
  })
}
