import type { Foundations } from '#server/foundations.ts'
import type { DevicesStore } from '#server/features/devices/devices.store.ts'
import type { PrivacyZonesStore } from '#server/features/privacy-zones/privacy-zones.store.ts'
import { createSharedDataService } from './shared-data.service.ts'
import { createSharedDataStore } from './shared-data.store.ts'
import { registerSharesJobs, shareMail } from './shares.jobs.ts'
import { registerSharesRoutes } from './shares.routes.ts'
import { createSharesService, type SharesService } from './shares.service.ts'
import { createSharesStore } from './shares.store.ts'

type Needs = Pick<Foundations, 'settings' | 'database' | 'clock' | 'newId' | 'mailer' | 'jobs' | 'api'>

interface Others {
  devices: { store: Pick<DevicesStore, 'find'> }
  privacyZones: { store: Pick<PrivacyZonesStore, 'hiddenAreas'> }
}

export function buildShares(
  { settings, database, clock, newId, mailer, jobs, api }: Needs,
  { devices, privacyZones }: Others,
): { service: SharesService } {
  const store = createSharesStore(database)
  const service = createSharesService({ store, clock, newId, onMade: (shareId) => jobs.send(shareMail, { shareId }) })
  const data = createSharedDataService({
    shares: store,
    data: createSharedDataStore(database),
    devices: devices.store,
    zones: privacyZones.store,
    clock,
  })
  registerSharesRoutes(api, service, data)
  registerSharesJobs(jobs, { store, mailer, clock, publicUrl: settings.PUBLIC_URL })
  return { service }
}
