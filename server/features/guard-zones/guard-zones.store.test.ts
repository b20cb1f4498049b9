import { expect, test } from 'vitest'
import { guardZonesLimits } from '#contract/guard-zones/guard-zones-limits.ts'
import type { GuardZoneEntry } from '#contract/guard-zones/guard-zones.ts'
import { createGuardZonesStore } from './guard-zones.store.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { insertUser } from '#server/testing/rows.ts'

const now = new Date('2026-11-21T12:00:00Z')
const night = { weekdays: [1, 2, 3, 4, 5, 6, 7], from: '22:00', to: '06:00' }
const home: GuardZoneEntry = {
  name: 'Zuhause',
  latitude: 49.0069,
  longitude: 8.4037,
  radiusMetres: 150,
  sharpness: 'SHARPER',
  schedule: night,
}

describeOnBothDatabases('guard zones', (database) => {
  const store = createGuardZonesStore(database)
  const create = (userId: string, id: string) => store.create({ id, userId, entry: home }, now)

  test('are listed as they were entered, and changed', async () => {
    await insertUser(database, 'a', now)
    await create('a', 'zone')
    expect(await store.list('a')).toEqual([{ id: 'zone', ...home }])
    const entry = { ...home, name: 'Arbeit', sharpness: 'QUIETER' as const, schedule: null }
    expect(await store.change({ id: 'zone', userId: 'a', change: entry }, now)).toEqual({ id: 'zone', ...entry })
    expect(await store.list('a')).toEqual([{ id: 'zone', ...entry }])
  })

  test('are no more than an account may have, also if it makes many at once', async () => {
    await insertUser(database, 'a', now)
    const ids = Array.from({ length: guardZonesLimits.most + 3 }, (_, index) => `zone-${index}`)
    const made = await Promise.all(ids.map((id) => create('a', id)))
    expect(made.filter((each) => each !== 'full')).toHaveLength(guardZonesLimits.most)
    expect(await store.list('a')).toHaveLength(guardZonesLimits.most)
  })

  test('of another account can be neither seen, changed nor removed', async () => {
    await insertUser(database, 'a', now)
    await insertUser(database, 'b', now)
    await create('a', 'zone')
    expect(await store.list('b')).toEqual([])
    expect(await store.change({ id: 'zone', userId: 'b', change: { ...home, name: 'Meins' } }, now)).toBeNull()
    expect(await store.remove('b', 'zone', now)).toBe(false)
    expect(await store.list('a')).toEqual([{ id: 'zone', ...home }])
    expect(await store.remove('a', 'zone', now)).toBe(true)
    expect(await store.remove('a', 'zone', now)).toBe(false)
  })

  test('leave in the account’s log that they changed, but not where they are', async () => {
    await insertUser(database, 'a', now)
    await create('a', 'zone')
    await store.change({ id: 'zone', userId: 'a', change: { ...home, radiusMetres: 500 } }, now)
    await store.remove('a', 'zone', now)
    const written = await database.selectFrom('activities').select(['kind', 'detail']).orderBy('id').execute()
    expect(written).toEqual(
      ['guard-zone-made', 'guard-zone-changed', 'guard-zone-removed'].map((kind) => ({ kind, detail: null })),
    )
  })
})
