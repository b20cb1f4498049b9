import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { minuteMs, hourMs, dayMs, dayMinutes } from '#contract/base/time-units.ts'
import { createAlarmWatch } from '#server/features/alarms/guard/alarm-watch.ts'
import { createAlarmsStore } from '#server/features/alarms/alarms.store.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { randomId } from '#server/platform/ids.ts'
import { createOwnClock } from './own-clock.ts'
import { createPositionsStore } from '#server/features/history/positions.store.ts'
import { createReceptionService } from './reception.service.ts'
import { createReceptionStore } from './reception.store.ts'
import { fixReport, putTracker } from './testing/trackers.ts'

const imei = '350000000000001'
const others = Array.from({ length: 5 }, (_, index) => String(350_000_000_000_002 + index))
const log = pino({ level: 'silent' })

describeOnBothDatabases('a clock of this machine that is wrong', (database) => {
  /**
   * A process whose clock is behind (ahead: less than 0) by this many minutes, and what it does with a report of `truth`.
   */
  function createProcess(behindMinutes: number, truth: Date, asksDatabase: boolean) {
    const clock = { now: () => new Date(truth.getTime() - behindMinutes * minuteMs) }
    const ownClock = createOwnClock({ clock, asksDatabase, log })
    const store = createReceptionStore(
      database,
      createAlarmWatch(randomId, () => undefined),
    )
    const { receive } = createReceptionService({ store, log, ownClock })
    /** Reports a fix that is this many minutes old. */
    const report = (
      tracker: string,
      {
        ageMinutes = 0,
        receivedAt = clock.now(),
        ...fix
      }: { ageMinutes?: number; receivedAt?: Date; clock?: 'server' } = {},
    ) => {
      const at = fix.clock === 'server' ? receivedAt : new Date(truth.getTime() - ageMinutes * minuteMs)
      return receive(fixReport(tracker, at.toISOString(), fix), receivedAt).catch((error: unknown) =>
        error instanceof Error ? error.name : 'thrown',
      )
    }
    return { report, ownClock }
  }
  const stored = () => database.selectFrom('positions').select(['device_id', 'recorded_at']).execute()
  const losses = () => database.selectFrom('device_losses').select('device_id').execute()

  describe('beside the database’s', () => {
    test.each([
      ['behind', 10],
      ['ahead', -360],
    ])('is doubted where it is %s, and no fix that it decides about is acknowledged', async (_name, behind) => {
      const truth = new Date()
      await putTracker(database, new Date(truth.getTime() - dayMs), { imei })
      const { report, ownClock } = createProcess(behind, truth, true)
      expect(await report(imei, { clock: 'server' })).toBe('OwnClockDoubted')
      if (behind > 0) expect(await report(imei)).toBe('OwnClockDoubted')
      expect(Math.round((ownClock.lag() ?? 0) / minuteMs)).toBe(behind)
      expect(await report(imei, { ageMinutes: 20 })).toBe('STORED')
      expect(await losses()).toEqual([])
      expect(await stored()).toEqual([
        { device_id: `device-${imei}`, recorded_at: new Date(truth.getTime() - 20 * minuteMs) },
      ])

      const corrected = createProcess(0, truth, true)
      expect(await corrected.report(imei)).toBe('STORED')
      expect(corrected.ownClock.lag()).toBeNull()
    })

    test('is doubted for a report that waited while it leapt, in either direction', async () => {
      const truth = new Date()
      await putTracker(database, new Date(truth.getTime() - dayMs), { imei })
      const { report } = createProcess(0, truth, true)
      const behind = new Date(truth.getTime() - hourMs)
      const ahead = new Date(truth.getTime() + hourMs)
      expect(await report(imei, { receivedAt: behind })).toBe('OwnClockDoubted')
      expect(await report(imei, { receivedAt: ahead, clock: 'server' })).toBe('OwnClockDoubted')
      expect([await stored(), await losses()]).toEqual([[], []])
      expect(await report(imei)).toBe('STORED')
    })
  })

  test('is doubted by the word of many trackers, and what they sent is stored once it is right', async () => {
    const truth = new Date('2026-03-29T12:00:00Z')
    for (const each of [imei, ...others]) await putTracker(database, truth, { imei: each, owner: `owner-${each}` })
    const { report, ownClock } = createProcess(10, truth, false)
    const outcomes = []
    for (const each of [imei, ...others]) outcomes.push(await report(each))
    expect(outcomes).toEqual(['IN_THE_FUTURE', 'IN_THE_FUTURE', ...others.slice(1).map(() => 'OwnClockDoubted')])
    expect(await report(others[0] ?? '')).toBe('OwnClockDoubted')
    expect(ownClock.lag()).toBe(10 * minuteMs)
    expect(await stored()).toEqual([])

    const corrected = createProcess(0, truth, false)
    for (const each of others) expect(await corrected.report(each)).toBe('STORED')
  })

  test('is not doubted for trackers that were wrong before, and a fix of no time near the present is discarded', async () => {
    const truth = new Date('2026-03-29T12:00:00Z')
    for (const each of [imei, ...others]) await putTracker(database, truth, { imei: each, owner: `owner-${each}` })
    const { report } = createProcess(0, truth, false)
    for (const each of others) expect(await report(each)).toBe('STORED')
    expect(await report(imei, { ageMinutes: -480 })).toBe('IN_THE_FUTURE')

    const behind = createProcess(10, truth, false)
    for (const each of others) await behind.report(each, { ageMinutes: -1 })
    expect(await behind.report(imei, { ageMinutes: -480 })).toBe('IN_THE_FUTURE')
  })

  test.each([
    ['trackers that nobody has registered', null],
    ['all the trackers of one account', 'one-account'],
  ])('is not doubted for the word of %s', async (_name, owner) => {
    const truth = new Date('2026-03-29T12:00:00Z')
    const monthAhead = -30 * dayMinutes
    await putTracker(database, truth, { imei, owner: 'honest' })
    for (const each of others) await putTracker(database, truth, { imei: each, owner })
    const { report, ownClock } = createProcess(0, truth, false)
    for (const each of others) await report(each, { ageMinutes: monthAhead })
    expect(ownClock.lag()).toBeNull()
    expect(await report(imei)).toBe('STORED')
  })

  test('that was ahead blinds no guard, and its fixes are not the newest', async () => {
    const truth = new Date('2026-03-29T12:00:00Z')
    const deviceId = await putTracker(database, new Date(truth.getTime() - hourMs), { imei, mode: 'THEFT' })
    const ahead = createProcess(-360, truth, false)
    expect(await ahead.report(imei, { clock: 'server' })).toBe('STORED')

    const later = new Date(truth.getTime() + 30 * minuteMs)
    const corrected = createProcess(0, later, false)
    expect(await corrected.report(imei)).toBe('STORED')
    const latest = await createPositionsStore(database).latest(deviceId, { since: new Date(0), until: later })
    expect(latest?.recordedAt).toBe(later.toISOString())

    const moved = new Date(truth.getTime() + hourMs)
    const away = fixReport(imei, new Date(moved.getTime() - minuteMs).toISOString(), { longitude: 8.41 })
    const report = fixReport(imei, moved.toISOString(), { longitude: 8.42 })
    const { receive } = createReceptionService({
      store: createReceptionStore(
        database,
        createAlarmWatch(randomId, () => undefined),
      ),
      log,
    })
    for (const one of [away, report]) expect(await receive(one, moved)).toBe('STORED')
    const alarms = await createAlarmsStore(database).latest(deviceId, new Date(0))
    expect(alarms.find(({ place }) => place?.recordedAt === moved.toISOString())).toMatchObject({ kind: 'MOVEMENT' })
  })
})
