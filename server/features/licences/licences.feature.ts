import { shopUrlsOf } from '#server/config.ts'
import type { DevicesService } from '#server/features/devices/devices.service.ts'
import type { SetLicence } from '#server/features/devices/licence-seats.ts'
import type { PushStore } from '#server/features/push/push.store.ts'
import type { Foundations } from '#server/foundations.ts'
import type { Pusher } from '#server/push/pusher.ts'
import { createLicenceRemindersStore } from './licence-reminders.store.ts'
import { registerLicencesJobs } from './licences.jobs.ts'
import { registerLicencesRoutes } from './licences.routes.ts'
import { createLicencesService } from './licences.service.ts'
import { createLicencesStore } from './licences.store.ts'

type Needs = Pick<Foundations, 'settings' | 'database' | 'clock' | 'mailer' | 'jobs' | 'api' | 'log'>

interface Others {
  devices: { service: Pick<DevicesService, 'list'>; setLicence: SetLicence }
  push: { pusher: Pusher; store: Pick<PushStore, 'remove'> }
}

export function buildLicences(
  { settings, database, clock, mailer, jobs, api, log }: Needs,
  { devices, push }: Others,
): void {
  const service = createLicencesService({ store: createLicencesStore(database, devices.setLicence), clock })
  registerLicencesRoutes(api, service, devices.service)
  registerLicencesJobs(jobs, {
    reminders: createLicenceRemindersStore(database),
    mailer,
    pusher: push.pusher,
    browsers: push.store,
    clock,
    publicUrl: settings.PUBLIC_URL,
    shopUrls: shopUrlsOf(settings),
    log,
  })
}
