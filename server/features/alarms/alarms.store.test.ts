import { setImmediate as nobodyIsServed } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import { minuteMs, hourMinutes, dayMinutes } from '#contract/base/time-units.ts'
import type { Guarded } from '#domain/alarms/guard.ts'
import { type Night, usualPlaces } from '#domain/alarms/overnight.ts'
import { pauseAt, resting, startPause } from '#domain/alarms/pauses.ts'
import { createEmailSteps } from './testing/email-steps.ts'
import { createAlarmWatch } from './guard/alarm-watch.ts'
import { createAlarmsStore } from './alarms.store.ts'
import { insertAlarms } from './guard/guards.store.ts'
import { createSilenceStore } from './guard/silence.store.ts'
import { findSilences } from './guard/silences.ts'
import { createPendingMovementsStore } from './guard/pending-movements.store.ts'
import { raisePendingAlarms } from './guard/pending-movements.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'
import { up as signalsKnownBefore } from '#server/db/migrations/0027_signals_known_before.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { untilAnyoneWaits } from '#server/db/testing/waiting.ts'
import { createDevicesStore } from '#server/features/devices/devices.store.ts'
import { createGuardZonesStore } from '#server/features/guard-zones/guard-zones.store.ts'
import { createReceptionService } from '#server/features/reception/reception.service.ts'
import { createReceptionStore } from '#server/features/reception/reception.store.ts'
import { keepPositions } from '#server/db/positions/stored-positions.ts'
import { fixReport, putTracker } from '#server/features/reception/testing/trackers.ts'
import { noQueue } from '#server/jobs/testing/no-queue.ts'
import type { Report } from '#server/protocols/protocol.ts'
import { randomId } from '#server/platform/ids.ts'

const start = new Date('2026-06-01T08:00:00.000Z')
const imei = '350000000000001'
const deviceId = `device-${imei}`
const longAgo = new Date(0)
const after = (minutes: number) => new Date(start.getTime() + minutes * minuteMs)

