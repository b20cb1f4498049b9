import { expect, test } from 'vitest'
import { dayMinutes } from '#contract/base/time-units.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { insertInventory, insertUser } from '#server/testing/rows.ts'
import { noQueue } from '#server/jobs/testing/no-queue.ts'
import { createDevicesStore } from './devices.store.ts'
import { imei, minutes, now, registering } from './testing/registering.ts'

describeOnBothDatabases('devices', (database) => {
  const store = createDevicesStore(database, noQueue)
  const register = registering(database)

  test('online means a sign of life within 15 minutes, licensed a licence that has not ended', async () => {
    await insertUser(database, 'a', now)
    await insertInventory(database, imei, now)
    await register('a')
    const seen = async (at: Date) => (await store.list('a', at))[0]
    await database.updateTable('device_inventory').set({ last_active_at: now }).execute()
    expect(await seen(minutes(15))).toMatchObject({ isOnline: true })
    expect(await seen(minutes(15.1))).toMatchObject({ isOnline: false, lastActiveAt: now.toISOString() })
    expect(await seen(minutes(365 * dayMinutes - 1))).toMatchObject({ hasActiveLicense: true })
    expect(await seen(minutes(365 * dayMinutes))).toMatchObject({ hasActiveLicense: false, activeLicense: null })
  })

  test('an owner’s order holds for the list; what is not named in it comes last, and nobody moves somebody else’s', async () => {
    const imeis = ['350000000000011', '350000000000012', '350000000000013', '350000000000014']
    for (const user of ['b', 'c']) await insertUser(database, user, now)
    for (const each of imeis) await insertInventory(database, each, now)
    const ids: string[] = []
    for (const [index, each] of imeis.entries()) {
      const registered = await register(index < 3 ? 'b' : 'c', each)
      if (registered.outcome === 'registered') ids.push(registered.device.id)
    }
    const [first = '', second = '', third = '', foreign = ''] = ids
    const order = async (user: string) => (await store.list(user, now)).map(({ id }) => id)
    expect(await order('b')).toEqual([first, second, third])
    expect(await store.putInOrder('b', [third, foreign, first])).toBe(false)
    expect(await order('b')).toEqual([first, second, third])
    expect(await store.putInOrder('b', [third, first])).toBe(true)
    expect(await order('b')).toEqual([third, first, second])
    const places = await database.selectFrom('devices').select(['id', 'place_in_order']).execute()
    expect(places.find(({ id }) => id === foreign)).toMatchObject({ place_in_order: null })
    await store.putInOrder('b', [second])
    expect(await order('b')).toEqual([second, first, third])
  })
})
