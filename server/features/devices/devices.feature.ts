import type { Hooks } from '#server/db/transactions/hooks.ts'
import type { Foundations } from '#server/foundations.ts'
import { createClockCorrectionStore } from './clock-correction.store.ts'
import { createDeviceInventoryStore } from './device-inventory.store.ts'
import { createDeviceOffersStore } from './device-offers.store.ts'
import { createDeviceOwnersStore } from './device-owners.store.ts'
import { createDeviceRegistrationStore, type RegistrationOthers } from './device-registration.store.ts'
import { setLicence } from './licence-seats.ts'
import { registerDevicesJobs } from './devices.jobs.ts'
import { registerDevicesRoutes } from './devices.routes.ts'
import { createDevicesService } from './devices.service.ts'
import type { Messages } from '#server/features/messages/messages.jobs.ts'
import { createDevicesStore } from './devices.store.ts'

type Needs = Pick<Foundations, 'settings' | 'database' | 'clock' | 'attempts' | 'mailer' | 'jobs' | 'api'>

interface Others extends RegistrationOthers {
  messages: Pick<Messages, 'email' | 'wake'>
  hooks: Hooks
  newLicenceKey: () => string
}

export function buildDevices(
  { settings, database, clock, attempts, mailer, jobs, api }: Needs,
  { hooks, messages, newLicenceKey, ...registering }: Others,
) {
  const store = createDevicesStore(database, jobs)
  const offers = createDeviceOffersStore(database, jobs)
  const service = createDevicesService({
    store,
    inventory: createDeviceInventoryStore(database),
    clocks: createClockCorrectionStore(database, hooks),
    registration: createDeviceRegistrationStore(database, jobs, registering),
    offers,
    messages,
    attempts,
    clock,
    newLicenceKey,
    maxDevices: settings.MAX_DEVICES,
  })
  registerDevicesRoutes(api, service)
  registerDevicesJobs(jobs, { store, offers, messages, mailer, clock, publicUrl: settings.PUBLIC_URL })
  return { service, store, setLicence, owners: createDeviceOwnersStore(database, clock) }
}