describeOnBothDatabases('the theft alarm', (database, connection) => {
  const store = createAlarmsStore(database)
  let notified: string[]
  let receive: ReturnType<typeof createProcess>['receive']
  beforeEach(() => {
    notified = []
    receive = createProcess().receive
  })

  /** A process that receives reports, connected as in the product. */
  const createProcess = () =>
    createReceptionService({
      store: createReceptionStore(
        database,
        createAlarmWatch(randomId, (ids) => void notified.push(...ids)),
      ),
      log: pino({ level: 'silent' }),
    })

  /** A report `minutes` after the start, this many thousandths of a degree (71 m) to the east. */
  const reportAt = (minutes: number, thousandths: number, alarm: string | null = null) => ({
    ...fixReport(imei, after(minutes).toISOString(), { longitude: (8400 + thousandths) / 1000, accuracy: 10 }),
    alarm,
  })
  const at = (minutes: number, thousandths: number, alarm: string | null = null) =>
    receive(reportAt(minutes, thousandths, alarm), after(minutes))
  const emails = createEmailSteps(database)
  const kinds = async () => (await store.latest(deviceId, longAgo)).map(({ kind }) => kind).toReversed()

  test('is raised by the first position and by movement, and remembers both with place and number', async () => {
    await putTracker(database, start, { imei, mode: 'THEFT' })
    await at(1, 0)
    await at(5, 0)
    for (const minutes of [20, 21, 22]) await at(minutes, 2 * (minutes - 19))
    const alarms = await store.latest(deviceId, longAgo)
    expect(alarms).toMatchObject([
      {
        kind: 'MOVEMENT',
        numberToday: 1,
        place: { longitude: 8.406 },
        evidence: 'LEADS_AWAY',
        letter: { state: 'QUEUED' },
      },
      {
        kind: 'FIRST',
        numberToday: null,
        evidence: null,
        place: { longitude: 8.4, recordedAt: after(1).toISOString() },
      },
    ])
    expect(notified).toEqual(alarms.map(({ id }) => id).toReversed())
  })

  test.each([
    ['MOVEMENT', false],
    ['THEFT', true],
  ] as const)('in the mode %s, with the demo world %s, is never raised', async (mode, demo) => {
    await putTracker(database, start, { imei, mode })
    await database.updateTable('devices').set({ demo }).execute()
    await at(1, 0, 'tow')
    expect(await kinds()).toEqual([])
  })

  test('is not raised by what was measured before, nor by what arrives late', async () => {
    await putTracker(database, start, { imei, mode: 'BOTH' })
    await receive(reportAt(-30, 0), after(1))
    expect(await kinds()).toEqual([])
    await at(20, 0)
    await receive(reportAt(10, 50), after(60))
    expect(await kinds()).toEqual(['FIRST'])
  })

  test('is raised once by parallel reports, also where two processes take them in', async () => {
    await putTracker(database, start, { imei, mode: 'THEFT' })
    const processes = [createProcess(), createProcess(), createProcess()]
    const reports = Array.from({ length: 30 }, (_, index) => reportAt(1 + index / 60, 0))
    const receiveByTurns = () =>
      Promise.all(reports.map((report, index) => (processes[index % 3] ?? createProcess()).receive(report, after(2))))
    await receiveByTurns()
    expect(await kinds()).toEqual(['FIRST'])
    await receiveByTurns()
    expect(notified).toHaveLength(1)
  })

  test('is mailed twenty times on a day however long the vehicle moves', async () => {
    await putTracker(database, start, { imei, mode: 'THEFT' })
    for (let minutes = 1; minutes < 8 * hourMinutes; minutes += 7.5) await at(minutes, minutes)
    const alarms = await store.latest(deviceId, longAgo)
    const today = Array.from({ length: 20 }, (_, index) => 20 - index)
    // The first position does not count, and what follows the twentieth waits for the next day.
    expect(alarms.map(({ numberToday }) => numberToday)).toEqual([1, ...today, null])
    expect(alarms[0]?.letter.dueAt).toBe('2026-06-01T22:00:00.000Z')
  })

  test('says that it is armed each time it is switched on', async () => {
    await putTracker(database, start, { imei, mode: 'THEFT' })
    await at(1, 0)
    await database
      .updateTable('tracking_settings')
      .set({ enabled_at: after(2) })
      .execute()
    await at(3, 0)
    await at(17, 0)
    expect(await kinds()).toEqual(['FIRST', 'FIRST'])
  })

  test('raises at once what the tracker signals, with or without a position, but not repeatedly', async () => {
    await putTracker(database, start, { imei, mode: 'THEFT' })
    await at(1, 0)
    await at(2, 0, 'powerCut')
    await receive({ ...reportAt(3, 0, 'tow'), fix: null }, after(3))
    await at(4, 0, 'powerCut')
    await at(8, 0, 'powerCut')
    expect(await kinds()).toEqual(['FIRST', 'POWER_CUT', 'TOW', 'POWER_CUT'])
  })

  describe('where its owner wishes for another one', () => {
    const zone = async (
      sharpness: 'SHARPER' | 'QUIETER',
      schedule: { weekdays: number[]; from: string; to: string } | null,
    ) => {
      const zones = createGuardZonesStore(database)
      const { user_id: userId } = await database.selectFrom('devices').select('user_id').executeTakeFirstOrThrow()
      const place = { latitude: 49.0069, longitude: 8.4 }
      const entry = { ...place, name: 'Zuhause', radiusMetres: 100, sharpness, schedule }
      await zones.create({ id: 'zone', userId: userId ?? '', entry }, start)
    }
    const wander = async () => {
      for (let minutes = 1; minutes < 20; minutes += 1) await at(minutes, minutes % 2 === 0 ? 0.1 : 0)
    }

    const moved = (minutes: number, thousandths: number) =>
      receive({ ...reportAt(minutes, thousandths), isMoved: true }, after(minutes))

    test('is sharper: told of a knock once, as the tracker begins to tell that it is moved, and of one fix away', async () => {
      await putTracker(database, start, { imei, mode: 'THEFT' })
      await zone('SHARPER', null)
      await wander()
      for (const minutes of [20, 21]) await moved(minutes, 0)
      expect(await kinds()).toEqual(['FIRST', 'VIBRATION'])
      await moved(22, 2)
      expect((await store.latest(deviceId, longAgo))[0]).toMatchObject({ kind: 'MOVEMENT', evidence: 'STIRRED' })
    })

    test('is sharper: told of the ignition, which a heartbeat says is on', async () => {
      await putTracker(database, start, { imei, mode: 'THEFT' })
      await zone('SHARPER', null)
      await wander()
      const heartbeat = (minutes: number) =>
        receive({ ...reportAt(minutes, 0), fix: null, states: [], isMoved: true }, after(minutes))
      for (const minutes of [20, 23]) await heartbeat(minutes)
      expect(await kinds()).toEqual(['FIRST', 'VIBRATION'])
      await at(24, 2)
      expect((await store.latest(deviceId, longAgo))[0]).toMatchObject({ kind: 'MOVEMENT', evidence: 'STIRRED' })
    })

    test('is as usual at other times', async () => {
      await putTracker(database, start, { imei, mode: 'THEFT' })
      await zone('SHARPER', { weekdays: [1], from: '22:00', to: '06:00' })
      await wander()
      for (const minutes of [20, 21]) await moved(minutes, 0)
      await moved(22, 2)
      expect(await kinds()).toEqual(['FIRST'])
    })

    test('is quieter: not told of knocks, nor of one fix far away', async () => {
      await putTracker(database, start, { imei, mode: 'THEFT' })
      await zone('QUIETER', null)
      await wander()
      await at(20, 0, 'vibration')
      await at(21, 20)
      expect(await kinds()).toEqual(['FIRST'])
      await at(22, 40)
      expect(await kinds()).toEqual(['FIRST'])
      await at(23, 60)
      expect(await kinds()).toEqual(['FIRST', 'MOVEMENT'])
    })
  })

  describe('by what the tracker signals', () => {
    /** Alarms of one instant come in any order. */
    const sorted = async () => (await kinds()).toSorted()
    const places = async () =>
      (await store.latest(deviceId, longAgo)).map(({ kind, place }) => [kind, place !== null]).toSorted()
    const again = (report: ReturnType<typeof reportAt>, minutes: number) => receive({ ...report }, after(minutes))

    test('is raised though the tracker, parked, repeats the fix that is stored already', async () => {
      await putTracker(database, start, { imei, mode: 'BOTH' })
      await at(1, 0)
      expect(await again(reportAt(1, 0, 'tow'), 31)).toBe('DUPLICATE')
      expect(await places()).toEqual([
        ['FIRST', true],
        ['TOW', false],
      ])
    })

    test('is raised though the tracker was parked before it was guarded', async () => {
      await putTracker(database, start, { imei, mode: 'THEFT' })
      expect(await again(reportAt(-30, 0), 1)).toBe('STORED')
      expect(await again(reportAt(-30, 0, 'tow'), 31)).toBe('DUPLICATE')
      expect(await kinds()).toEqual(['TOW'])
    })

    test.each([
      ['eight hours ahead', after(8 * hourMinutes + 1).toISOString(), 'IN_THE_FUTURE'],
      ['reset to the year 2000', '2000-01-01T00:00:10Z', 'TOO_OLD'],
    ])('is raised though the clock of the tracker is %s', async (_name, notified, delivery) => {
      await putTracker(database, start, { imei, mode: 'THEFT' })
      expect(await receive({ ...fixReport(imei, notified), alarm: 'powerCut' }, after(1))).toBe(delivery)
      expect(await places()).toEqual([['POWER_CUT', false]])
    })

    test('is not raised again by the same report, sent twice at once or soon after, and keeps its place', async () => {
      await putTracker(database, start, { imei, mode: 'THEFT' })
      const signal = reportAt(1, 0, 'tow')
      expect(await Promise.all([signal, signal].map((one) => again(one, 1)))).toEqual(['STORED', 'DUPLICATE'])
      expect(await again(signal, 4)).toBe('DUPLICATE')
      expect(await places()).toEqual([
        ['FIRST', true],
        ['TOW', true],
      ])
    })

    test.each([
      ['before it was guarded', -30, []],
      ['since', 5, ['FIRST', 'TOW']],
    ])('is not raised again by a backlog of %s that is sent twice', async (_name, minutes, expected) => {
      await putTracker(database, start, { imei, mode: 'THEFT' })
      const backlog = [reportAt(minutes, 0, 'tow'), reportAt(minutes + 10, 0)]
      for (const arrival of [20, 60]) await Promise.all(backlog.map((report) => again(report, arrival)))
      expect(await sorted()).toEqual(expected)
    })

    test('is raised though it waited in the tracker until the position after it had come, and once', async () => {
      await putTracker(database, start, { imei, mode: 'THEFT' })
      for (const minutes of [1, 30, 56]) await at(minutes, 0)
      const waited = [reportAt(41, 0, 'jamming'), reportAt(42, 0, 'powerCut'), reportAt(43, 0, 'jamming')]
      for (const arrival of [56, 70]) for (const report of waited) await again(report, arrival)
      expect(await sorted()).toEqual(['FIRST', 'JAMMING', 'POWER_CUT'])
      expect((await places()).every(([, hasPlace]) => hasPlace)).toBe(true)
    })

    describe('as a state that stands in every frame', () => {
      const frame = (minutes: number, ...states: string[]) =>
        receive({ ...reportAt(minutes, 0), states }, after(minutes))

      test('is raised when it begins, and leaves later signals their e-mails', async () => {
        await putTracker(database, start, { imei, mode: 'THEFT' })
        await frame(0.5)
        for (let minutes = 1; minutes < 96; minutes += 1) await frame(minutes, 'powerCut')
        await frame(300, 'powerCut', 'tow')
        expect(await sorted()).toEqual(['FIRST', 'POWER_CUT', 'TOW'])
      })

      test.each([
        ['a position', false],
        ['none', true],
      ])('is raised again when it has ended and begins again, reported with %s', async (_name, isHeartbeat) => {
        await putTracker(database, start, { imei, mode: 'THEFT' })
        const raise = (minutes: number, ...states: string[]) =>
          isHeartbeat
            ? receive({ ...reportAt(minutes, 0), fix: null, states }, after(minutes))
            : frame(minutes, ...states)
        await raise(0.5)
        await raise(1, 'powerCut')
        await raise(10)
        await raise(20, 'powerCut')
        await raise(30, 'powerCut')
        expect((await kinds()).filter((kind) => kind !== 'FIRST')).toEqual(['POWER_CUT', 'POWER_CUT'])
      })

      test('is raised once after a pause in which it began, if it still holds', async () => {
        await putTracker(database, start, { imei, mode: 'THEFT' })
        await frame(0.5)
        const pause = startPause({ wish: 'SHORT' }, start)
        await store.changeGuard(deviceId, start, ({ guarded }) => guarded && { ...guarded.guard, pause })
        await frame(10, 'powerCut', 'tampering')
        await frame(11, 'powerCut')
        expect(await sorted()).toEqual(['FIRST'])
        for (const minutes of [70, 80]) await frame(minutes, 'powerCut')
        expect(await sorted()).toEqual(['FIRST', 'POWER_CUT'])
      })

      test('is remembered where the first report has it, after enabling and after a deletion of the history', async () => {
        await putTracker(database, start, { imei, mode: 'THEFT' })
        for (const minutes of [1, 2]) await frame(minutes, 'tampering')
        await store.forgetPlaces(deviceId, { start: null, end: null })
        for (const minutes of [3, 4]) await frame(minutes, 'tampering', 'vibration')
        const again = { enabled_at: after(5) }
        await database.updateTable('tracking_settings').set(again).execute()
        for (const minutes of [6, 40]) await frame(minutes, 'tampering', 'vibration', 'powerCut')
        expect(await sorted()).toEqual(['FIRST', 'FIRST'])
        await frame(41, 'vibration')
        await frame(42, 'tampering', 'vibration')
        expect(await sorted()).toEqual(['FIRST', 'FIRST', 'TAMPER'])
      })

      test('is raised as before where an earlier version noted what was known', async () => {
        await putTracker(database, start, { imei, mode: 'THEFT' })
        await frame(1)
        await database.updateTable('alarm_guards').set({ known: null }).execute()
        await frame(2, 'powerCut')
        expect(await sorted()).toEqual(['FIRST', 'POWER_CUT'])
      })

      test('is raised as soon as it may be where it began anew too soon after the last time', async () => {
        await putTracker(database, start, { imei, mode: 'THEFT' })
        for (const [minutes, ...states] of [[0.5], [1, 'powerCut'], [3], [4, 'powerCut'], [5, 'powerCut']] as const) {
          await frame(minutes, ...states)
        }
        expect(await sorted()).toEqual(['FIRST', 'POWER_CUT'])
        for (const minutes of [6, 7, 30]) await frame(minutes, 'powerCut')
        expect(await sorted()).toEqual(['FIRST', 'POWER_CUT', 'POWER_CUT'])
      })

      test.each([
        ['stored', {}],
        ['of the last place that was known', { flag: 'LAST_KNOWN' as const }],
      ])('is not ended, nor begun before it was guarded, by a frame from before that is %s', async (_name, fix) => {
        await putTracker(database, start, { imei, mode: 'THEFT' })
        const late = (minutes: number, states: string[], arrival: number) => {
          const report = reportAt(minutes, 0)
          return receive({ ...report, fix: report.fix && { ...report.fix, ...fix }, states }, after(arrival))
        }
        await late(-120, ['powerCut'], 1)
        expect(await kinds()).toEqual([])
        await frame(2)
        await frame(10, 'powerCut')
        await late(5, [], 12)
        await frame(20, 'powerCut')
        expect(await sorted()).toEqual(['FIRST', 'POWER_CUT'])
      })

      test('is raised by a late frame, which does not show that it still holds', async () => {
        await putTracker(database, start, { imei, mode: 'THEFT' })
        await frame(30)
        await receive({ ...reportAt(20, 0), states: ['powerCut'] }, after(31))
        await frame(32)
        await frame(40, 'powerCut')
        expect(await sorted()).toEqual(['FIRST', 'POWER_CUT', 'POWER_CUT'])
      })

      test('is raised once for a backlog that comes late in many packets', async () => {
        await putTracker(database, start, { imei, mode: 'THEFT' })
        for (const minutes of [1, 300]) await frame(minutes)
        for (let packet = 0; packet < 6; packet += 1) {
          const frames = [0, 1, 2].map((index) => ({ ...reportAt(10 + packet * 3 + index, 0), states: ['tow'] }))
          await Promise.all(frames.map((report) => receive(report, after(301 + packet * 6))))
        }
        expect(await sorted()).toEqual(['FIRST', 'TOW'])
      })

      test('holds on by the newest frame of a packet, in whatever order it comes', async () => {
        await putTracker(database, start, { imei, mode: 'THEFT' })
        await frame(1)
        const packet = [12, 11, 10].map((minutes) => ({
          ...reportAt(minutes, 0),
          states: minutes === 12 ? ['powerCut'] : [],
        }))
        await Promise.all(packet.map((report) => receive(report, after(12))))
        await frame(20, 'powerCut')
        expect(await sorted()).toEqual(['FIRST', 'POWER_CUT'])
      })
    })

    describe('as external power that falls', () => {
      beforeEach(() => putTracker(database, start, { imei, mode: 'THEFT' }))
      /** What a wired tracker says about its supply, with or without a position. */
      const wired = (minutes: number, externalPower: boolean, said: Partial<Report> = {}, arrival = minutes) =>
        receive({ ...reportAt(minutes, 0), health: { externalPower }, ...said }, after(arrival))
      const cuts = async () => (await places()).filter(([kind]) => kind === 'POWER_CUT')

      test.each([
        ['in positions alone', {}],
        ['in positions with other states', { states: [] }],
        ['in heartbeats', { fix: null, states: [] }],
      ])(
        'is raised when it falls, once, and again when it came back and falls again, reported %s',
        async (_name, said) => {
          for (const minutes of [1, 2]) await wired(minutes, true, said)
          for (const minutes of [10, 11, 30]) await wired(minutes, false, said)
          expect(await cuts()).toEqual([['POWER_CUT', !('fix' in said)]])
          // Not every frame contains the supply.
          await receive({ ...reportAt(31, 0), health: { externalPower: null }, states: [] }, after(31))
          await wired(32, false, said)
          await wired(40, true, said)
          expect(await cuts()).toHaveLength(1)
          await wired(50, false, said)
          expect(await cuts()).toHaveLength(2)
        },
      )

      test('is not raised by a tracker that always runs on its battery, nor by a phone that is unplugged', async () => {
        for (const minutes of [1, 2, 20]) await wired(minutes, false)
        for (const [minutes, charging] of [
          [30, true],
          [40, false],
          [41, false],
        ] as const) {
          await receive({ ...reportAt(minutes, 0), charging }, after(minutes))
        }
        expect(await cuts()).toEqual([])
      })

      test('is not raised by a buffer from before it was known to be connected, nor by what fell unguarded', async () => {
        const track = (enabled: boolean) =>
          database
            .updateTable('tracking_settings')
            .set({ enabled, enabled_at: enabled ? start : null })
            .execute()
        await track(false)
        await wired(-20, true, {}, -20)
        await wired(-10, false, {}, -10)
        await track(true)
        await wired(1, false)
        expect(await cuts()).toEqual([])
        await wired(30, true)
        await wired(20, false, {}, 31)
        await wired(32, true)
        expect(await cuts()).toEqual([])
      })

      test.each([
        ['after it', 10, 10.2],
        ['before it', 10.2, 10],
        ['with it', 10, 10],
      ])('is raised once where the tracker signals the same itself %s', async (_name, falls, signals) => {
        await wired(1, true, { fix: null, states: [] })
        const fall = () => wired(falls, false, { fix: null, states: [] })
        const signal = () => wired(signals, false, { fix: null, alarm: 'powerCut' })
        for (const raise of falls < signals ? [fall, signal] : [signal, fall]) await raise()
        for (const minutes of [12, 16, 20]) await wired(minutes, false, { fix: null, states: ['powerCut'] })
        expect(await cuts()).toHaveLength(1)
      })

      test('is raised once if a late report is the first to contain it', async () => {
        await wired(1, true)
        await at(10, 0)
        await wired(8, false, {}, 11)
        for (const minutes of [12, 20]) await wired(minutes, false)
        expect(await cuts()).toHaveLength(1)
      })

      test('is raised once after a pause in which it fell, if it is still cut', async () => {
        await wired(1, true)
        const pause = startPause({ wish: 'SHORT' }, after(5))
        await store.changeGuard(deviceId, after(5), ({ guarded }) => guarded && { ...guarded.guard, pause })
        await wired(10, false)
        expect(await cuts()).toEqual([])
        for (const minutes of [70, 80]) await wired(minutes, false)
        expect(await cuts()).toHaveLength(1)
      })

      test('is not raised by what was known before it was looked at', async () => {
        await wired(1, true)
        await wired(2, false)
        await database.deleteFrom('alarms').execute()
        await database.updateTable('alarm_guards').set({ holding: [] }).execute()
        await signalsKnownBefore(database.withTables<never>())
        await wired(3, false)
        expect(await cuts()).toEqual([])
      })
    })

    describe('as a battery that runs low', () => {
      const tellAt = (minutes: number, said: Partial<Report>) =>
        receive({ ...reportAt(minutes, 0), ...said }, after(minutes))
      const lows = async () => (await kinds()).filter((kind) => kind === 'LOW_BATTERY').length

      test.each([
        ['a phone', (battery: number) => ({ battery })],
        ['a heartbeat', (battery: number) => ({ battery, fix: null })],
        ['a wired tracker', (battery: number) => ({ battery, health: { externalPower: false }, states: [] })],
      ])('is raised once, and again only after it was charged well, reported by %s', async (_name, said) => {
        await putTracker(database, start, { imei, mode: 'BOTH' })
        for (const [minutes, battery] of [20, 19, 21, 18, 30, 10].entries()) await tellAt(minutes * 10, said(battery))
        expect(await lows()).toBe(1)
        for (const [minutes, battery] of [80, 30, 15].entries()) await tellAt(100 + minutes * 10, said(battery))
        expect(await lows()).toBe(2)
      })

      test('is not raised while rides are recorded only', async () => {
        await putTracker(database, start, { imei, mode: 'MOVEMENT' })
        await tellAt(1, { battery: 10 })
        expect(await lows()).toBe(0)
      })

      test("is raised by the tracker's own words, once", async () => {
        await putTracker(database, start, { imei, mode: 'THEFT' })
        const powered = { fix: null, battery: 33, health: { externalPower: true } }
        await tellAt(1, { ...powered, alarm: 'lowBattery' })
        expect(await lows()).toBe(0)
        const unpowered = { fix: null, battery: 33, health: { externalPower: false } }
        await tellAt(10, { ...unpowered, alarm: 'lowBattery' })
        for (const minutes of [20, 30]) await tellAt(minutes, { ...unpowered, states: ['lowBattery'] })
        for (const minutes of [40, 50]) await tellAt(minutes, { ...unpowered, alarm: 'lowBattery' })
        expect(await lows()).toBe(1)
      })

      test('is not raised by a word that comes late', async () => {
        await putTracker(database, start, { imei, mode: 'THEFT' })
        await at(30, 0)
        for (const minutes of [10, 20]) await receive({ ...reportAt(minutes, 0, 'lowBattery') }, after(31 + minutes))
        expect(await lows()).toBe(0)
      })

      test('is raised after a pause in which it began, and takes nothing from the e-mails about a theft', async () => {
        await putTracker(database, start, { imei, mode: 'THEFT' })
        const pause = startPause({ wish: 'SHORT' }, start)
        await store.changeGuard(deviceId, start, ({ guarded }) => guarded && { ...guarded.guard, pause })
        await tellAt(0, { battery: 80, fix: null })
        for (const minutes of [10, 50]) await tellAt(minutes, { battery: 10 })
        expect(await kinds()).toEqual([])
        await tellAt(70, { battery: 9 })
        for (const minutes of [71, 72]) await at(minutes, 5 * (minutes - 70))
        const alarms = await store.latest(deviceId, longAgo)
        expect(alarms.map(({ kind, numberToday }) => [kind, numberToday])).toEqual([
          ['MOVEMENT', 1],
          ['LOW_BATTERY', null],
        ])
      })
    })

    describe('as a call for help', () => {
      const calls = async () => (await kinds()).filter((kind) => kind === 'SOS')

      test('is raised where only rides are recorded, with the last place where the report has none', async () => {
        await putTracker(database, start, { imei, mode: 'MOVEMENT' })
        await at(1, 0)
        await receive({ ...reportAt(5, 0, 'sos'), fix: null }, after(5))
        const log = await store.latest(deviceId, longAgo)
        expect(log).toMatchObject([{ kind: 'SOS', numberToday: null, place: { recordedAt: after(1).toISOString() } }])
        expect(notified).toEqual(log.map(({ id }) => id))
        // Nothing is guarded.
        await at(30, 500, 'tow')
        expect(await kinds()).toEqual(['SOS'])
      })

      test('is raised during a pause, and takes nothing of the e-mails about movements, nor waits for them', async () => {
        await putTracker(database, start, { imei, mode: 'THEFT' })
        await at(1, 0)
        const pause = startPause({ wish: 'OPEN' }, after(2))
        await store.changeGuard(deviceId, after(2), ({ guarded }) => guarded && { ...guarded.guard, pause })
        for (const minutes of [3, 4, 9]) await at(minutes, 0, 'sos')
        expect(await calls()).toHaveLength(2)
        const device = await store.device(deviceId, after(20))
        expect(device?.guarded?.guard.pause).not.toBeNull()
        await store.changeGuard(deviceId, after(20), ({ guarded }) => guarded && { ...guarded.guard, pause: null })
        for (const minutes of [21, 22, 23]) await at(minutes, 2 * (minutes - 20))
        expect((await store.latest(deviceId, longAgo))[0]).toMatchObject({ kind: 'MOVEMENT', numberToday: 1 })
      })

      test('never comes from the demo world', async () => {
        await putTracker(database, start, { imei, mode: 'THEFT' })
        await database.updateTable('devices').set({ demo: true }).execute()
        await at(1, 0, 'sos')
        expect(await kinds()).toEqual([])
      })
    })

    test('is raised twenty times a day of each kind, so that a loose contact hides no theft', async () => {
      await putTracker(database, start, { imei, mode: 'THEFT' })
      const heartbeat = (minutes: number, alarm: string) =>
        receive({ ...reportAt(minutes, 0, alarm), fix: null }, after(minutes))
      for (let count = 0; count < 25; count += 1) await heartbeat(5 * count, 'powerCut')
      await heartbeat(200, 'tow')
      expect(await kinds()).toEqual([...Array.from({ length: 20 }, () => 'POWER_CUT'), 'TOW'])
    })

    test('is raised by knocks every 15 minutes at most, which take nothing from movement and from towing', async () => {
      await putTracker(database, start, { imei, mode: 'THEFT' })
      for (let minutes = 0; minutes < 29; minutes += 2) {
        await receive({ ...reportAt(minutes, 0, 'vibration'), fix: null }, after(minutes))
      }
      await at(29, 0, 'tow')
      const alarms = await store.latest(deviceId, longAgo)
      expect(alarms.map(({ kind, numberToday }) => [kind, numberToday]).toSorted()).toEqual([
        ['FIRST', null],
        ['TOW', null],
        ['VIBRATION', null],
        ['VIBRATION', null],
      ])
    })

    test('is not raised by a replay', async () => {
      await putTracker(database, start, { imei, mode: 'THEFT' })
      const kept = { ...fixReport(imei, '2026-05-01T00:00:00Z'), alarm: 'tow', isReplay: true }
      expect(await receive(kept, after(1))).toBe('TOO_OLD')
      expect(await kinds()).toEqual([])
    })

    test('is not raised by what happened in a pause that is over when it comes', async () => {
      await putTracker(database, start, { imei, mode: 'THEFT' })
      await at(1, 0)
      const pause = startPause({ wish: 'SHORT' }, after(5))
      await store.changeGuard(deviceId, after(5), ({ guarded }) => guarded && { ...guarded.guard, pause })
      for (const minutes of [10, 70]) await at(minutes, 0)
      await again(reportAt(30, 0, 'tow'), 71)
      expect(await kinds()).toEqual(['FIRST'])
      await again(reportAt(66, 0, 'tow'), 72)
      expect(await sorted()).toEqual(['FIRST', 'TOW'])
    })

    test('has the place of the record in which the power fell, be it back before the packet ends', async () => {
      await putTracker(database, start, { imei, mode: 'THEFT' })
      const supplied = (minutes: number, externalPower: boolean) => ({
        ...reportAt(minutes, minutes),
        health: { externalPower },
      })
      await receive(supplied(1, true), after(1))
      const packet = [2, 3, 4, 5, 6].map((minutes) => supplied(minutes, minutes < 4 || minutes > 5))
      await Promise.all(packet.map((report) => receive(report, after(7))))
      const cut = (await store.latest(deviceId, longAgo)).find(({ kind }) => kind === 'POWER_CUT')
      expect(cut?.place?.recordedAt).toBe(after(4).toISOString())
    })

    test('is not raised by what it signalled for a former owner', async () => {
      await putTracker(database, start, { imei, mode: 'THEFT' })
      await database
        .updateTable('device_inventory')
        .set({ released_at: after(-5) })
        .execute()
      expect(await again(reportAt(-30, 0, 'tow'), 1)).toBe('TRACKING_OFF')
      expect(await kinds()).toEqual([])
    })
  })

  test('rests during a pause, and then guards the vehicle where it stands', async () => {
    await putTracker(database, start, { imei, mode: 'THEFT' })
    await at(1, 0)
    const paused = await store.changeGuard(
      deviceId,
      after(2),
      ({ guarded }) => guarded && { ...guarded.guard, pause: startPause({ wish: 'SHORT' }, after(2)) },
    )
    expect(paused?.guarded && pauseAt(paused.guarded.guard, after(3))).toMatchObject({ kind: 'TIMED' })
    await at(30, 500, 'tow')
    await at(70, 500)
    expect(await kinds()).toEqual(['FIRST'])
    for (const minutes of [80, 81, 82]) await at(minutes, 500 + 10 * (minutes - 79))
    expect(await kinds()).toEqual(['FIRST', 'MOVEMENT'])
  })

  test('rests on a ride whose backlog arrives at once after a dead spot, also for signals from there', async () => {
    await putTracker(database, start, { imei, mode: 'THEFT' })
    await at(1, 0)
    const ride = ({ guarded }: { guarded: Guarded | null }) =>
      guarded && { ...guarded.guard, pause: startPause({ wish: 'RIDE', homes: [] }, after(20)) }
    await store.changeGuard(deviceId, after(20), ride)
    for (let minutes = 21; minutes <= 30; minutes += 1) await at(minutes, minutes * 14)
    const buffer = Array.from({ length: 13 }, (_, index) =>
      reportAt(31 + index, (31 + index) * 14, index === 8 ? 'jamming' : null),
    )
    await nobodyIsServed()
    // Some trackers empty their buffer from its end.
    await Promise.all(buffer.toReversed().map((report) => receive(report, after(43))))
    for (const minutes of [44, 58, 104]) await at(minutes, 44 * 14)
    expect(await kinds()).toEqual(['FIRST'])
    for (const minutes of [105, 106, 107]) await at(minutes, 44 * 14 + 14 * (minutes - 104))
    expect(await kinds()).toEqual(['FIRST', 'MOVEMENT'])
  })

  test('ends a ride where the vehicle stood most nights, and remembers that only for the ride', async () => {
    await putTracker(database, start, { imei, mode: 'THEFT' })
    const place = {
      latitude: 49.0069,
      longitude: 8.7,
      accuracy: 10,
      altitude: null,
      speed: null,
      course: null,
      flag: null,
    }
    const evenings = [1, 2, 3, 4].map((day) => after(-day * dayMinutes))
    await inTransaction(database, {}, (transaction) =>
      keepPositions(
        transaction,
        evenings.map((recordedAt) => ({ ...place, recordedAt, deviceId, receivedAt: recordedAt })),
      ),
    )
    await at(1, 0)
    const ride = async ({ guarded }: { guarded: Guarded | null }, read: () => Promise<Night[]>) =>
      guarded && resting(guarded.guard, { wish: 'RIDE', homes: usualPlaces(await read()) }, after(2))
    await store.changeGuard(deviceId, after(2), ride)
    const stored = () => database.selectFrom('alarm_guards').select('pause_homes').executeTakeFirstOrThrow()
    expect(await stored()).toMatchObject({ pause_homes: [{ latitude: expect.any(Number) }] })
    for (let minutes = 3; minutes <= 12; minutes += 1) await at(minutes, minutes * 25)
    for (const minutes of [13, 18, 24, 25]) await at(minutes, 300)
    for (const minutes of [26, 27]) await at(minutes, 300 + (minutes - 25) * 6)
    expect(await kinds()).toEqual(['FIRST', 'MOVEMENT'])
    expect(await stored()).toEqual({ pause_homes: null })
  })

  test('is raised as probable where the tracker fell silent after one fix away, and not if a fix shows it is back', async () => {
    const raise = (minutes: number) =>
      raisePendingAlarms(createPendingMovementsStore(database), randomId, after(minutes))
    await putTracker(database, start, { imei, mode: 'THEFT' })
    for (const minutes of [1, 30, 31]) await at(minutes, minutes === 30 ? 3 : 0)
    expect(await raise(60)).toEqual([])
    await at(90, 3)
    expect(await raise(99)).toEqual([])
    expect((await Promise.all([raise(270), raise(270)])).flat()).toHaveLength(1)
    expect(await store.latest(deviceId, longAgo)).toMatchObject([
      {
        kind: 'MOVEMENT',
        evidence: 'LAST_SEEN_AWAY',
        place: { longitude: 8.403, recordedAt: after(90).toISOString() },
      },
      { kind: 'FIRST' },
    ])
    expect(await raise(300)).toEqual([])
  })

  test('is not raised by a jump that nobody can drive, also where the tracker falls silent after it', async () => {
    await putTracker(database, start, { imei, mode: 'THEFT' })
    const seconds = (count: number) => 20 + count / 60
    for (let count = 0; count < 12; count += 1) await at(seconds(4 * count), 0)
    const jump = fixReport(imei, after(seconds(48)).toISOString(), { longitude: 0, accuracy: 4 })
    expect(await receive(jump, after(seconds(48)))).toBe('STORED')
    for (const minutes of [31, 36, 60, 300]) {
      await raisePendingAlarms(createPendingMovementsStore(database), randomId, after(minutes))
    }
    expect(await kinds()).toEqual(['FIRST'])
  })

  describe('of a vehicle that moves on within a quarter of an hour', () => {
    /** Stolen at minute 58, known at 60; a fix each minute, until nothing more is received. */
    beforeEach(async () => {
      await putTracker(database, start, { imei, mode: 'THEFT' })
      await at(1, 0)
      for (let minutes = 59; minutes <= 73; minutes += 1) await at(minutes, (minutes - 58) * 11)
    })
    const first = 60
    const nextEmail = async (minutes: number) => {
      const email = await emails.begin(after(minutes))
      if (email !== null) await emails.end(email.alarmId, 'SENT', after(minutes))
      return email
    }

    test('is raised at once, and mailed when the quarter of an hour is over, with the newest place', async () => {
      expect(await store.latest(deviceId, longAgo)).toMatchObject([
        { kind: 'MOVEMENT', letter: { state: 'QUEUED', dueAt: after(first + 15).toISOString() }, numberToday: 2 },
        { kind: 'MOVEMENT', letter: { state: 'QUEUED', dueAt: null }, numberToday: 1 },
        { kind: 'FIRST', numberToday: null },
      ])
      expect(await nextEmail(first)).toMatchObject({ kind: 'MOVEMENT', beganAt: after(1) })
      expect(await nextEmail(first)).toMatchObject({ kind: 'FIRST' })
      expect(await nextEmail(first + 14)).toBeNull()
      expect(await nextEmail(first + 15)).toMatchObject({
        kind: 'MOVEMENT',
        beganAt: after(1),
        place: { longitude: 8.565, recordedAt: after(73) },
      })
      expect(await nextEmail(first + 40)).toBeNull()
    })

    test('and goes on after that is raised again', async () => {
      await at(first + 16, 250)
      expect(await store.latest(deviceId, longAgo)).toMatchObject([
        { kind: 'MOVEMENT', letter: { dueAt: after(first + 30).toISOString() }, numberToday: 3 },
        { kind: 'MOVEMENT' },
        { kind: 'MOVEMENT' },
        { kind: 'FIRST' },
      ])
    })

    test.each([
      [
        'paused',
        () =>
          store.changeGuard(
            deviceId,
            after(74),
            ({ guarded }) => guarded && resting(guarded.guard, { wish: 'SHORT' }, after(74)),
            'alarms-paused',
          ),
      ],
      ['acknowledged', async () => store.acknowledge(deviceId, notified.at(-1) ?? '', after(74))],
    ])('has no e-mail any more where its owner has %s', async (_name, answer) => {
      await nextEmail(first)
      await nextEmail(first)
      await answer()
      expect(await nextEmail(first + 15)).toBeNull()
      expect(await store.latest(deviceId, longAgo)).toMatchObject([
        { letter: { state: 'STOPPED' } },
        { letter: { state: 'SENT' } },
        { letter: { state: 'SENT' } },
      ])
    })
  })

  test('is acknowledged once, and only as an alarm of its device', async () => {
    await putTracker(database, start, { imei, mode: 'THEFT' })
    await at(1, 0)
    const [id = ''] = notified
    expect(await store.acknowledge('another', id, after(5))).toBeNull()
    expect(await store.acknowledge(deviceId, id, after(5))).toMatchObject({ acknowledgedAt: after(5).toISOString() })
    expect(await store.acknowledge(deviceId, id, after(9))).toMatchObject({ acknowledgedAt: after(5).toISOString() })
  })

  test('deletes its places with the positions, and everything after fourteen days', async () => {
    await putTracker(database, start, { imei, mode: 'THEFT' })
    await at(1, 0)
    await store.forgetPlaces(deviceId, { start: after(2), end: null })
    expect(await store.latest(deviceId, longAgo)).toMatchObject([{ place: { latitude: 49.0069 } }])
    await store.forgetPlaces(deviceId, { start: null, end: null })
    expect(await store.latest(deviceId, longAgo)).toMatchObject([{ place: null }])
    const { rows } = await sql`select anchor_latitude, parked from alarm_guards`.execute(database)
    expect(rows).toEqual([{ anchor_latitude: null, parked: null }])
    await store.expire(after(2))
    expect(await store.latest(deviceId, longAgo)).toEqual([])
  })

  test('guards on from its place where a version of the product does not understand what another has written', async () => {
    await putTracker(database, start, { imei, mode: 'THEFT' })
    await at(1, 0)
    await database
      .updateTable('alarm_guards')
      .set({ parked: JSON.stringify({ unknown: true }) })
      .execute()
    await at(30, 0)
    await at(60, 20)
    expect(await kinds()).toEqual(['FIRST', 'MOVEMENT'])
  })

  test('forgets what fixes of a deleted range have shown, and keeps it where nothing of it is deleted', async () => {
    await putTracker(database, start, { imei, mode: 'THEFT' })
    for (const minutes of [1, 10]) await at(minutes, minutes === 10 ? 0.1 : 0)
    const isKept = async () =>
      (await database.selectFrom('alarm_guards').select('parked').executeTakeFirstOrThrow()).parked !== null
    await store.forgetPlaces(deviceId, { start: after(11), end: null })
    expect(await isKept()).toBe(true)
    await store.forgetPlaces(deviceId, { start: after(5), end: after(15) })
    expect(await isKept()).toBe(false)
  })

  test('remembers what its tracker is like beyond a deletion of its history, and over times in which it is not guarded', async () => {
    await putTracker(database, start, { imei, mode: 'THEFT' })
    for (const minutes of [1, 10, 20]) await at(minutes, minutes === 10 ? 0.1 : 0)
    const known = async (minutes: number) =>
      (await store.device(deviceId, after(minutes)))?.guarded?.guard.memory ?? null
    const before = await known(21)
    expect(before).toMatchObject({ knownSeconds: 19 * 60, knownFixes: 2 })
    await store.forgetPlaces(deviceId, { start: null, end: null })
    expect(await known(21)).toEqual(before)
    await database
      .updateTable('tracking_settings')
      .set({ enabled_at: after(60) })
      .execute()
    const parked = (await store.device(deviceId, after(61)))?.guarded?.guard.parked
    expect([parked, await known(61)]).toEqual([null, before])
  })

  test('forgets what its tracker is like when its device is removed, lest the next owner inherit it', async () => {
    await putTracker(database, start, { imei, mode: 'THEFT' })
    for (const minutes of [1, 10]) await at(minutes, 0)
    const remembered = () => database.selectFrom('alarm_guards').select('memory').execute()
    expect(await remembered()).toEqual([{ memory: expect.anything() }])
    expect(await createDevicesStore(database, noQueue).remove({ id: deviceId, userId: 'owner', now: after(11) })).toBe(
      'removed',
    )
    expect(await remembered()).toEqual([])
  })

  test('raises no alarm about a parked vehicle whose history was deleted, and one when it moves', async () => {
    await putTracker(database, start, { imei, mode: 'THEFT' })
    await at(1, 0)
    await store.forgetPlaces(deviceId, { start: null, end: null })
    await at(30, 0)
    expect(await kinds()).toEqual(['FIRST'])
    for (const minutes of [60, 61]) await at(minutes, 20 * (minutes - 59))
    expect(await kinds()).toEqual(['FIRST', 'MOVEMENT'])
  })

  test('keeps no place that a fix of the deleted range refined', async () => {
    await putTracker(database, start, { imei, mode: 'THEFT' })
    await receive(fixReport(imei, after(1).toISOString(), { longitude: 8.4, accuracy: 400 }), after(1))
    await at(10, 1)
    await store.forgetPlaces(deviceId, { start: after(5), end: after(15) })
    const { rows } = await sql`select anchor_latitude, anchor_longitude from alarm_guards`.execute(database)
    expect(rows).toEqual([{ anchor_latitude: null, anchor_longitude: null }])
  })

  test('also deletes the place of an alarm that is raised while positions are deleted', async () => {
    await putTracker(database, start, { imei, mode: 'THEFT' })
    const place = { latitude: 49, longitude: 8.4, accuracy: 10, recordedAt: start }
    const alarm = { id: randomId(), deviceId, kind: 'SILENCE' as const, detectedAt: start, place, numberToday: null }
    const forgotten = await inTransaction(database, { trackers: { ofDevices: [deviceId] } }, async (transaction) => {
      const forgetting = store.forgetPlaces(deviceId, { start: null, end: null })
      // The embedded database lets no transaction begin before this one ends.
      if (!connection.embedded) await untilAnyoneWaits(database)
      await insertAlarms(transaction, [alarm])
      // Wrapped: what is awaited here would wait for the end of this transaction.
      return { forgetting }
    })
    await forgotten.forgetting
    expect(await store.latest(deviceId, longAgo)).toMatchObject([{ place: null }])
  })

  test('shows no place of a fix that is kept no longer, before it is deleted and after', async () => {
    await putTracker(database, start, { imei, mode: 'THEFT' })
    await at(1, 0)
    const [id = ''] = notified
    await database
      .updateTable('alarms')
      .set({ detected_at: after(60) })
      .execute()
    expect(await store.latest(deviceId, after(1))).toMatchObject([{ place: { latitude: 49.0069 } }])
    expect(await store.latest(deviceId, after(2))).toMatchObject([{ place: null }])
    expect(await store.latest(deviceId, after(61))).toEqual([])
    const late = after(1 + 14 * dayMinutes + 1)
    expect(await store.acknowledge(deviceId, id, late)).toMatchObject({ place: null })
    await store.expire(after(2))
    expect(await store.latest(deviceId, longAgo)).toMatchObject([{ place: null }])
  })

  describe('sends an e-mail', () => {
    test('that only one of many workers gets hold of', async () => {
      await putTracker(database, start, { imei, mode: 'THEFT' })
      await at(1, 0)
      const [id = ''] = notified
      const claims = await Promise.all([1, 2, 3, 4].map(() => emails.begin(after(1))))
      expect(claims.filter((claim) => claim !== null)).toMatchObject([
        { alarmId: id, email: 'owner@example.org', deviceName: 'Enduro', kind: 'FIRST', numberToday: null },
      ])
      await emails.end(id, 'SENT', after(1))
      expect(await emails.begin(after(60))).toBeNull()
    })

    test('again when it failed, or when its worker is gone', async () => {
      await putTracker(database, start, { imei, mode: 'THEFT' })
      await at(1, 0)
      const [id = ''] = notified
      expect(await emails.begin(after(2))).not.toBeNull()
      expect(await emails.begin(after(3))).toBeNull()
      expect(await emails.begin(after(8))).not.toBeNull()
      await emails.end(id, 'QUEUED', after(8))
      expect(await emails.begin(after(8))).toBeNull()
      expect(await emails.begin(after(9))).not.toBeNull()
    })

    describe('that a mail server reports of', () => {
      beforeEach(async () => {
        await putTracker(database, start, { imei, mode: 'THEFT' })
        await database.updateTable('users').set({ email_verified_at: start }).execute()
        await at(1, 0)
      })
      const hand = async (minutes: number) => {
        const [id = ''] = notified
        await emails.begin(after(minutes))
        await emails.end(id, 'SENT', after(minutes))
        return id
      }
      const message = async () => (await store.latest(deviceId, longAgo))[0]?.letter
      const returnedAt = async () =>
        (await database.selectFrom('alarm_email_returns').select('returned_at').executeTakeFirst())?.returned_at ?? null

      test('and is delivered, and the log shows when that was reported', async () => {
        const id = await hand(2)
        expect(await emails.report(id, ['delayed'], after(3))).toEqual({ before: 'SENT', after: 'SENT' })
        expect(await message()).toMatchObject({ state: 'SENT', reportedAt: null })
        expect(await emails.report(id, ['delivered'], after(4))).toEqual({ before: 'SENT', after: 'DELIVERED' })
        expect(await message()).toEqual({
          state: 'DELIVERED',
          dueAt: null,
          begunAt: after(2).toISOString(),
          endedAt: after(2).toISOString(),
          reportedAt: after(4).toISOString(),
        })
        expect(await returnedAt()).toBeNull()
      })

      test('and came back: its account knows, an alarm that was seen stays so', async () => {
        const id = await hand(2)
        await store.acknowledge(deviceId, id, after(3))
        await emails.report(id, ['failed'], after(4))
        await emails.report(id, ['delivered'], after(5))
        expect(await store.latest(deviceId, longAgo)).toMatchObject([
          { letter: { state: 'BOUNCED', reportedAt: after(4).toISOString() }, acknowledgedAt: after(3).toISOString() },
        ])
        expect(await returnedAt()).toEqual(after(4))
        expect(await emails.begin(after(600))).toBeNull()
      })

      test('before its sender has noted that it was taken', async () => {
        const [id = ''] = notified
        await emails.begin(after(2))
        await emails.report(id, ['failed'], after(3))
        await emails.end(id, 'SENT', after(4))
        expect(await message()).toMatchObject({ state: 'BOUNCED', endedAt: after(3).toISOString() })
        expect(await returnedAt()).toEqual(after(3))
      })

      test('twice at the same time, once with each end: what came back wins', async () => {
        const id = await hand(2)
        await Promise.all([emails.report(id, ['delivered'], after(3)), emails.report(id, ['failed'], after(3))])
        expect(await message()).toMatchObject({ state: 'BOUNCED' })
      })

      test('until the next is handed over: then it is open again whether the address is reached', async () => {
        await emails.report(await hand(2), ['failed'], after(4))
        for (const minutes of [19, 20]) await at(minutes, 5 * (minutes - 18))
        const next = notified.at(-1) ?? ''
        await emails.begin(after(20))
        expect(await returnedAt()).toEqual(after(4))
        await emails.end(next, 'SENT', after(21))
        expect(await returnedAt()).toBeNull()
      })

      test('and went to an address that the account no longer has: that says nothing of the new one', async () => {
        const id = await hand(2)
        await database
          .updateTable('users')
          .set({ email_verified_at: after(3) })
          .execute()
        await emails.report(id, ['failed'], after(4))
        expect(await message()).toMatchObject({ state: 'BOUNCED' })
        expect(await returnedAt()).toBeNull()
      })

      test('without ever having been handed over, or of an alarm that is gone: it is not believed', async () => {
        const [id = ''] = notified
        expect(await emails.report(id, ['failed'], after(2))).toBeNull()
        expect(await emails.report('gone', ['failed'], after(2))).toBeNull()
        expect(await message()).toMatchObject({ state: 'QUEUED', reportedAt: null })
      })
    })
  })

  describe('reports a silence', () => {
    const silence = createSilenceStore(database)
    const listenSince = (since: Date) =>
      database.insertInto('silence_watch').values({ listening_since: since, looked_at: since }).execute()

    test('by the rhythm of its tracker, once that is known', async () => {
      await putTracker(database, start, { imei, mode: 'BOTH' })
      for (let minutes = 1; minutes < 25 * 60; minutes += 5) await at(minutes, minutes % 2 === 0 ? 0 : 0.05)
      const last = 25 * 60 - 4
      const isSilentAfter = async (minutes: number) => (await silence.silent(start, after(last + minutes))).length > 0
      expect([await isSilentAfter(24), await isSilentAfter(26)]).toEqual([false, true])
      expect(await silence.silent(after(last + 5), after(last + 26))).toEqual([])
    })

    test('and does not learn from an outage of the product that trackers are silent', async () => {
      await putTracker(database, start, { imei, mode: 'THEFT' })
      for (const minutes of [1, 2, 3]) await at(minutes, 0)
      await listenSince(after(200))
      await at(201, 0)
      await at(202, 0.1)
      await at(262, 0)
      const guard = (await store.device(deviceId, after(263)))?.guarded?.guard
      expect(guard?.memory).toMatchObject({ silentSeconds: 60 * 60 })
    })

    const silent = (minutes: number) => silence.silent(start, after(minutes))
    const raise = (minutes: number) =>
      silence.raise(
        { id: randomId(), deviceId, kind: 'SILENCE', detectedAt: after(minutes), numberToday: null },
        start,
        (guard) => pauseAt(guard, after(minutes)) === null,
      )

    test.each([
      ['THEFT', 180, 181],
      ['BOTH', 360, 361],
      ['MOVEMENT', 361, null],
    ] as const)('of the mode %s only after its own patience', async (mode, before, from) => {
      await putTracker(database, start, { imei, mode })
      expect(await silent(before)).toEqual([])
      if (from !== null) expect(await silent(from)).toEqual([deviceId])
    })

    test.each([
      ['THEFT', 181],
      ['BOTH', 361],
    ] as const)('of the mode %s after missed heartbeats, to its owner by e-mail', async (mode, minutes) => {
      await putTracker(database, start, { imei, mode })
      const heartbeat = { ...reportAt(60, 0), fix: null }
      await receive(heartbeat, after(60))
      const find = (at: number) => findSilences(silence, randomId, after(at)).then((ids) => ids.length)
      for (let at = 0; at < minutes + 60; at += 5) expect(await find(at)).toBe(0)
      expect(await find(minutes + 60)).toBe(1)
      expect(await find(minutes + 65)).toBe(0)
      const [alarm] = await store.latest(deviceId, start)
      expect(alarm).toMatchObject({ kind: 'SILENCE', place: null, letter: { state: 'QUEUED' }, pushes: [] })
      const begun = await createEmailSteps(database).begin(after(minutes + 60))
      expect(begun).toMatchObject({ email: 'owner@example.org', kind: 'SILENCE', lastActiveAt: after(60) })
    })

    test.each([
      ['a restart', 15, true],
      ['an outage of ours', 16, false],
    ])('after %s of %i minutes: %s, because what is sent meanwhile is not received', async (_name, minutes, isTold) => {
      await putTracker(database, start, { imei, mode: 'THEFT' })
      const find = (at: number) => findSilences(silence, randomId, after(at))
      for (let at = 0; at <= 150; at += 5) await find(at)
      for (let at = 150 + minutes; at < 330; at += 5) await find(at)
      expect(await kinds()).toEqual(isTold ? ['SILENCE'] : [])
      for (let at = 330; at < 360; at += 5) await find(at)
      expect(await kinds()).toEqual(['SILENCE'])
    })

    test('also after a clock of ours that was a month ahead for a moment', async () => {
      await putTracker(database, start, { imei, mode: 'THEFT' })
      for (const at of [0, 5, 30 * dayMinutes, 10]) await findSilences(silence, randomId, after(at))
      await database.deleteFrom('alarms').execute()
      await database.updateTable('alarm_guards').set({ silence_told_of: null }).execute()
      for (let at = 15; at < 200; at += 5) await findSilences(silence, randomId, after(at))
      expect(await kinds()).toEqual(['SILENCE'])
    })

    test.each(['its last sign of life', 'its guard'])(
      'also of a tracker of which %s was noted when a clock of ours was a month ahead',
      async (what) => {
        await putTracker(database, start, { imei, mode: 'THEFT', licenceDays: 60 })
        const ahead = after(30 * dayMinutes)
        if (what === 'its guard') await database.updateTable('tracking_settings').set({ enabled_at: ahead }).execute()
        else await receive({ ...reportAt(0, 0), fix: null }, ahead)
        expect(await silent(181)).toEqual([deviceId])
        expect([await raise(181), await raise(186)]).toEqual([true, false])
      },
    )

    test('only after the next report, whatever a clock that was ahead had noted before', async () => {
      await putTracker(database, start, { imei, mode: 'THEFT', licenceDays: 60 })
      const heartbeat = { ...reportAt(0, 0), fix: null }
      await receive(heartbeat, after(30 * dayMinutes))
      await receive(heartbeat, after(120))
      expect(await silent(299)).toEqual([])
      expect(await silent(301)).toEqual([deviceId])
    })

    test('with the last known place, unless it was deleted or is kept no longer', async () => {
      await putTracker(database, start, { imei, mode: 'THEFT', licenceDays: 60 })
      const place = async () => (await store.latest(deviceId, longAgo))[0]?.place
      await at(1, 0)
      await at(2, 5)
      await receive({ ...reportAt(90, 0), fix: null }, after(90))
      await raise(300)
      expect(await place()).toEqual({
        latitude: 49.0069,
        longitude: 8.405,
        accuracy: 10,
        recordedAt: after(2).toISOString(),
      })
      await receive({ ...reportAt(400, 0), fix: null }, after(400))
      await raise(14 * dayMinutes + 2)
      expect(await place()).toMatchObject({ longitude: 8.405 })
      await receive({ ...reportAt(14 * dayMinutes, 0), fix: null }, after(14 * dayMinutes + 3))
      await raise(14 * dayMinutes + 300)
      expect(await place()).toBeNull()
    })

    test('once, and again only after a sign of life', async () => {
      await putTracker(database, start, { imei, mode: 'THEFT' })
      await at(1, 0)
      expect(await Promise.all([raise(200), raise(200), raise(201)])).toEqual(
        expect.arrayContaining([true, false, false]),
      )
      expect(await silent(600)).toEqual([])
      await at(610, 0)
      expect(await silent(620)).toEqual([])
      expect(await raise(800)).toBe(true)
      expect(await kinds()).toEqual(['FIRST', 'SILENCE', 'SILENCE'])
    })

    test('not of a device of the demo world, without a licence, or during a pause', async () => {
      await putTracker(database, start, { imei, mode: 'THEFT' })
      await store.changeGuard(
        deviceId,
        start,
        ({ guarded }) => guarded && { ...guarded.guard, pause: startPause({ wish: 'LONG' }, start) },
      )
      expect(await raise(200)).toBe(false)
      await database.updateTable('devices').set({ demo: true }).execute()
      expect(await silent(600)).toEqual([])
      await database.updateTable('devices').set({ demo: false, licence_id: null }).execute()
      expect(await silent(600)).toEqual([])
    })
  })
})
