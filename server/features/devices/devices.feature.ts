import type { Foundations } from '#server/foundations.ts'
import { createDeviceInventoryStore } from './device-inventory.store.ts'
import { createDeviceOffersStore } from './device-offers.store.ts'
import { createDeviceOwnersStore } from './device-owners.store.ts'
import { createDeviceRegistrationStore } from './device-registration.store.ts'
import { registerDevicesJobs } from './devices.jobs.ts'
import { registerDevicesRoutes } from './devices.routes.ts'
import { createDevicesService } from './devices.service.ts'
import { createDevicesStore } from './devices.store.ts'

type Needs = Pick<Foundations, 'settings' | 'database' | 'clock' | 'attempts' | 'mailer' | 'jobs' | 'api'>

export function buildDevices(
  { settings, database, clock, attempts, mailer, jobs, api }: Needs,
  { newLicenceKey }: { newLicenceKey: () => string },
) {
  const store = createDevicesStore(database, jobs)
  const offers = createDeviceOffersStore(database, jobs)
  const service = createDevicesService({
    store,
    inventory: createDeviceInventoryStore(database),
    registration: createDeviceRegistrationStore(database, jobs),
    offers,
    attempts,
    clock,
    newLicenceKey,
    maxDevices: settings.MAX_DEVICES,
  })
  registerDevicesRoutes(api, service)
  registerDevicesJobs(jobs, { store, offers, mailer, clock, publicUrl: settings.PUBLIC_URL })
  return { service, store, owners: createDeviceOwnersStore(database) }
}
