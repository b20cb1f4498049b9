import type { Foundations } from '#server/foundations.ts'
import { registerActivityRoutes } from './activity.routes.ts'
import { createActivityStore } from './activity.store.ts'

type Needs = Pick<Foundations, 'database' | 'clock' | 'api'>

export function buildActivity({ database, clock, api }: Needs): void {
  const store = createActivityStore(database)
  registerActivityRoutes(api, { store, clock })
}
