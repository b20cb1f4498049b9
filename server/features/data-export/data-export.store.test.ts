import { beforeEach, expect, test } from 'vitest'
import { dataExportLimits, dataExportServerLimits } from '#contract/data-export/data-export-limits.ts'
import { dayMs, secondMs } from '#contract/base/time-units.ts'
import type { Database } from '#server/db/connection/database.ts'
import { describeOnBothDatabases, emptyTables } from '#server/db/testing/databases.ts'
import { isDoneWithin } from '#server/db/testing/killed.ts'
import { hashOf } from '#server/platform/secrets.ts'
import { insertUser } from '#server/testing/rows.ts'
import { deleteOld } from '#server/features/retention/retention.store.ts'
import { createDataExportStore } from './data-export.store.ts'
import { createExportEmailsStore } from './export-emails.store.ts'
import { createTakenExportsStore, type ExportLost, type TakenExport } from './taken-exports.store.ts'

const now = new Date('2026-11-22T12:00:00Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * secondMs)
const progress = { percent: 40, step: 'POSITIONS', stepName: 'Enduro' } as const
const lost = expect.objectContaining({ name: 'ExportLost' } satisfies Partial<ExportLost>)
const anExport = { id: 'export-1', userId: 'anna' }
const secretOf = (token: string) => ({ token, hash: hashOf(token) })
const link = secretOf('link')
const { leaseSeconds, rememberedDays } = dataExportServerLimits

describeOnBothDatabases('exports', (database) => {
  const store = createDataExportStore(database)
  const exports = createTakenExportsStore(database)
  const emails = createExportEmailsStore(database)
  const ask = (id = 'export-1', userId = 'anna', at = now) =>
    store.request({ id, userId, withoutPrivacyZones: false, at })
  const piece = (number: number, text: string) => ({ number, content: Buffer.from(text) })

  async function taken(worker = 'worker-1', at = now): Promise<TakenExport> {
    const found = await exports.take(worker, at)
    if (found === null) throw new Error('nothing to take')
    return found
  }

  /** All but finished. */
  async function written(): Promise<TakenExport> {
    await ask()
    const work = await taken()
    await exports.add(work, piece(1, 'abc'), progress, now)
    return work
  }

  async function made(): Promise<void> {
    await exports.finish(await written(), 3, link, now)
  }

  async function mailed(): Promise<void> {
    await made()
    expect(await emails.beginEmail('export-1', link.hash, now)).not.toBeNull()
  }
  const messages = () =>
    database.selectFrom('messages').select(['kind', 'about', 'user_id', 'words', 'state']).execute()

  beforeEach(async () => {
    for (const id of ['anna', 'bert']) await insertUser(database, id, now)
  })

  test('are made one at a time: of many at once only one is asked for', async () => {
    const asked = await Promise.all(Array.from({ length: 6 }, (_, index) => ask(`export-${index}`)))
    expect(asked.filter(Boolean)).toHaveLength(1)
    expect(await kindsOf(database, 'anna')).toEqual(['data-export-asked'])
    expect(await ask('of-bert', 'bert')).toBe(true)
  })

  test('are each taken by one worker, even if many look at once', async () => {
    await ask()
    const found = await Promise.all(Array.from({ length: 6 }, (_, index) => exports.take(`worker-${index}`, now)))
    expect(found.filter((one) => one !== null)).toHaveLength(1)
  })

  test('say how far they are', async () => {
    expect(await store.latest('anna', now)).toBeNull()
    await ask()
    expect(await store.latest('anna', now)).toMatchObject({ state: 'WAITING', percent: 0, step: null })
    await exports.add(await taken(), piece(1, 'abc'), progress, now)
    expect(await store.latest('anna', now)).toMatchObject({ state: 'RUNNING', percent: 40, stepName: 'Enduro' })
    expect(await store.latest('bert', now)).toBeNull()
  })

  test('are begun anew when their worker is not heard of any more; that one can then add nothing', async () => {
    await ask()
    const first = await taken('first')
    await exports.add(first, piece(1, 'half of'), progress, later(60))
    expect(await exports.take('second', later(leaseSeconds))).toBeNull()
    const second = await taken('second', later(60 + leaseSeconds + 1))
    expect(second).toMatchObject({ id: 'export-1', attempts: 2 })
    expect(await store.piece('export-1', 1)).toBeNull()
    await expect(exports.add(first, piece(2, ' the file'), progress, now)).rejects.toEqual(lost)
    await expect(exports.finish(first, 7, link, now)).rejects.toEqual(lost)
    await exports.letGo(first, true, now)
    await exports.add(second, piece(1, 'all'), progress, later(300))
    await exports.finish(second, 3, link, later(300))
    expect(await store.readyOf('anna', later(300))).toMatchObject({ bytes: 3 })
    expect((await store.piece('export-1', 1))?.toString()).toBe('all')
    expect(await store.piece('export-1', 2)).toBeNull()
    expect(await kindsOf(database, 'anna')).toEqual(['data-export-asked', 'data-export-made'])
  })

  test('end for their worker when their owner deletes them', async () => {
    await ask()
    const work = await taken()
    await exports.add(work, piece(1, 'abc'), progress, now)
    expect(await store.remove('anna', now)).toBe(true)
    expect(await store.remove('anna', now)).toBe(false)
    await expect(exports.add(work, piece(2, 'def'), progress, now)).rejects.toEqual(lost)
    expect(await partsOf(database)).toBe(0)
    expect(await store.latest('anna', now)).toBeNull()
    expect(await ask('export-2', 'anna', later(1))).toBe(true)
  })

  test('end for their worker when the account is deleted', async () => {
    await ask()
    const work = await taken()
    await exports.add(work, piece(1, 'abc'), progress, now)
    await database.deleteFrom('users').where('id', '=', 'anna').execute()
    await expect(exports.add(work, piece(2, 'def'), progress, now)).rejects.toEqual(lost)
    await exports.letGo(work, true, now)
    expect(await partsOf(database)).toBe(0)
  })

  test('wait for the next attempt after a failure, and are given up after the last', async () => {
    await ask()
    await exports.letGo(await taken(), false, now)
    expect(await store.latest('anna', now)).toMatchObject({ state: 'WAITING' })
    const work = await taken()
    await exports.add(work, piece(1, 'abc'), progress, now)
    await exports.letGo(work, true, now)
    expect(await store.latest('anna', now)).toMatchObject({ state: 'FAILED' })
    expect(await partsOf(database)).toBe(0)
    expect(await ask('export-2', 'anna', later(1))).toBe(true)
  })

  test('are replaced by the next one, with their file and their link', async () => {
    await mailed()
    expect(await ask('export-2', 'anna', later(1))).toBe(true)
    expect(await store.byToken(link.hash, now)).toBe('gone')
    expect(await partsOf(database)).toBe(0)
    expect(await store.latest('anna', now)).toMatchObject({ state: 'WAITING' })
  })

  test('are gone at their end, and their link says so until they are forgotten', async () => {
    await mailed()
    const end = new Date(now.getTime() + dataExportLimits.keptDays * dayMs)
    expect(await store.byToken(link.hash, new Date(end.getTime() - 1))).toMatchObject({ id: 'export-1' })
    expect(await store.byToken(link.hash, end)).toBe('gone')
    expect(await store.latest('anna', end)).toMatchObject({ state: 'EXPIRED' })
    await store.purge(end)
    expect(await partsOf(database)).toBe(0)
    expect(await store.latest('anna', end)).toMatchObject({ state: 'EXPIRED' })
    await deleteOld(database, new Date(end.getTime() + rememberedDays * dayMs + 1))
    expect(await store.byToken(link.hash, end)).toBeNull()
    expect(await store.latest('anna', end)).toBeNull()
  })

  test.each([
    ['has another address by now', { email: 'new@example.org' }],
    ['is disabled', { disabled_at: now }],
  ])('are not opened by a link when the account %s', async (_, change) => {
    await mailed()
    await database.updateTable('users').set(change).where('id', '=', 'anna').execute()
    expect(await store.byToken(link.hash, now)).toBe('gone')
    expect(await store.byToken(hashOf('other'), now)).toBeNull()
  })

  test('are told of by one e-mail, whose link stays the same however often it is tried', async () => {
    await made()
    const words = { kind: 'data-export', about: ['export-1'], user_id: 'anna', words: 'link', state: 'QUEUED' }
    expect([await messages(), await emails.unmailed()]).toEqual([[words], []])
    for (const tried of [now, later(1)]) {
      expect(await emails.beginEmail('export-1', link.hash, tried)).toMatchObject({ email: 'anna@example.org' })
      expect(await store.byToken(link.hash, tried)).toMatchObject({ id: 'export-1' })
    }
  })

  test('are ready and told of, or neither, whichever statement of it their worker is killed at', async () => {
    for (let [statements, isThrough] = [0, false]; !isThrough; statements += 1) {
      await emptyTables(database)
      await insertUser(database, 'anna', now)
      const work = await written()
      isThrough = await isDoneWithin(statements, database, (dying) =>
        createTakenExportsStore(dying).finish(work, 3, link, now),
      )
      const found = [(await store.latest('anna', now))?.state, (await messages()).length]
      expect(found, `killed at ${statements}`).toEqual(isThrough ? ['READY', 1] : ['RUNNING', 0])
    }
  })

  test('that a version before has made get their e-mail here, once', async () => {
    await made()
    await database.deleteFrom('messages').execute()
    await database.updateTable('data_exports').set({ mail_queued_at: null, token_hash: null }).execute()
    expect(await emails.unmailed()).toEqual([anExport])
    await Promise.all(['a', 'b', 'c'].map((name) => emails.addEmail(anExport, secretOf(name), now)))
    expect(await emails.unmailed()).toEqual([])
    const added = await messages()
    expect(added).toMatchObject([{ kind: 'data-export', about: ['export-1'], user_id: 'anna' }])
    const token = added[0]?.words ?? ''
    for (const name of ['a', 'b', 'c']) {
      const begun = await emails.beginEmail('export-1', hashOf(name), now)
      expect(begun?.email).toBe(name === token ? 'anna@example.org' : undefined)
    }
  })

  test('are not told of once they are gone', async () => {
    await mailed()
    await store.remove('anna', now)
    expect(await emails.beginEmail('export-1', link.hash, now)).toBeNull()
  })

  test('by support are written down before they are made, and their owner is told', async () => {
    const handOut = (email: string) => store.handOut({ id: 'export-1', email, secret: link, at: now })
    expect(await handOut('nobody@example.org')).toBeNull()
    expect(await handOut('Anna@example.org')).toEqual({ userId: 'anna' })
    expect(await kindsOf(database, 'anna')).toEqual(['data-exported'])
    expect(await store.latest('anna', now)).toBeNull()
    expect(await exports.take('worker', now)).toBeNull()
    expect([await messages(), await emails.unmailed()]).toMatchObject([[{ kind: 'data-export' }], []])
    expect(await emails.beginEmail('export-1', link.hash, now)).toEqual({ email: 'anna@example.org', expiresAt: null })
    expect(await store.byToken(link.hash, now)).toBe('gone')
  })

  test('by support do not hide what their owner asked for', async () => {
    await made()
    const handedOut = { id: 'export-2', email: 'anna@example.org', secret: secretOf('other'), at: later(60) }
    expect(await store.handOut(handedOut)).toEqual({ userId: 'anna' })
    expect(await store.latest('anna', later(60))).toMatchObject({ state: 'READY' })
  })
})

async function kindsOf(database: Database, userId: string): Promise<string[]> {
  const rows = await database
    .selectFrom('activities')
    .select('kind')
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map(({ kind }) => kind)
}

async function partsOf(database: Database): Promise<number> {
  return (await database.selectFrom('data_export_parts').select('number').execute()).length
}
