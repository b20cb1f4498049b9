import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/db/connection/database.ts'
import type { PositionsStore } from '#server/features/history/positions.store.ts'
import type { Messages } from '#server/features/messages/messages.jobs.ts'
import type { PrivacyZonesStore } from '#server/features/privacy-zones/privacy-zones.store.ts'
import type { Foundations } from '#server/foundations.ts'
import { registerDataExportJobs } from './data-export.jobs.ts'
import { registerDataExportRoutes } from './data-export.routes.ts'
import { createDataExportService } from './data-export.service.ts'
import { createDataExportStore } from './data-export.store.ts'
import { createExportArchive } from './export-archive.ts'
import { createExportEmailsStore } from './export-emails.store.ts'
import { createExportWork } from './export-work.ts'
import { createExportedRowsStore } from './exported-rows.store.ts'
import { createTakenExportsStore } from './taken-exports.store.ts'
import { createSecret } from '#server/platform/secrets.ts'

type Needs = Pick<Foundations, 'settings' | 'database' | 'clock' | 'newId' | 'jobs' | 'api'>

interface Others {
  history: { positions: PositionsStore }
  privacyZones: { store: PrivacyZonesStore }
  messages: Messages
}

export function buildDataExport({ settings, database, clock, newId, jobs, api }: Needs, others: Others): void {
  const { positions } = others.history
  const store = createDataExportStore(database)
  const rows = createExportedRowsStore(database)
  const zones = others.privacyZones.store
  const { messages } = others
  const write = createExportArchive({ rows, positions })
  const taken = createTakenExportsStore(database)
  const work = createExportWork({ taken, rows, zones, write, messages, clock, newId })
  registerDataExportRoutes(api, createDataExportService({ store, jobs, clock, newId }))
  registerDataExportJobs(jobs, {
    store,
    emails: createExportEmailsStore(database),
    work,
    messages,
    clock,
    publicUrl: settings.PUBLIC_URL,
  })
}

/** An export that support makes, at once. Its owner sees that it was made, and gets an e-mail. Null without an account. */
export async function exportForSupport(
  parts: { database: Database; positions: Pick<PositionsStore, 'history'>; clock: Clock; newId(): string },
  email: string,
) {
  const { database, positions, clock, newId } = parts
  const rows = createExportedRowsStore(database)
  const at = clock.now()
  const account = await createDataExportStore(database).handOut({ id: newId(), email, secret: createSecret(), at })
  if (account === null) return null
  return createExportArchive({ rows, positions })({ userId: account.userId, email, areas: [], at })
}
