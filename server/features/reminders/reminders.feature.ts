import { shopUrlsOf } from '#server/config.ts'
import type { PushStore } from '#server/features/push/push.store.ts'
import type { VehiclesFeature } from '#server/features/vehicles/vehicles.feature.ts'
import type { Foundations } from '#server/foundations.ts'
import type { Pusher } from '#server/push/pusher.ts'
import { createDueRemindersStore } from './due-reminders.store.ts'
import { registerRemindersJobs } from './reminders.jobs.ts'
import { registerRemindersRoutes } from './reminders.routes.ts'
import { createRemindersService } from './reminders.service.ts'
import { createRemindersStore } from './reminders.store.ts'

type Needs = Pick<Foundations, 'settings' | 'database' | 'clock' | 'mailer' | 'jobs' | 'api' | 'log'>

interface Others {
  push: { pusher: Pusher; store: Pick<PushStore, 'remove'> }
  vehicles: Pick<VehiclesFeature, 'parked'>
}

export function buildReminders(
  { settings, database, clock, mailer, jobs, api, log }: Needs,
  { push, vehicles }: Others,
): void {
  const store = createRemindersStore(database)
  const due = createDueRemindersStore(database)
  const service = createRemindersService({ due, parked: vehicles.parked, shopUrls: shopUrlsOf(settings) })
  registerRemindersRoutes(api, { store, clock })
  registerRemindersJobs(jobs, {
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
