import { beforeEach, describe, expect, test } from 'vitest'
import { hourMs, minuteMs } from '#contract/base/time-units.ts'
import { trackingLimits } from '#contract/tracking/tracking-limits.ts'
import type { TrackingMode } from '#contract/tracking/tracking.ts'
import { destination } from '#domain/geo/geo.ts'
import type { NewPosition } from '#domain/reception/judgement.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { statementAnswers } from '#server/features/alarms/answers/statements.ts'
import { createDossierStore } from '#server/features/dossier/dossier.store.ts'
import { noQueue } from '#server/jobs/testing/no-queue.ts'
import { keepPositions } from '#server/db/positions/stored-positions.ts'
import { putTracker } from '#server/features/reception/testing/trackers.ts'
import { createParkedTracesStore } from './parked-traces.store.ts'
import { createPositionsStore } from './positions.store.ts'
import { storedPositions } from './testing/stored-positions.ts'

const now = new Date('2026-11-21T12:00:00Z')
const enabledAt = new Date(now.getTime() - 10 * hourMs)
const home = { latitude: 49.0069, longitude: 8.4037 }
const imei = '350000000000001'
const deviceId = `device-${imei}`

describeOnBothDatabases('the trace of a vehicle', (database) => {
  const traces = createParkedTracesStore(database)
  const positions = createPositionsStore(database)
  const minute = (number: number) => new Date(enabledAt.getTime() + number * minuteMs)

  /** Parked until a minute, then riding at 60 km/h until another, then parked. */
  const placeAt = (number: number, setOff: number, arrival: number) =>
    destination(home, Math.max(0, Math.min(number, arrival) - setOff) * 1000, 90)
  const keep = (first: number, last: number, [setOff, arrival]: readonly [number, number], stepMinutes = 1) => {
    const reported: NewPosition[] = []
    for (let number = first; number <= last; number += stepMinutes) {
      const recordedAt = minute(number)
      const fix = { accuracy: 8, altitude: null, speed: null, course: null, flag: null }
      reported.push({ deviceId, recordedAt, receivedAt: recordedAt, ...placeAt(number, setOff, arrival), ...fix })
    }
    return database.transaction().execute((transaction) => keepPositions(transaction, reported))
  }
  const minutesStored = async () =>
    (await storedPositions(positions, deviceId, now)).map(
      ({ recordedAt }) => (Date.parse(recordedAt) - enabledAt.getTime()) / minuteMs,
    )
  const recordedAs = (mode: TrackingMode) => putTracker(database, enabledAt, { imei, mode })
  const reduce = (options = { fromStart: false }) => traces.reduce(deviceId, now, options)

  describe('in the mode THEFT', () => {
    beforeEach(() => recordedAs('THEFT'))

    test('is its place and the time while it is parked, and whole while it moves', async () => {
      await keep(0, 240, [60, 90])
      await reduce()
      const stored = await minutesStored()
      expect([stored[0], stored.at(-1)]).toEqual([0, 240])
      expect(stored).toEqual(expect.arrayContaining(Array.from({ length: 29 }, (_, index) => 61 + index)))
      expect(stored.length).toBeLessThan(40)
      expect(await reduce()).toBe(0)
    })

    test('is reduced further with each report of the parked vehicle', async () => {
      for (let first = 0; first < 120; first += 5) {
        await keep(first, first + 4, [500, 500])
        await reduce()
      }
      expect(await minutesStored()).toEqual([0, 119])
    })

    test('is reduced as a whole where it is longer than a page', async () => {
      const perMinute = 32
      const minutes = Math.ceil((2.5 * trackingLimits.historyPageRows) / perMinute)
      await keep(0, minutes, [60_000, 60_000], 1 / perMinute)
      await reduce()
      expect(await minutesStored()).toEqual([0, minutes])
    })

    test('is reduced where a tracker sent it later', async () => {
      await keep(0, 59, [60, 90])
      await keep(180, 240, [60, 90])
      await reduce()
      await keep(60, 179, [60, 90])
      await reduce()
      expect((await minutesStored()).length).toBeGreaterThan(100)
      await reduce({ fromStart: true })
      expect((await minutesStored()).length).toBeLessThan(40)
    })

    test('is kept as it was before the guard was switched on', async () => {
      await keep(-120, -1, [500, 500])
      await keep(0, 60, [500, 500])
      await reduce({ fromStart: true })
      const stored = await minutesStored()
      expect(stored.filter((number) => number < 0)).toHaveLength(120)
      expect(stored.filter((number) => number >= 0)).toEqual([0, 60])
    })

    test('is kept while its owner suspects a theft', async () => {
      await createDossierStore(database, statementAnswers, noQueue).change(deviceId, now, () => ({
        state: 'SUSPICIOUS',
        since: minute(20),
        setAt: now,
      }))
      await keep(0, 120, [500, 500])
      expect(await reduce()).toBe(0)
    })

    test('keeps the movement whose alarm is pending, and the positions of alarms', async () => {
      await keep(0, 120, [500, 500])
      const guard = { device_id: deviceId, enabled_at: enabledAt, untold_fix_at: minute(33) }
      await database.insertInto('alarm_guards').values(guard).execute()
      await database
        .insertInto('alarms')
        .values({
          id: 'alarm',
          device_id: deviceId,
          kind: 'MOVEMENT',
          detected_at: now,
          recorded_at: minute(44),
          letter: 'SENT',
        })
        .execute()
      await reduce()
      expect(await minutesStored()).toEqual([0, 33, 44, 120])
    })
  })

  test.each(['BOTH', 'MOVEMENT'] as const)('stays as it is in the mode %s', async (mode) => {
    await recordedAs(mode)
    await keep(0, 120, [500, 500])
    expect(await traces.reporting(enabledAt, now)).toEqual([])
    expect(await reduce()).toBe(0)
  })

  test('is looked at where the tracker has reported', async () => {
    await recordedAs('THEFT')
    expect(await traces.reporting(enabledAt, now)).toEqual([])
    await database
      .updateTable('device_inventory')
      .set({ last_active_at: minute(1) })
      .execute()
    expect(await traces.reporting(enabledAt, now)).toEqual([deviceId])
    expect(await traces.reporting(minute(2), now)).toEqual([])
  })
})
