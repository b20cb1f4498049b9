import type { Foundations } from '#server/foundations.ts'
import { registerSettingsRoutes } from './settings.routes.ts'
import { createSettingsService } from './settings.service.ts'
import { createSettingsStore } from './settings.store.ts'

export function buildSettings({ database, clock, api }: Pick<Foundations, 'database' | 'clock' | 'api'>): void {
  registerSettingsRoutes(api, createSettingsService({ store: createSettingsStore(database), clock }))
}
