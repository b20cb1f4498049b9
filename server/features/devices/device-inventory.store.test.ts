import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { inventoryServerLimits } from '#contract/devices/devices-limits.ts'
import { describeOnBothDatabases, describeOnPostgres } from '#server/db/testing/databases.ts'
import { connectGated } from '#server/db/testing/gated.ts'
import { up as uniqueSecrets } from '#server/db/migrations/0043_unique_secrets.ts'
import { createReceptionService } from '#server/features/reception/reception.service.ts'
import { createReceptionStore } from '#server/features/reception/reception.store.ts'
import { fixReport, putTracker } from '#server/features/reception/testing/trackers.ts'
import { hashOf } from '#server/platform/secrets.ts'
import { insertInventory, insertUser } from '#server/testing/rows.ts'
import { createDeviceInventoryStore } from './device-inventory.store.ts'
import { entry, imei, minutes, now, registering } from './testing/registering.ts'

describeOnBothDatabases('the inventory', (database) => {
  const store = createDeviceInventoryStore(database)
  const register = registering(database)

  test('a repeated import adds nothing twice, and never gives a tracker id to another device', async () => {
    expect(await store.importEntries([entry], now)).toEqual({ outcome: 'imported', added: 1 })
    expect(await store.importEntries([{ ...entry, model: 'Spur 2' }], now)).toEqual({ outcome: 'imported', added: 0 })
    const taken = { outcome: 'taken', written: 0 }
    const other = { ...entry, imei: '350000000000002' }
    expect(await store.importEntries([{ ...other, secretHash: null }], now)).toEqual(taken)
    expect(await store.importEntries([{ ...other, trackerId: null }], now)).toEqual(taken)
    expect(await database.selectFrom('device_inventory').select(['imei', 'model']).execute()).toEqual([
      { imei, model: 'Spur 2' },
    ])
  })

  test('no two trackers have the same secret', async () => {
    await store.importEntries([entry], now)
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

  test('of trackers that shared a secret, the first keeps it and the others get one that nobody knows', async () => {
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

  test('a device is recognised by its secret only once somebody owns it', async () => {
    await insertUser(database, 'a', now)
    await store.importEntries([entry], now)
    expect(await store.bySecret(hashOf('secret'))).toBeNull()
    await register('a')
    expect(await store.bySecret(hashOf('secret'))).toMatchObject({ imei })
    expect(await store.bySecret(hashOf('wrong'))).toBeNull()
  })
})

describeOnPostgres('an import of many trackers', (database, _connection, url) => {
  const operator = connectGated(url, 'an import')
  afterAll(() => operator.close())
  const sold = Array.from({ length: 2 * inventoryServerLimits.importedTogether }, (_, index) => ({
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
  const importAll = () => createDeviceInventoryStore(operator.database).importEntries(sold, now)
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

  test('can be repeated if it was interrupted', async () => {
    let commits = 0
    operator.gate(async (statement) => {
      if (statement === null) commits += 1
      if (commits > 1) throw new Error('cut off')
    })
    await expect(importAll()).rejects.toThrow('cut off')
    operator.gate(async () => undefined)
    expect(await importAll()).toEqual({ outcome: 'imported', added: inventoryServerLimits.importedTogether })
  })
})
