import { expect, test } from 'vitest'
import { dayMinutes } from '#contract/time-units.ts'
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
})
