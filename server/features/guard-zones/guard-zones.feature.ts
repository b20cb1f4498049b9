import type { Foundations } from '#server/foundations.ts'
import { registerGuardZonesRoutes } from './guard-zones.routes.ts'
import { createGuardZonesStore } from './guard-zones.store.ts'

type Needs = Pick<Foundations, 'database' | 'clock' | 'newId' | 'api'>

export function buildGuardZones({ database, clock, newId, api }: Needs): void {
  registerGuardZonesRoutes(api, { store: createGuardZonesStore(database), clock, newId })
}
