import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import { minuteMs, hourMs } from '#contract/base/time-units.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { createClockCorrectionStore } from '#server/features/devices/clock-correction.store.ts'
import { createDeviceInventoryStore } from '#server/features/devices/device-inventory.store.ts'
import { hooks } from '#server/hooks.ts'
import { createDevicesStore } from '#server/features/devices/devices.store.ts'
import type { Report } from '#server/protocols/protocol.ts'
import { noQueue } from '#server/jobs/testing/no-queue.ts'
import { createReceptionService } from './reception.service.ts'
import { createReceptionStore } from './reception.store.ts'
import { fixReport, putTracker } from './testing/trackers.ts'

const log = pino({ level: 'silent' })
const now = new Date('2026-03-29T12:00:00.000Z')
const imei = '350000000000001'
const id = `device-${imei}`
const sold = {
  imei,
  model: 'Spur',
  trackerId: null,
  secretHash: null,
  decryptionSecret: null,
  unprovenProtocols: [],
  speedUnit: null,
  claimCodeHash: null,
}
const minute = (minutes: number) => new Date(now.getTime() + minutes * minuteMs)

describeOnBothDatabases('the last loss of a device', (database) => {
  let receive: ReturnType<typeof createReceptionService>['receive']
  beforeEach(() => {
    receive = createReceptionService({ store: createReceptionStore(database, null), log }).receive
  })

  const devices = createDevicesStore(database, noQueue)
  const clocks = createClockCorrectionStore(database, hooks)
  const loss = async () => (await devices.find(id, now))?.loss
  const kept = () => database.selectFrom('device_losses').select('device_id').execute()
  const aheadBy = (hours: number, at: Date): Report =>
    fixReport(imei, new Date(at.getTime() + hours * hourMs).toISOString())
  const heartbeat: Report = { ...fixReport(imei, now.toISOString()), fix: null }

  test('reports a clock on the time of another zone until a position is kept', async () => {
    await putTracker(database, now, { imei })
    expect(await loss()).toBeNull()
    await receive(aheadBy(8, now), now)
    await receive(heartbeat, minute(1))
    const expected = { reason: 'IN_THE_FUTURE', at: now.toISOString(), clockAheadMinutes: 480 }
    expect(await loss()).toEqual(expected)
    await receive(aheadBy(2, minute(2)), minute(2))
    expect(await loss()).toEqual({ ...expected, at: minute(2).toISOString(), clockAheadMinutes: 120 })
    await receive(aheadBy(0, minute(3)), minute(3))
    expect(await loss()).toBeNull()
    expect(await kept()).toEqual([])
  })

  test('is of each of several devices its own', async () => {
    const other = '350000000000002'
    await putTracker(database, now, { imei })
    await putTracker(database, now, { imei: other })
    await receive(aheadBy(8, now), now)
    await Promise.all([
      receive(fixReport(imei, now.toISOString()), minute(1)),
      receive(fixReport(other, now.toISOString(), { flag: 'LAST_KNOWN' }), minute(1)),
    ])
    expect(await kept()).toEqual([{ device_id: `device-${other}` }])
  })

  test.each<[string, Parameters<typeof putTracker>[2], Partial<Report>]>([
    ['of a device nobody owns', { imei, owner: null }, {}],
    ['while tracking is off', { imei, mode: null }, {}],
    ['that somebody kept and sends again', { imei }, { isReplay: true }],
  ])('is not what comes %s', async (_name, tracker, said) => {
    await putTracker(database, now, tracker)
    await receive({ ...aheadBy(8, now), ...said }, now)
    expect(await kept()).toEqual([])
  })

  test('goes with the device, and when tracking is switched off', async () => {
    await putTracker(database, now, { imei })
    await receive(aheadBy(8, now), now)
    await database.updateTable('tracking_settings').set({ enabled: false }).execute()
    await receive(heartbeat, minute(1))
    expect(await kept()).toEqual([])
    await database.updateTable('tracking_settings').set({ enabled: true }).execute()
    await receive(aheadBy(8, minute(2)), minute(2))
    expect(await kept()).toHaveLength(1)
    await devices.remove({ id, userId: 'owner', now })
    expect(await kept()).toEqual([])
  })

  describe('offers how far the clock is ahead', () => {
    test('which is taken over once, added to what is known, and makes the next position kept', async () => {
      await putTracker(database, now, { imei, clockOffsetMinutes: -60 })
      await receive(aheadBy(7, now), now)
      expect(await loss()).toMatchObject({ clockAheadMinutes: 480 })
      expect(await clocks.correctClock(id, 480)).toBe(true)
      expect(await loss()).toBeNull()
      expect(await clocks.correctClock(id, 480)).toBe(false)
      expect(await receive(aheadBy(7, minute(1)), minute(1))).toBe('STORED')
      const { recorded_at } = await database.selectFrom('positions').select('recorded_at').executeTakeFirstOrThrow()
      expect(recorded_at).toEqual(minute(1))
    })

    test('which outlasts imports of the clocks, until one says another offset', async () => {
      const imported = (clockOffsetMinutes: number, at: Date) =>
        createDeviceInventoryStore(database).importEntries([{ ...sold, clockOffsetMinutes }], at)
      const recorded = async (at: Date) => {
        await receive(aheadBy(7, at), at)
        const { recordedAt } = await database
          .selectFrom('positions')
          .select(({ fn }) => fn.max('recorded_at').as('recordedAt'))
          .executeTakeFirstOrThrow()
        return recordedAt
      }
      await putTracker(database, now, { imei, clockOffsetMinutes: -60 })
      await receive(aheadBy(7, now), now)
      expect(await clocks.correctClock(id, 480)).toBe(true)
      await imported(-60, minute(1))
      expect(await recorded(minute(2))).toEqual(minute(2))
      await imported(420, minute(3))
      expect(await recorded(minute(4))).toEqual(minute(4))
      await imported(-60, minute(5))
      expect(await recorded(minute(6))).toEqual(minute(4))
    })

    test('and nothing else', async () => {
      await putTracker(database, now, { imei })
      await receive(aheadBy(8, now), now)
      expect(await clocks.correctClock(id, 60)).toBe(false)
      expect(await loss()).toMatchObject({ clockAheadMinutes: 480 })
    })
  })
})
