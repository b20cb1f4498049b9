import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { minuteMs } from '#contract/base/time-units.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { createDevicesStore } from '#server/features/devices/devices.store.ts'
import type { Report } from '#server/protocols/protocol.ts'
import { noQueue } from '#server/jobs/testing/no-queue.ts'
import { createReceptionService } from './reception.service.ts'
import { createReceptionStore } from './reception.store.ts'
import { fixReport, putTracker } from './testing/trackers.ts'

const now = new Date('2026-03-29T12:00:00.000Z')
const imei = '350000000000001'
const log = pino({ level: 'silent' })

describeOnBothDatabases('the health of a device', (database) => {
  let receive: ReturnType<typeof createReceptionService>['receive']
  beforeEach(() => {
    receive = createReceptionService({ store: createReceptionStore(database, null), log }).receive
  })

  const health = async (id = `device-${imei}`) => {
    const found = await createDevicesStore(database, noQueue).find(id, now)
    return found && { battery: found.battery, externalPower: found.externalPower }
  }
  const report = (said: Partial<Report>): Report => ({ ...fixReport(imei, '2026-03-29T11:59:00Z'), fix: null, ...said })

  test('is unknown until its tracker reports it', async () => {
    await putTracker(database, now, { imei })
    await receive(report({}), now)
    expect(await health()).toEqual({ battery: null, externalPower: null })
  })

  test.each([
    ['while it is recorded', {}],
    ['while tracking was never switched on', { mode: null }],
    ['without a licence', { licenceDays: null }],
  ])('is kept %s: it is a sign of life, no position', async (_name, tracker) => {
    await putTracker(database, now, { imei, ...tracker })
    await receive(report({ battery: 78, charging: true }), now)
    const at = now.toISOString()
    expect(await health()).toEqual({
      battery: { percent: 78, volts: null, at },
      externalPower: { connected: true, at, since: null },
    })
  })

  test('says without a place that the tracker has one, also while tracking was never switched on', async () => {
    await putTracker(database, now, { imei, mode: null })
    const hasFix = async () => (await createDevicesStore(database, noQueue).find(`device-${imei}`, now))?.hasFix
    await receive(report({ battery: 78 }), now)
    expect(await hasFix()).toBe(false)
    await receive(report({ fix: fixReport(imei, '2026-03-29T11:59:30Z').fix }), now)
    expect(await hasFix()).toBe(true)
    expect(await database.selectFrom('positions').select('device_id').execute()).toEqual([])
  })

  test('says since when the power is cut, however many reports come together', async () => {
    await putTracker(database, now, { imei })
    const minute = (minutes: number) => new Date(now.getTime() + minutes * minuteMs)
    const powers = [true, true, false, false]
    await Promise.all(
      powers.map((externalPower, index) => receive(report({ health: { externalPower } }), minute(index))),
    )
    await receive(report({ health: { externalPower: false, batteryVolts: 3.9 } }), minute(9))
    expect(await health()).toEqual({
      battery: { percent: null, volts: expect.closeTo(3.9), at: minute(9).toISOString() },
      externalPower: { connected: false, at: minute(9).toISOString(), since: minute(2).toISOString() },
    })
  })

  test('is not made older by a buffer that is emptied', async () => {
    await putTracker(database, now, { imei })
    await receive({ ...fixReport(imei, '2026-03-29T11:59:00Z'), battery: 40 }, now)
    await receive({ ...fixReport(imei, '2026-03-29T09:00:00Z'), battery: 95 }, now)
    await receive({ ...fixReport(imei, '2026-03-01T09:00:00Z'), battery: 99 }, now)
    expect((await health())?.battery).toEqual({ percent: 40, volts: null, at: '2026-03-29T11:59:00.000Z' })
  })

  test('is not of the future, whatever its tracker takes the time to be', async () => {
    await putTracker(database, now, { imei })
    await receive({ ...fixReport(imei, '2031-03-29T11:59:00Z'), battery: 40 }, now)
    expect((await health())?.battery?.at).toBe(now.toISOString())
  })

  test('is rounded to what its columns hold, however small a number its tracker sends', async () => {
    await putTracker(database, now, { imei })
    const tiny = { battery: 1e-50, health: { batteryVolts: 1e-50 } }
    expect(await receive({ ...fixReport(imei, '2026-03-29T11:59:00Z'), ...tiny }, now)).toBe('STORED')
    expect((await health())?.battery).toEqual({ percent: 0, volts: 0, at: '2026-03-29T11:59:00.000Z' })
  })

  test('is kept of devices alone, and goes with them', async () => {
    await putTracker(database, now, { imei })
    await putTracker(database, now, { imei: '350000000000002', owner: null })
    await receive(report({ battery: 78 }), now)
    await receive(report({ identity: '350000000000002', battery: 78 }), now)
    const kept = () => database.selectFrom('device_health').select('device_id').execute()
    expect(await kept()).toEqual([{ device_id: `device-${imei}` }])
    await createDevicesStore(database, noQueue).remove({ id: `device-${imei}`, userId: 'owner', now })
    expect(await kept()).toEqual([])
  })
})
