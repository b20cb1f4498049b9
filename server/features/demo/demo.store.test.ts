import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { demoDevices, demoPois } from '#domain/demo.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { createDemoStore } from './demo.store.ts'
import { createDevicesStore } from '#server/features/devices/devices.store.ts'
import { keepPositions } from '#server/features/tracking/reception.store.ts'
import { insertDevice, insertUser } from '#server/testing/rows.ts'

const now = new Date('2026-11-21T12:00:00Z')
const aWeekLater = new Date('2026-11-28T12:00:00Z')

describeOnBothDatabases('the demo world', (database) => {
  const demo = createDemoStore(database, keepPositions)

  test('has a device of each kind: online, silent, unlicensed, licence about to end', async () => {
    await demo.build(now)
    const devices = await createDevicesStore(database).list('demo', now)
    expect(devices.map(({ isOnline, hasActiveLicense, demo: sample }) => [isOnline, hasActiveLicense, sample])).toEqual(
      [
        [true, true, true],
        [false, true, true],
        [false, false, true],
        [true, true, true],
      ],
    )
    const licences = await database.selectFrom('licences').select('licence_type').execute()
    expect(new Set(licences.map(({ licence_type }) => licence_type)).size).toBe(4)
  })

  test('is dated from the present again at every start, and never twice there', async () => {
    await demo.build(now)
    await demo.build(aWeekLater)
    const { rows } = await sql<{ pois: string; devices: string; oldest: Date; newest: Date }>`
      select (select count(*) from pois) as pois, (select count(*) from devices) as devices,
        min(recorded_at) as oldest, max(recorded_at) as newest from positions`.execute(database)
    expect(rows[0]).toMatchObject({ pois: String(demoPois().length), devices: String(demoDevices.length) })
    expect(rows[0]?.newest.getTime()).toBe(aWeekLater.getTime() - 2 * 60_000)
    expect(rows[0]?.oldest.getTime()).toBeGreaterThan(now.getTime())
  })

  test('goes without a trace and without touching what is real', async () => {
    await insertUser(database, 'real', now)
    await insertDevice(database, { id: 'd', userId: 'real', imei: '350000000000001' }, now)
    await demo.build(now)
    await demo.remove()
    const tables = [
      'users',
      'devices',
      'device_inventory',
      'licences',
      'positions',
      'dossiers',
      'dossier_changes',
      'pois',
      'weather_warnings',
    ] as const
    const counts: number[] = []
    for (const table of tables)
      counts.push((await sql`select 1 from ${sql.table(table)}`.execute(database)).rows.length)
    expect(counts).toEqual([1, 1, 1, 0, 0, 0, 0, 0, 0])
  })
})
