import type { Database } from '#server/db/connection/database.ts'
import { type WorldPart, now, days } from '#server/db/testing/writer.ts'
import { createDataExportStore } from '#server/features/data-export/data-export.store.ts'
import { createExportEmailsStore } from '#server/features/data-export/export-emails.store.ts'
import { createTakenExportsStore, ExportLost } from '#server/features/data-export/taken-exports.store.ts'
import { hashOf } from '#server/platform/secrets.ts'

export const dataExportWriters: WorldPart = {
  put: putExports,

  writers: [
    {
      name: 'an export asked for',
      write: (on, id) => createDataExportStore(on).request({ id, ...annasWish, at: now }),
    },
    { name: 'an export deleted', write: (on) => createDataExportStore(on).remove('bert', now) },
    { name: 'an export taken on', write: (on, id) => createTakenExportsStore(on).take(id, now), isPartial: true },
    {
      name: 'a piece of an export',
      write: (on, id) =>
        unlessLost(
          createTakenExportsStore(on).add(bertsExport, { ...piece, number: 2 + Number(id.at(-1)) }, written, now),
        ),
    },
    {
      name: 'an export finished',
      write: (on) => unlessLost(createTakenExportsStore(on).finish(bertsExport, 3, secretOf('bert'), now)),
    },
    { name: 'an export let go', write: (on) => createTakenExportsStore(on).letGo(bertsExport, true, now) },
    {
      name: 'the e-mail about an export',
      // As a version before left it.
      prepare: (on) =>
        on.updateTable('data_exports').set({ mail_queued_at: null }).where('id', '=', 'export-anna').execute(),
      write: (on, id) => createExportEmailsStore(on).addEmail({ id: 'export-anna', userId: 'anna' }, secretOf(id), now),
      isPartial: true,
    },
    { name: 'the end of exports', write: (on) => createDataExportStore(on).purge(days(8)), isPartial: true },
  ],
}

const bertsExport = {
  id: 'export-bert',
  userId: 'bert',
  worker: 'worker-bert',
  attempts: 1,
  withoutPrivacyZones: false,
}

const secretOf = (token: string) => ({ token, hash: hashOf(token) })

const annasWish = { userId: 'anna', withoutPrivacyZones: true }

const piece = { number: 1, content: Buffer.from('abc') }

const written = { percent: 90, step: 'RECORDS', stepName: null } as const

/** Anna's is ready; the worker on Bert's has been silent for a day. */
async function putExports(database: Database): Promise<void> {
  const store = createDataExportStore(database)
  const exports = createTakenExportsStore(database)
  await store.request({ id: 'export-anna', ...annasWish, at: days(-1) })
  const annas = await exports.take('worker-anna', days(-1))
  if (annas !== null) {
    await exports.add(annas, piece, written, days(-1))
    await exports.finish(annas, piece.content.length, secretOf('anna'), days(-1))
  }
  await store.request({ ...bertsExport, at: days(-1) })
  await exports.take(bertsExport.worker, days(-1))
}

/** Another writer came first. */
async function unlessLost(work: Promise<void>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof ExportLost)) throw error
  }
}
