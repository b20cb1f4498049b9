import { shopUrlsOf } from '#server/config.ts'
import type { DevicesService } from '#server/features/devices/devices.service.ts'
import type { SetLicence } from '#server/features/devices/licence-seats.ts'
import type { Messages } from '#server/features/messages/messages.jobs.ts'
import type { Foundations } from '#server/foundations.ts'
import { createLicenceRemindersStore } from './licence-reminders.store.ts'
import { registerLicencesJobs } from './licences.jobs.ts'
import { registerLicencesRoutes } from './licences.routes.ts'
import { createLicencesService } from './licences.service.ts'
import { createLicencesStore } from './licences.store.ts'

type Needs = Pick<Foundations, 'settings' | 'database' | 'clock' | 'jobs' | 'api'>

interface Others {
  devices: { service: Pick<DevicesService, 'list'>; setLicence: SetLicence }
  messages: Messages
}

export function buildLicences({ settings, database, clock, jobs, api }: Needs, { devices, messages }: Others): void {
  const service = createLicencesService({ store: createLicencesStore(database, devices.setLicence), clock })
  registerLicencesRoutes(api, service, devices.service)
  registerLicencesJobs(jobs, {
    reminders: createLicenceRemindersStore(database),
    messages,
    clock,
    publicUrl: settings.PUBLIC_URL,
    shopUrls: shopUrlsOf(settings),
  })
}
