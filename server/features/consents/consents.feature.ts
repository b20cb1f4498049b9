import type { Foundations } from '#server/foundations.ts'
import { registerConsentsRoutes } from './consents.routes.ts'
import { createConsentsStore } from './consents.store.ts'

export function buildConsents({ database, clock, api }: Pick<Foundations, 'database' | 'clock' | 'api'>): void {
  registerConsentsRoutes(api, { store: createConsentsStore(database), clock })
}
