import type { PrivacyZonesStore } from '#server/features/privacy-zones/privacy-zones.store.ts'
import type { Foundations } from '#server/foundations.ts'
import { registerOwnToursRoutes } from './own-tours.routes.ts'
import { createOwnToursService } from './own-tours.service.ts'
import { createOwnToursStore } from './own-tours.store.ts'
import { createTourThreads } from './tour-threads.ts'

type Needs = Pick<Foundations, 'database' | 'clock' | 'newId' | 'api'>

interface Others {
  privacyZones: { store: Pick<PrivacyZonesStore, 'hiddenAreas'> }
}

export function buildOwnTours({ database, clock, newId, api }: Needs, { privacyZones }: Others): void {
  const store = createOwnToursStore(database)
  const read = createTourThreads()
  registerOwnToursRoutes(api, createOwnToursService({ store, privacyZones: privacyZones.store, read, clock, newId }))
}
