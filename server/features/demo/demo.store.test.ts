import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { demoWorldServerLimits } from '#contract/limits/demo-limits.ts'
import { minuteMs, secondMs } from '#contract/base/time-units.ts'
import { demoDevices } from '#domain/demo/demo-devices.ts'
import { demoPois } from '#domain/demo/demo-pois.ts'
import { readSettings } from '#server/config.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { buildDemo } from './demo.feature.ts'
import { createDemoStore } from './demo.store.ts'
import { pauseAt } from '#domain/alarms/pauses.ts'
import { createAlarmsStore } from '#server/features/alarms/alarms.store.ts'
import { createVehiclesStore } from '#server/features/vehicles/vehicles.store.ts'
import { createDevicesStore } from '#server/features/devices/devices.store.ts'
import { hooks } from '#server/hooks.ts'
import { insertDevice, insertUser } from '#server/testing/rows.ts'
import { noQueue } from '#server/jobs/testing/no-queue.ts'

const now = new Date('2026-11-21T12:00:00Z')
const aWeekLater = new Date('2026-11-28T12:00:00Z')

describeOnBothDatabases('the demo world', (database) => {
  const demo = createDemoStore(database, hooks)

  test('has a device of each kind: online, silent, unlicensed, and with a licence that ends soon', async () => {
    await demo.build(now)
    const devices = await createDevicesStore(database, noQueue).list('demo', now)
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

  test('is dated from the present again at every start, and never there twice', async () => {
    await demo.build(now)
    await demo.build(aWeekLater)
    const counted = await sql<{ pois: string; devices: string }>`
      select (select count(*) from pois) as pois, (select count(*) from devices) as devices`.execute(database)
    expect(counted.rows).toEqual([{ pois: String(demoPois().length), devices: String(demoDevices.length) }])
    const { rows } = await sql<{ oldest: Date; newest: Date }>`
      select min(recorded_at) as oldest, max(recorded_at) as newest from positions`.execute(database)
    expect(rows[0]?.newest.getTime()).toBe(aWeekLater.getTime() - 2 * minuteMs)
    expect(rows[0]?.oldest.getTime()).toBeGreaterThan(now.getTime())
  })

  test('is alive while somebody looks at it, dated anew when it has become old, and otherwise left alone', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const settings = readSettings({ DEMO: '1' })
    const clock = { time: now, now: () => clock.time }
    let isLookedAt = false
    const { watch } = buildDemo({ settings, database, clock }, { hooks })
    /** After a look at a later time: minutes since the last sign of life of each device, and since the world was built. */
    const agesAfter = async (minutes: number) => {
      clock.time = new Date(now.getTime() + minutes * minuteMs)
      const stop = watch(() => isLookedAt, pino({ enabled: false }))
      vi.advanceTimersByTime(demoWorldServerLimits.lookSeconds * secondMs)
      await stop()
      const devices = await createDevicesStore(database, noQueue).list('demo', clock.time)
      const seenAt = devices.map(({ lastActiveAt }) => Date.parse(lastActiveAt ?? ''))
      const builtAt = await demo.builtAt()
      return [...seenAt, builtAt?.getTime() ?? Number.NaN].map((at) => (clock.time.getTime() - at) / minuteMs)
    }
    await demo.build(now)
    const [reports, isSilent, hasNoLicence, reportsToo] = [1, 4320, 45, 2]
    expect(await agesAfter(30)).toEqual([reports + 30, isSilent + 30, hasNoLicence + 30, reportsToo + 30, 30])
    isLookedAt = true
    expect(await agesAfter(30)).toEqual([reports, isSilent + 30, hasNoLicence + 30, reportsToo, 30])
    expect(await agesAfter(361)).toEqual([reports, isSilent, hasNoLicence, reportsToo, 0])
    vi.useRealTimers()
  })

  test('has one that stands with its alarm armed, and was heard last: it is shown first', async () => {
    await demo.build(now)
    const [first] = (await createDevicesStore(database, noQueue).list('demo', now)).toSorted((one, other) =>
      (other.lastActiveAt ?? '').localeCompare(one.lastActiveAt ?? ''),
    )
    const guard = (await createAlarmsStore(database).guardsOf('demo', now)).get(first?.id ?? '')
    expect([first?.id, guard && pauseAt(guard, now)]).toEqual(['demo-device-1', null])
    const { position } =
      (await createVehiclesStore(database).seen(['demo-device-1'], { since: new Date(0), until: now })).get(
        'demo-device-1',
      ) ?? {}
    expect(position?.speed).toBe(0)
  })

  test('has one that is ridden with its alarm paused, and new positions for as long as somebody looks', async () => {
    const ridden = 'demo-device-4'
    const stateOfRidden = async (at: Date) => {
      const seen = await createVehiclesStore(database).seen([ridden], { since: now, until: at })
      const guard = (await createAlarmsStore(database).guardsOf('demo', at)).get(ridden)
      return [seen.get(ridden)?.position.recordedAt, guard === undefined ? null : pauseAt(guard, at)?.kind]
    }
    const after = (minutes: number) => new Date(now.getTime() + minutes * minuteMs)
    await demo.build(now)
    expect(await stateOfRidden(after(1))).toEqual([undefined, 'RIDE'])
    for (const minutes of [20, 21, 21.5]) await demo.beat(now, after(minutes))
    expect(await stateOfRidden(after(22))).toEqual([after(19.5).toISOString(), 'RIDE'])
    const stored = await database
      .selectFrom('positions')
      .select('recorded_at')
      .where('device_id', '=', ridden)
      .execute()
    expect(stored).toHaveLength(4 * 76 + 1 + 4 * 21 + 2)
  })

  test('shows the alarm of the theft that its dossier is about, and sends nothing about it', async () => {
    await demo.build(now)
    const alarms = await createAlarmsStore(database).latest('demo-device-2', new Date(0))
    expect(alarms).toMatchObject([{ kind: 'MOVEMENT', letter: { state: 'DELIVERED' } }])
    const [alarm] = alarms
    expect(alarm?.acknowledgedAt).not.toBeNull()
    expect(alarm?.place?.recordedAt).toBe(alarm?.detectedAt)
    const waiting = await database.selectFrom('messages').select('id').where('state', '=', 'QUEUED').execute()
    expect(waiting).toEqual([])
  })

  test('is removed without a trace and without touching real data', async () => {
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
      'closures',
    ] as const
    const counts: number[] = []
    for (const table of tables)
      counts.push((await sql`select 1 from ${sql.table(table)}`.execute(database)).rows.length)
    expect(counts).toEqual([1, 1, 1, 0, 0, 0, 0, 0, 0, 0])
  })
})
