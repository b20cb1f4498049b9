import { expect, test } from 'vitest'
import { privacyZonesLimits } from '#contract/privacy-zones/privacy-zones-limits.ts'
import { isHidden } from '#domain/privacy-zones/privacy-zones.ts'
import { destination, distanceMetres } from '#domain/geo/geo.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { createPrivacyZonesStore } from './privacy-zones.store.ts'
import { insertUser } from '#server/testing/rows.ts'

const now = new Date('2026-11-21T12:00:00Z')
const home = { name: 'Zuhause', latitude: 49.0069, longitude: 8.4037, radiusMetres: 200 }

describeOnBothDatabases('privacy zones', (database) => {
  const store = createPrivacyZonesStore(database, Math.random)
  const create = (userId: string, id: string) => store.create({ id, userId, entry: home }, now)

  test('hide the same area each time that they are asked for, and after a change of the name', async () => {
    await insertUser(database, 'a', now)
    await create('a', 'zone')
    const areas = await store.hiddenAreas('a')
    expect(areas).toHaveLength(1)
    expect(isHidden(areas, destination(home, 199, 45))).toBe(true)
    expect(distanceMetres(areas[0]?.centre ?? home, home)).toBeGreaterThan(0)
    await store.change({ id: 'zone', userId: 'a', change: { ...home, name: 'Daheim' } }, now)
    expect(await store.hiddenAreas('a')).toEqual(areas)
    expect(await store.list('a')).toEqual([{ id: 'zone', ...home, name: 'Daheim' }])
  })

  test('are no more than allowed, even of many that are made at once', async () => {
    await insertUser(database, 'a', now)
    const made = await Promise.all(Array.from({ length: 8 }, (_, index) => create('a', `zone-${index}`)))
    expect(made.filter((each) => each !== 'full')).toHaveLength(privacyZonesLimits.most)
    expect(await store.list('a')).toHaveLength(privacyZonesLimits.most)
  })

  test('of one account are neither shown to nor changed nor removed by another', async () => {
    await insertUser(database, 'a', now)
    await insertUser(database, 'b', now)
    await create('a', 'zone')
    expect(await store.list('b')).toEqual([])
    expect(await store.hiddenAreas('b')).toEqual([])
    expect(await store.change({ id: 'zone', userId: 'b', change: { ...home, radiusMetres: 100 } }, now)).toBeNull()
    expect(await store.remove('b', 'zone', now)).toBe(false)
    expect(await store.list('a')).toEqual([{ id: 'zone', ...home }])
    expect(await store.remove('a', 'zone', now)).toBe(true)
    expect(await store.remove('a', 'zone', now)).toBe(false)
  })

  test('are written down for their owner without a name or a place', async () => {
    await insertUser(database, 'a', now)
    await create('a', 'zone')
    await store.change({ id: 'zone', userId: 'a', change: { ...home, radiusMetres: 500 } }, now)
    await store.remove('a', 'zone', now)
    const written = await database
      .selectFrom('activities')
      .selectAll()
      .where('user_id', '=', 'a')
      .orderBy('id')
      .execute()
    expect(written.map(({ kind }) => kind)).toEqual([
      'privacy-zone-made',
      'privacy-zone-changed',
      'privacy-zone-removed',
    ])
    expect(written.map(({ detail }) => detail)).toEqual([null, null, null])
  })
})
