import type { PoisStore } from '#server/features/pois/pois.store.ts'
import type { Foundations } from '#server/foundations.ts'
import { registerHiddenPoisRoutes } from './hidden-pois.routes.ts'
import { createHiddenPoisStore, type HiddenPoisStore } from './hidden-pois.store.ts'

type Needs = Pick<Foundations, 'database' | 'clock' | 'api'>

export function buildHiddenPois(
  { database, clock, api }: Needs,
  { pois }: { pois: Pick<PoisStore, 'find'> },
): Pick<HiddenPoisStore, 'idsOf'> {
  const store = createHiddenPoisStore(database)
  registerHiddenPoisRoutes(api, { store, pois, clock })
  return store
}
