import { unzipSync } from 'fflate'
import { beforeEach, expect, test } from 'vitest'
import { dataExportServerLimits } from '#contract/data-export/data-export-limits.ts'
import { secondMs } from '#contract/base/time-units.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { putWorld } from '#server/db/testing/writers.ts'
import { createPositionsStore } from '#server/features/history/positions.store.ts'
import { createDataExportStore } from './data-export.store.ts'
import { type ArchiveOf, createExportArchive } from './export-archive.ts'
import { createExportWork } from './export-work.ts'
import { createExportedRowsStore } from './exported-rows.store.ts'
import { createTakenExportsStore } from './taken-exports.store.ts'

const at = new Date('2026-11-21T12:00:00Z')
const { leaseSeconds, attempts } = dataExportServerLimits

describeOnBothDatabases('the making of exports', (database) => {
  let now = at
  let workers = 0
  const clock = { now: () => now }
  const store = createDataExportStore(database)
  const rows = createExportedRowsStore(database)
  const write = createExportArchive({ rows, positions: createPositionsStore(database) })
  const zones = { hiddenAreas: async () => [] }
  const messages = { wake: async () => undefined }
  const taken = createTakenExportsStore(database)
  const parts = { taken, rows, zones, write, messages, clock, newId: () => `worker-${(workers += 1)}` }

  beforeEach(async () => {
    now = at
    await putWorld(database)
    for (const userId of ['anna', 'bert'])
      await store.request({ id: `of-${userId}`, userId, withoutPrivacyZones: true, at })
  })

  async function fileOf(userId: string): Promise<string[]> {
    const ready = await store.readyOf(userId, now)
    if (ready === null) return []
    const pieces: Buffer[] = []
    for (let number = 1; ; number += 1) {
      const piece = await store.piece(ready.id, number)
      if (piece === null) break
      pieces.push(piece)
    }
    const bytes = Buffer.concat(pieces)
    expect(bytes).toHaveLength(ready.bytes)
    return Object.keys(unzipSync(bytes))
  }

  test('makes all that wait', async () => {
    await createExportWork(parts)()
    expect(await fileOf('anna')).toContain('daten.json')
    expect(await fileOf('bert')).toContain('daten.json')
  })

  test('by two processes at once makes each of them once', async () => {
    await Promise.all([createExportWork(parts)(), createExportWork(parts)()])
    const made = await database
      .selectFrom('activities')
      .select('user_id')
      .where('kind', '=', 'data-export-made')
      .where('at', '>=', at)
      .execute()
    expect(made.map(({ user_id }) => user_id).toSorted()).toEqual(['anna', 'bert'])
    expect(await fileOf('anna')).toContain('daten.json')
  })

  test('goes on after a process was killed in the middle', async () => {
    // The first piece is stored, and then nothing more happens.
    const killed = await taken.take('killed', now)
    if (killed === null) throw new Error('nothing to take')
    await taken.add(
      killed,
      { number: 1, content: Buffer.from('PK half') },
      { percent: 9, step: 'RECORDS', stepName: null },
      now,
    )
    await createExportWork(parts)()
    expect(await fileOf(killed.userId)).toEqual([])
    now = new Date(at.getTime() + (leaseSeconds + 1) * secondMs)
    await createExportWork(parts)()
    expect(await fileOf(killed.userId)).toContain('daten.json')
  })

  test('gives one up whose worker dies each time, and makes the next', async () => {
    const killed = await taken.take('killed', now)
    for (let tried = 1; tried < attempts; tried += 1) {
      now = new Date(now.getTime() + (leaseSeconds + 1) * secondMs)
      expect(await taken.take('killed again', now)).toMatchObject({ id: killed?.id })
    }
    now = new Date(now.getTime() + (leaseSeconds + 1) * secondMs)
    const other = killed?.userId === 'anna' ? 'bert' : 'anna'
    await createExportWork(parts)()
    expect(await store.latest(killed?.userId ?? '', now)).toMatchObject({ state: 'FAILED' })
    expect(await fileOf(other)).toContain('daten.json')
  })

  test('stops without a failure when the export is deleted meanwhile, and makes the next', async () => {
    const whileDeleted = async (wanted: ArchiveOf) => {
      if (wanted.userId === 'anna') await store.remove('anna', wanted.at)
      return write(wanted)
    }
    await createExportWork({ ...parts, write: whileDeleted })()
    expect(await fileOf('anna')).toEqual([])
    expect(await fileOf('bert')).toContain('README.html')
  })

  test('fails loudly, tries again, and gives up at last', async () => {
    await store.remove('bert', now)
    const broken = createExportWork({
      ...parts,
      write: async () => {
        throw new Error('disk full')
      },
    })
    for (let attempt = 1; attempt < attempts; attempt += 1) {
      await expect(broken()).rejects.toThrow('disk full')
      expect(await store.latest('anna', now)).toMatchObject({ state: 'WAITING' })
    }
    await expect(broken()).rejects.toThrow('disk full')
    expect(await store.latest('anna', now)).toMatchObject({ state: 'FAILED' })
    await broken()
  })
})
