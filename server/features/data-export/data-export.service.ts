import type { DataExport, LinkedExport } from '#contract/data-export/data-export.ts'
import { archiveFileName } from '#domain/data-export/file-names.ts'
import { berlinDay } from '#domain/time/time.ts'
import type { Clock } from '#server/platform/clock.ts'
import { dataExportRound } from './data-export.jobs.ts'
import { type DataExportStore, linkedExportOf, type ReadyExport } from './data-export.store.ts'
import type { FileAnswer } from '#server/http/api.ts'
import { Problem } from '#server/http/problem.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { hashOf } from '#server/platform/secrets.ts'

export type DataExportService = ReturnType<typeof createDataExportService>

/** A file to download, and its length. */
export interface DownloadedExport extends FileAnswer {
  bytes: number
}

interface Parts {
  store: DataExportStore
  clock: Clock
  newId(): string
  jobs: Pick<Jobs, 'wake'>
}

/** What an owner asks for, sees, downloads and deletes; and what the mailed link lets somebody download. */
export function createDataExportService({ store, clock, newId, jobs }: Parts) {
  const show = (userId: string): Promise<DataExport | null> => store.latest(userId, clock.now())

  /** @throws {Problem} TOKEN_NOT_FOUND, DATA_EXPORT_GONE */
  const ofToken = async (token: string | null): Promise<ReadyExport> => {
    const found = token === null ? null : await store.byToken(hashOf(token), clock.now())
    if (found === null) throw new Problem('TOKEN_NOT_FOUND')
    if (found === 'gone') throw new Problem('DATA_EXPORT_GONE')
    return found
  }

  const file = async (ready: ReadyExport, actor: 'owner' | 'recipient'): Promise<DownloadedExport> => {
    await store.noteDownload(ready.userId, actor, clock.now())
    return {
      fileName: archiveFileName(berlinDay(ready.readyAt.toISOString())),
      content: contentOf(store, ready),
      bytes: ready.bytes,
    }
  }

  return {
    show,

    async request(userId: string, withoutPrivacyZones: boolean): Promise<DataExport> {
      if (!(await store.request({ id: newId(), userId, withoutPrivacyZones, at: clock.now() })))
        throw new Problem('DATA_EXPORT_UNDER_WAY')
      await jobs.wake(dataExportRound)
      const asked = await show(userId)
      // Deleted in the same moment, in another window.
      if (asked === null) throw new Problem('DATA_EXPORT_GONE')
      return asked
    },

    async remove(userId: string): Promise<void> {
      await store.remove(userId, clock.now())
    },

    async file(userId: string): Promise<DownloadedExport> {
      const ready = await store.readyOf(userId, clock.now())
      if (ready === null) throw new Problem('DATA_EXPORT_GONE')
      return file(ready, 'owner')
    },

    linked: async (token: string | null): Promise<LinkedExport> => linkedExportOf(await ofToken(token)),
    linkedFile: async (token: string | null): Promise<DownloadedExport> => file(await ofToken(token), 'recipient'),
  }
}

/** Piece by piece. If the file is deleted meanwhile, the download breaks off: half a file must not look like a whole one. */
async function* contentOf(
  store: Pick<DataExportStore, 'piece'>,
  { id, bytes }: ReadyExport,
): AsyncGenerator<Buffer, void> {
  let sent = 0
  for (let number = 1; sent < bytes; number += 1) {
    const piece = await store.piece(id, number)
    if (piece === null) throw new Error('an export was deleted while it was downloaded')
    sent += piece.length
    yield piece
  }
}
