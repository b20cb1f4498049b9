import type { StatementAnswers } from '#server/features/alarms/answers/statements.ts'
import type { DevicesStore } from '#server/features/devices/devices.store.ts'
import type { PositionsStore } from '#server/features/history/positions.store.ts'
import type { VehiclesFeature } from '#server/features/vehicles/vehicles.feature.ts'
import type { Foundations } from '#server/foundations.ts'
import { createDossierDetailsStore } from './dossier-details.store.ts'
import { createDossierFiles } from './dossier-files.ts'
import { createDossierLinksService } from './links/dossier-links.service.ts'
import { createDossierLinksStore } from './links/dossier-links.store.ts'
import { registerDossierJobs } from './dossier.jobs.ts'
import { registerDossierRoutes } from './dossier.routes.ts'
import { createDossierService } from './dossier.service.ts'
import { createDossierStore } from './dossier.store.ts'
import { createPrintDossier } from './print-dossier.ts'

type Needs = Pick<Foundations, 'settings' | 'database' | 'clock' | 'newId' | 'mailer' | 'placeNames' | 'jobs' | 'api'>

interface Others {
  devices: { store: Pick<DevicesStore, 'recipientOf'> }
  history: { positions: PositionsStore }
  alarms: { answers: StatementAnswers }
  vehicles: VehiclesFeature
}

export function buildDossier(
  { settings, database, clock, newId, mailer, placeNames, jobs, api }: Needs,
  others: Others,
): void {
  const { devices, history, alarms, vehicles } = others
  const { positions } = history
  const publicUrl = settings.PUBLIC_URL
  const store = createDossierStore(database, alarms.answers, jobs)
  const details = createDossierDetailsStore(database)
  const links = createDossierLinksStore(database, jobs)
  const files = createDossierFiles({ store, details, positions, print: createPrintDossier(), placeNames, clock })
  const parts = { store, details, links, files, clock }
  const service = createDossierService({ ...parts, reportedOf: vehicles.condition, positions })
  const linksService = createDossierLinksService({ ...parts, placeNames, newId, publicUrl })
  registerDossierRoutes(api, service, linksService)
  registerDossierJobs(jobs, { store, devices: devices.store, mailer, clock, publicUrl })
}
