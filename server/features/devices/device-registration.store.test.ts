import { expect, test } from 'vitest'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { expectQueued } from '#server/jobs/testing/expect-queued.ts'
import { refusingQueue } from '#server/jobs/testing/no-queue.ts'
import { deviceAddedMail } from './device-mails.ts'
import { insertInventory, insertUser } from '#server/testing/rows.ts'
import { noQueue } from '#server/jobs/testing/no-queue.ts'
import { hashOfClaimCode } from './claim-code-hash.ts'
import { createDeviceInventoryStore } from './device-inventory.store.ts'
import { createDevicesStore } from './devices.store.ts'
import { entry, imei, now, registering } from './testing/registering.ts'

describeOnBothDatabases('the registration of devices', (database, connection) => {
  const inventory = createDeviceInventoryStore(database)
  const devices = createDevicesStore(database, noQueue)
  const register = registering(database)

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

  test('when two users register one device at once, one gets it; the same user can register it twice', async () => {
    await insertUser(database, 'a', now)
    await insertUser(database, 'b', now)
    await insertInventory(database, imei, now)
    const outcomes = await Promise.all([register('a'), register('b'), register('a')])
    const winner = outcomes[0]?.outcome === 'registered' ? 2 : 1
    expect(outcomes.filter(({ outcome }) => outcome === 'registered')).toHaveLength(winner)
    expect(await database.selectFrom('devices').select('id').execute()).toHaveLength(1)
    expect(await register('a', '999999999999999')).toEqual({ outcome: 'unknown' })
  })

  test('a device with a claim code is unknown without it; the code works once, even if it is imported again', async () => {
    for (const id of ['a', 'b', 'c']) await insertUser(database, id, now)
    const claimed = async (userId: string, code: string | null) =>
      (await register(userId, imei, 5, code === null ? null : hashOfClaimCode(imei, code))).outcome
    const withCode = { ...entry, claimCodeHash: hashOfClaimCode(imei, '7KQ2-M4TX') }
    await inventory.importEntries([withCode], now)
    expect([await claimed('a', null), await claimed('a', 'FALSCH-99')]).toEqual(['unknown', 'unknown'])
    expect(await claimed('a', ' 7kq2 m4tx')).toBe('registered')
    expect(await claimed('b', '7KQ2-M4TX')).toBe('assigned')

    // A second-hand buyer has no card. The device is then as without a code, until the operator enters another one.
    const removeFrom = async (userId: string) => {
      const { id } = await database.selectFrom('devices').select('id').executeTakeFirstOrThrow()
      expect(await devices.remove({ id, userId, now })).toBe('removed')
    }
    await removeFrom('a')
    await inventory.importEntries([withCode], now)
    expect(await claimed('b', null)).toBe('registered')
    await removeFrom('b')
    await inventory.importEntries([{ ...entry, claimCodeHash: hashOfClaimCode(imei, 'ANDERER-1') }], now)
    expect([await claimed('c', '7KQ2-M4TX'), await claimed('c', 'ANDERER-1')]).toEqual(['unknown', 'registered'])
  })

  test('when several devices could finish an account at once, one does, and again after that was taken back', async () => {
    await insertUser(database, 'a', now)
    const imeis = ['350000000000001', '350000000000002', '350000000000003']
    for (const sold of imeis) await insertInventory(database, sold, now)
    const finishWith = (sold: string) => register('a', sold, 5, null, true)
    const outcomes = await Promise.all(imeis.map(finishWith))
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['registered', 'unknown', 'unknown'])
    const [device, ...others] = await devices.list('a', now)
    expect(others).toEqual([])

    await database.updateTable('users').set({ imei_verified_at: null }).execute()
    expect(await finishWith(device?.imei ?? '')).toMatchObject({ outcome: 'registered', isNew: false })
    const { imei_verified_at: at } = await database
      .selectFrom('users')
      .select('imei_verified_at')
      .executeTakeFirstOrThrow()
    expect(at).toEqual(now)
  })

  test('the limit of devices holds when several are registered at once', async () => {
    await insertUser(database, 'a', now)
    const imeis = ['350000000000001', '350000000000002', '350000000000003']
    for (const sold of imeis) await insertInventory(database, sold, now)
    const outcomes = await Promise.all(imeis.map((sold) => register('a', sold, 2)))
    expect(outcomes.filter(({ outcome }) => outcome === 'full')).toHaveLength(1)
  })

  test('a device is registered with the e-mail about it, or neither is there; once more sends none', async () => {
    await insertUser(database, 'a', now)
    await insertInventory(database, imei, now)
    await expectQueued(connection, (queue) => registering(database, queue)('a'), [
      deviceAddedMail,
      { deviceId: 'device-1' },
    ])
    expect(await registering(database, refusingQueue)('a')).toMatchObject({ outcome: 'registered', isNew: false })
  })
})
