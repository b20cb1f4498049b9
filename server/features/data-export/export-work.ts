import { dataExportServerLimits } from '#contract/data-export/data-export-limits.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { createExportArchive } from './export-archive.ts'
import type { ExportedRowsStore } from './exported-rows.store.ts'
import type { Messages } from '#server/features/messages/messages.jobs.ts'
import type { PrivacyZonesStore } from '#server/features/privacy-zones/privacy-zones.store.ts'
import { createSecret } from '#server/platform/secrets.ts'
import { ExportLost, type TakenExport, type TakenExportsStore } from './taken-exports.store.ts'
import { inPieces } from './zip-stream.ts'

interface Parts {
  taken: TakenExportsStore
  rows: Pick<ExportedRowsStore, 'email'>
  zones: Pick<PrivacyZonesStore, 'hiddenAreas'>
  write: ReturnType<typeof createExportArchive>
  messages: Pick<Messages, 'wake'>
  clock: Clock
  newId(): string
}

const { attempts, pieceBytes } = dataExportServerLimits

/**
 * Makes the exports that wait, one after the other, and those whose worker has died, from the beginning: a ZIP archive cannot
 * be continued in the middle. A worker that lost an export to another one, or to its owner who deleted it, stops. One whose worker
 * died each time is given up unread: it may be what killed them.
 */
export function createExportWork({ taken: exports, rows, zones, write, messages, clock, newId }: Parts) {
  const areasFor = async ({ userId, withoutPrivacyZones }: TakenExport) =>
    withoutPrivacyZones ? zones.hiddenAreas(userId) : []

  const make = async (taken: TakenExport): Promise<void> => {
    const email = await rows.email(taken.userId)
    // The account is gone, and the export with it.
    if (email === null) return
    const archive = await write({ userId: taken.userId, email, areas: await areasFor(taken), at: clock.now() })
    let [number, bytes] = [0, 0]
    for await (const content of inPieces(archive.bytes, pieceBytes)) {
      number += 1
      bytes += content.length
      await exports.add(taken, { number, content }, archive.progress(), clock.now())
    }
    await exports.finish(taken, bytes, createSecret(), clock.now())
    await messages.wake()
  }

  const makeOrLetGo = async (taken: TakenExport): Promise<void> => {
    try {
      await make(taken)
    } catch (error) {
      if (error instanceof ExportLost) return
      await exports.letGo(taken, taken.attempts >= attempts, clock.now())
      throw error
    }
  }

  return async (): Promise<void> => {
    for (let taken = await exports.take(newId(), clock.now()); taken !== null;) {
      if (taken.attempts > attempts) await exports.letGo(taken, true, clock.now())
      else await makeOrLetGo(taken)
      taken = await exports.take(newId(), clock.now())
    }
  }
}
