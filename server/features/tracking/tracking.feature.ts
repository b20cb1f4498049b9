import type { DevicesService } from '#server/features/devices/devices.service.ts'
import type { PositionsStore } from '#server/features/history/positions.store.ts'
import type { Foundations } from '#server/foundations.ts'
import { createConsentRenewalStore } from './consent-renewal.store.ts'
import { createLicenceEndStore } from './licence-end.store.ts'
import { registerTrackingJobs } from './tracking.jobs.ts'
import { registerTrackingRoutes } from './tracking.routes.ts'
import { createTrackingService } from './tracking.service.ts'
import { createTrackingStore } from './tracking.store.ts'

type Needs = Pick<Foundations, 'settings' | 'database' | 'clock' | 'mailer' | 'jobs' | 'api'>

interface Others {
  devices: { service: Pick<DevicesService, 'list'> }
  history: { positions: Pick<PositionsStore, 'noteDeletion' | 'remove'> }
}

export function buildTracking({ settings, database, clock, mailer, jobs, api }: Needs, { devices, history }: Others) {
  const store = createTrackingStore(database)
  const service = createTrackingService({ store, positions: history.positions, clock })
  registerTrackingRoutes(api, service, devices.service)
  const licenceEnds = createLicenceEndStore(database)
  const renewals = createConsentRenewalStore(database)
  registerTrackingJobs(jobs, { licenceEnds, renewals, service, mailer, clock, publicUrl: settings.PUBLIC_URL })
  return { store, service }
}
