import { randomInt } from 'node:crypto'
import type { Foundations } from '#server/foundations.ts'
import { registerPrivacyZonesRoutes } from './privacy-zones.routes.ts'
import { createPrivacyZonesStore, type PrivacyZonesStore } from './privacy-zones.store.ts'

type Needs = Pick<Foundations, 'database' | 'clock' | 'newId' | 'api'>

export function buildPrivacyZones({ database, clock, newId, api }: Needs): { store: PrivacyZonesStore } {
  const store = createPrivacyZonesStore(database, unguessable)
  registerPrivacyZonesRoutes(api, { store, clock, newId })
  return { store }
}

/** The greatest range that `randomInt` draws from. */
const steps = 2 ** 48 - 1

/** From 0 to below 1, by the system's generator: `Math.random` can be computed from what it gave before. */
function unguessable(): number {
  return randomInt(steps) / steps
}
