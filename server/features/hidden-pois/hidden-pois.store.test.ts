import { beforeEach, expect, test } from 'vitest'
import { hiddenPoisLimits } from '#contract/hidden-pois/hidden-pois-limits.ts'
import { clockAt } from '#server/db/testing/clock.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { createPoisImport } from '#server/features/pois/pois-import.store.ts'
import { randomId } from '#server/platform/ids.ts'
import { poiRecord } from '#server/testing/poi-records.ts'
import { insertUser } from '#server/testing/rows.ts'
import { deleteOld } from '#server/features/retention/retention.store.ts'
import { createHiddenPoisStore } from './hidden-pois.store.ts'

describeOnBothDatabases('hidden POIs', (database) => {
  const clock = clockAt('2026-11-21T12:00:00.000Z')
  const store = createHiddenPoisStore(database)

  const fill = (sourceIds: readonly string[]) => {
    const records = sourceIds.map((sourceId) => poiRecord({ sourceId }))
    const edition = { source: 'test', attribution: '© Test', edition: 0, at: clock.now(), records }
    return createPoisImport(database, randomId).replace(edition, async () => undefined)
  }
  const idOf = async (sourceId: string) => {
    const row = await database.selectFrom('pois').select('id').where('source_id', '=', sourceId).executeTakeFirst()
    return row?.id ?? ''
  }
  const hide = (userId: string, id: string) => store.hide(userId, id, clock.now())

  beforeEach(async () => {
    for (const name of ['anna', 'ben']) await insertUser(database, name, clock.now())
    await fill(['node/1', 'node/2'])
  })

  test('are hidden for one account and no other, also when asked twice at once, and can be shown again', async () => {
    const id = await idOf('node/1')
    expect(await Promise.all([hide('anna', id), hide('anna', id)])).toEqual([true, true])
    expect([...(await store.idsOf('anna'))]).toEqual([id])
    expect([...(await store.idsOf('ben'))]).toEqual([])
    expect(await store.list('anna')).toEqual([
      expect.objectContaining({ id, poiType: 'SpeedControl', hiddenAt: '2026-11-21T12:00:00.000Z' }),
    ])
    expect(await store.show('ben', id)).toBe(false)
    expect(await store.show('anna', id)).toBe(true)
    expect(await store.list('anna')).toEqual([])
  })

  test('that no source has any more are not listed and are removed', async () => {
    const [gone, stays] = [await idOf('node/1'), await idOf('node/2')]
    await hide('anna', gone)
    await hide('ben', stays)
    await database.deleteFrom('pois').where('id', '=', gone).execute()
    expect(await store.list('anna')).toEqual([])
    await deleteOld(database, new Date('2026-11-22T02:37:00Z'))
    const rows = await database.selectFrom('hidden_pois').select(['user_id', 'poi_id']).execute()
    expect(rows).toEqual([{ user_id: 'ben', poi_id: stays }])
  })

  test('are no more than an account may have; those that are gone do not count', async () => {
    const { most } = hiddenPoisLimits
    await fill(Array.from({ length: most + 1 }, (_, index) => `node/${index + 1}`))
    const rows = await database.selectFrom('pois').select('id').orderBy('id').execute()
    const ids = rows.map(({ id }) => id)
    await database
      .insertInto('hidden_pois')
      .values(ids.slice(1, most).map((id) => ({ user_id: 'anna', poi_id: id, hidden_at: clock.now() })))
      .execute()
    const [first = '', last = ''] = [ids[0], ids[most]]
    expect((await Promise.all([hide('anna', first), hide('anna', last)])).toSorted()).toEqual([false, true])
    await database
      .deleteFrom('pois')
      .where('id', '=', ids[1] ?? '')
      .execute()
    expect(await Promise.all([hide('anna', first), hide('anna', last)])).toEqual([true, true])
  })

  test('go with the account', async () => {
    await hide('anna', await idOf('node/1'))
    await database.deleteFrom('users').where('id', '=', 'anna').execute()
    expect(await database.selectFrom('hidden_pois').selectAll().execute()).toEqual([])
  })
})
