import { expect, test } from 'vitest'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { createDevicesStore } from './devices.store.ts'
import { hashOf } from '#server/secrets.ts'
import { insertInventory, insertUser } from '#server/testing/rows.ts'

const now = new Date('2026-11-21T12:00:00Z')
const minutes = (count: number) => new Date(now.getTime() + count * 60_000)
const imei = '350000000000001'

describeOnBothDatabases('devices', (database) => {
  const store = createDevicesStore(database)
  const entry = {
    imei,
    model: 'Spur',
    trackerId: 'T-1',
    secretHash: hashOf('secret'),
    decryptionSecret: null,
    unprovenProtocols: [],
    clockOffsetMinutes: 0,
    speedUnit: null,
  }
  let keys = 0
  const register = (userId: string, registeredImei = imei, maxDevices = 5) => {
    keys += 1
    return store.register({
      id: `device-${keys}`,
      licence: { id: `licence-${keys}`, key: `key-${keys}` },
      userId,
      imei: registeredImei,
      deviceName: null,
      maxDevices,
      now,
    })
  }

  test('the inventory is imported again without doubling, and never gives a tracker id away', async () => {
    expect(await store.importInventory([entry], now)).toEqual({ added: 1 })
    expect(await store.importInventory([{ ...entry, model: 'Spur 2' }], now)).toEqual({ added: 0 })
    const other = { ...entry, imei: '350000000000002' }
    expect(await store.importInventory([other], now)).toBeNull()
    expect(await database.selectFrom('device_inventory').select(['imei', 'model']).execute()).toEqual([
      { imei, model: 'Spur 2' },
    ])
  })

  test('the first registration starts a START licence for 365 days, the second does not', async () => {
    await insertUser(database, 'a', now)
    await insertInventory(database, imei, now)
    await insertInventory(database, '350000000000002', now)
    expect(await register('a')).toMatchObject({
      outcome: 'registered',
      isNew: true,
      device: {
        hasActiveLicense: true,
        activeLicense: { licenseType: 'START', expiresAt: '2027-11-21T12:00:00.000Z' },
      },
    })
    expect(await register('a', '350000000000002')).toMatchObject({ device: { hasActiveLicense: false } })
  })

  test('of two users who register one device at once, one gets it; the same user registers it twice in peace', async () => {
    await insertUser(database, 'a', now)
    await insertUser(database, 'b', now)
    await insertInventory(database, imei, now)
    const outcomes = await Promise.all([register('a'), register('b'), register('a')])
    const winner = outcomes[0]?.outcome === 'registered' ? 2 : 1
    expect(outcomes.filter(({ outcome }) => outcome === 'registered')).toHaveLength(winner)
    expect(await database.selectFrom('devices').select('id').execute()).toHaveLength(1)
    expect(await register('a', '999999999999999')).toEqual({ outcome: 'unknown' })
  })

  test('of two hand-overs and a removal at once one comes first, and for the others the device is gone', async () => {
    for (const id of ['a', 'b']) await insertUser(database, id, now)
    await database.updateTable('users').set({ email_verified_at: now, imei_verified_at: now }).execute()
    await insertInventory(database, imei, now)
    const registered = await register('a')
    if (registered.outcome !== 'registered') throw new Error(registered.outcome)
    const { id } = registered.device
    const handOver = (newId: string) =>
      store.handOver({ id, userId: 'a', newId, recipientEmail: 'b@example.org', maxDevices: 5, now })
    const outcomes = await Promise.all([handOver('new-1'), handOver('new-2'), store.remove({ id, userId: 'a', now })])
    expect(outcomes.filter((outcome) => outcome === 'handed over' || outcome === true)).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'gone' || outcome === false)).toHaveLength(2)
  })

  test('the limit of devices holds when several are registered at once', async () => {
    await insertUser(database, 'a', now)
    const imeis = ['350000000000001', '350000000000002', '350000000000003']
    for (const sold of imeis) await insertInventory(database, sold, now)
    const outcomes = await Promise.all(imeis.map((sold) => register('a', sold, 2)))
    expect(outcomes.filter(({ outcome }) => outcome === 'full')).toHaveLength(1)
  })

  test('online is a sign of life within 15 minutes, licensed a licence that has not ended', async () => {
    await insertUser(database, 'a', now)
    await insertInventory(database, imei, now)
    await register('a')
    const seen = async (at: Date) => (await store.list('a', at))[0]
    await database.updateTable('device_inventory').set({ last_active_at: now }).execute()
    expect(await seen(minutes(15))).toMatchObject({ isOnline: true })
    expect(await seen(minutes(15.1))).toMatchObject({ isOnline: false, lastActiveAt: now.toISOString() })
    expect(await seen(minutes(365 * 24 * 60 - 1))).toMatchObject({ hasActiveLicense: true })
    expect(await seen(minutes(365 * 24 * 60))).toMatchObject({ hasActiveLicense: false, activeLicense: null })
  })

  test('a device is known by its secret only once somebody owns it', async () => {
    await insertUser(database, 'a', now)
    await store.importInventory([entry], now)
    expect(await store.bySecret(hashOf('secret'))).toBeNull()
    await register('a')
    expect(await store.bySecret(hashOf('secret'))).toMatchObject({ imei })
    expect(await store.bySecret(hashOf('wrong'))).toBeNull()
  })
})
