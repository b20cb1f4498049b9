import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { serverLimits } from '#contract/server-limits.ts'
import { up as uniqueSecrets } from '#server/db/migrations/0043_unique_secrets.ts'
import { describeOnBothDatabases, describeOnPostgres } from '#server/db/testing/databases.ts'
import { connectGated } from '#server/db/testing/gated.ts'
import { hashOfClaimCode } from './claim-code-hash.ts'
import { createDeviceOffersStore } from './device-offers.store.ts'
import { createDevicesStore } from './devices.store.ts'
import { hashOf } from '#server/secrets.ts'
import { createReceptionService } from '#server/features/tracking/reception.service.ts'
import { createReceptionStore } from '#server/features/tracking/reception.store.ts'
import { fixReport, putTracker } from '#server/features/tracking/testing/trackers.ts'
import { insertInventory, insertSession, insertUser } from '#server/testing/rows.ts'

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
    claimCodeHash: null,
  }
  let keys = 0
  const register = (
    userId: string,
    registeredImei = imei,
    maxDevices = 5,
    claimCodeHash: Buffer | null = null,
    finishesAccount = false,
  ) => {
    keys += 1
    return store.register({
      id: `device-${keys}`,
      licence: { id: `licence-${keys}`, key: `key-${keys}` },
      userId,
      imei: registeredImei,
      deviceName: null,
      claimCodeHash,
      finishesAccount,
      maxDevices,
      now,
    })
  }

  test('the inventory is imported again without doubling, and never gives a tracker id away', async () => {
    expect(await store.importInventory([entry], now)).toEqual({ outcome: 'imported', added: 1 })
    expect(await store.importInventory([{ ...entry, model: 'Spur 2' }], now)).toEqual({ outcome: 'imported', added: 0 })
    const taken = { outcome: 'taken', written: 0 }
    const other = { ...entry, imei: '350000000000002' }
    expect(await store.importInventory([{ ...other, secretHash: null }], now)).toEqual(taken)
    expect(await store.importInventory([{ ...other, trackerId: null }], now)).toEqual(taken)
    expect(await database.selectFrom('device_inventory').select(['imei', 'model']).execute()).toEqual([
      { imei, model: 'Spur 2' },
    ])
  })

  test('no two trackers have the same secret', async () => {
    await store.importInventory([entry], now)
    const doubled = database
      .insertInto('device_inventory')
      .values({
        imei: '350000000000002',
        model: 'Spur',
        secret_hash: hashOf('secret'),
        imported_at: now,
        clock_offset_minutes: 0,
        unproven_protocols: [],
      })
      .execute()
    await expect(doubled).rejects.toThrow('device_inventory_secret')
  })

  test('trackers that shared a secret are told apart: the first keeps it, the others get one that nobody knows', async () => {
    await sql`drop index device_inventory_secret`.execute(database)
    const [earlier, later, alone] = ['350000000000002', '350000000000001', '350000000000003']
    for (const [sold, secret] of [
      [earlier, 'shared'],
      [later, 'shared'],
      [alone, 'own'],
    ] as const) {
      await insertInventory(database, sold ?? '', sold === earlier ? minutes(-1) : now)
      await database
        .updateTable('device_inventory')
        .set({ secret_hash: hashOf(secret) })
        .where('imei', '=', sold ?? '')
        .execute()
    }
    await uniqueSecrets(database.withTables<never>())
    const rows = await database.selectFrom('device_inventory').select(['imei', 'secret_hash']).orderBy('imei').execute()
    const secrets = new Map(rows.map((row) => [row.imei, row.secret_hash]))
    expect(secrets.get(earlier ?? '')).toEqual(hashOf('shared'))
    expect(secrets.get(alone ?? '')).toEqual(hashOf('own'))
    expect(secrets.get(later ?? '')).toHaveLength(32)
    expect(secrets.get(later ?? '')).not.toEqual(hashOf('shared'))
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
    const recipientEmail = 'b@example.org'
    const sessionId = await insertSession(database, 'a', now)
    const offer = { id, userId: 'a', sessionId, email: recipientEmail, expiresAt: minutes(1) }
    expect(await createDeviceOffersStore(database).offer(offer)).toBe('offered')
    const handOver = (newId: string) => store.handOver({ id, userId: 'a', newId, recipientEmail, maxDevices: 5, now })
    const outcomes = await Promise.all([handOver('new-1'), handOver('new-2'), store.remove({ id, userId: 'a', now })])
    expect(outcomes.filter((outcome) => outcome === 'handed over' || outcome === true)).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'gone' || outcome === false)).toHaveLength(2)
  })

  test('a device with a claim code is unknown without it; it counts once, also after it was imported again', async () => {
    for (const id of ['a', 'b', 'c']) await insertUser(database, id, now)
    const claimed = async (userId: string, code: string | null) =>
      (await register(userId, imei, 5, code === null ? null : hashOfClaimCode(imei, code))).outcome
    const withCode = { ...entry, claimCodeHash: hashOfClaimCode(imei, '7KQ2-M4TX') }
    await store.importInventory([withCode], now)
    expect([await claimed('a', null), await claimed('a', 'FALSCH-99')]).toEqual(['unknown', 'unknown'])
    expect(await claimed('a', ' 7kq2 m4tx')).toBe('registered')
    expect(await claimed('b', '7KQ2-M4TX')).toBe('assigned')

    // Who has bought it second-hand has no card: as without a code, until the operator attaches another one.
    const removeFrom = async (userId: string) => {
      const { id } = await database.selectFrom('devices').select('id').executeTakeFirstOrThrow()
      expect(await store.remove({ id, userId, now })).toBe(true)
    }
    await removeFrom('a')
    await store.importInventory([withCode], now)
    expect(await claimed('b', null)).toBe('registered')
    await removeFrom('b')
    await store.importInventory([{ ...entry, claimCodeHash: hashOfClaimCode(imei, 'ANDERER-1') }], now)
    expect([await claimed('c', '7KQ2-M4TX'), await claimed('c', 'ANDERER-1')]).toEqual(['unknown', 'registered'])
  })

  test('of several devices that finish an account at once one does; it does so again where that was taken back', async () => {
    await insertUser(database, 'a', now)
    const imeis = ['350000000000001', '350000000000002', '350000000000003']
    for (const sold of imeis) await insertInventory(database, sold, now)
    const finishWith = (sold: string) => register('a', sold, 5, null, true)
    const outcomes = await Promise.all(imeis.map(finishWith))
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['registered', 'unknown', 'unknown'])
    const [device, ...others] = await store.list('a', now)
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

describeOnPostgres('an import of many trackers', (database, _connection, url) => {
  const operator = connectGated(url, 'an import')
  afterAll(() => operator.close())
  const sold = Array.from({ length: 2 * serverLimits.inventory.importedTogether }, (_, index) => ({
    imei: String(350_000_000_000_000 + index),
    model: 'Spur 2',
    trackerId: null,
    secretHash: null,
    decryptionSecret: null,
    clockOffsetMinutes: 0,
    speedUnit: null,
    claimCodeHash: null,
    unprovenProtocols: [],
  }))
  const [first, last] = [sold.at(0)?.imei ?? '', sold.at(-1)?.imei ?? '']
  const importAll = () => createDevicesStore(operator.database).importInventory(sold, now)
  const { receive } = createReceptionService({
    store: createReceptionStore(database, null),
    log: pino({ level: 'silent' }),
    ownClock: null,
  })
  const report = (sender: string) => receive(fixReport(sender, now.toISOString()), now)

  test('holds no tracker for longer than its own step', async () => {
    for (const imei of [first, last]) await putTracker(database, minutes(-60), { imei, owner: `owner of ${imei}` })
    const commits: (() => Promise<void>)[] = [
      async () => expect(await report(last)).toBe('STORED'),
      async () => expect(await report(first)).toBe('STORED'),
    ]
    operator.gate(async (statement) => {
      if (statement === null) await commits.shift()?.()
    })
    expect(await importAll()).toEqual({ outcome: 'imported', added: sold.length - 2 })
    expect(commits).toEqual([])
  })

  test('can be repeated where it did not come to its end', async () => {
    let commits = 0
    operator.gate(async (statement) => {
      if (statement === null) commits += 1
      if (commits > 1) throw new Error('cut off')
    })
    await expect(importAll()).rejects.toThrow('cut off')
    operator.gate(async () => undefined)
    expect(await importAll()).toEqual({ outcome: 'imported', added: serverLimits.inventory.importedTogether })
  })
})
