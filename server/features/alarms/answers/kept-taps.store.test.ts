import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import { dayMinutes, minuteMs } from '#contract/base/time-units.ts'
import { createAlarmLinksStore } from './alarm-links.store.ts'
import { createAlarmWatch } from '#server/features/alarms/guard/alarm-watch.ts'
import { createAlarmsService } from '#server/features/alarms/alarms.service.ts'
import { createAlarmsStore } from '#server/features/alarms/alarms.store.ts'
import { createKeptTapsStore } from './kept-taps.store.ts'
import { insertAlarms } from '#server/features/alarms/guard/guards.store.ts'
import { statementAnswers } from './statements.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { createDossierStore } from '#server/features/dossier/dossier.store.ts'
import { noQueue } from '#server/jobs/testing/no-queue.ts'
import { createReceptionService } from '#server/features/reception/reception.service.ts'
import { createReceptionStore } from '#server/features/reception/reception.store.ts'
import { fixReport, putTracker } from '#server/features/reception/testing/trackers.ts'
import { randomId } from '#server/platform/ids.ts'
import { noPlaceNames } from '#server/places/testing/place-names.ts'
import { putHops } from '#server/features/alarms/testing/hops.ts'

const start = new Date('2026-06-01T08:00:00.000Z')
const imei = '350000000000001'
const deviceId = `device-${imei}`
const after = (minutes: number) => new Date(start.getTime() + minutes * minuteMs)

describeOnBothDatabases('a tap that comes later', (database) => {
  let now: Date
  const store = createAlarmsStore(database)
  const service = createAlarmsService({
    store,
    taps: createKeptTapsStore(database),
    links: createAlarmLinksStore(database),
    placeNames: noPlaceNames,
    clock: { now: () => now },
    newId: randomId,
    notify: () => undefined,
  })
  const reception = createReceptionService({
    store: createReceptionStore(
      database,
      createAlarmWatch(randomId, () => undefined),
    ),
    log: pino({ level: 'silent' }),
  })
  const seen = (minutes: number, thousandths: number) =>
    reception.receive(
      fixReport(imei, after(minutes).toISOString(), { longitude: (8400 + thousandths) / 1000, accuracy: 10 }),
      after(minutes),
    )
  /** It is ridden off after 20 minutes, half a kilometre a minute, with its alarm still armed. */
  const riddenUntil = async (minutes: number) => {
    for (const still of [1, 10, 20]) await seen(still, 0)
    for (let minute = 21; minute <= minutes; minute += 1) await seen(minute, (minute - 20) * 7)
  }
  const standing = async (from: number, until: number, thousandths: number) => {
    for (let minute = from; minute <= until; minute += 2) await seen(minute, thousandths)
  }
  /** @param tapped in minutes. */
  const ride = (tapped: number, arrives: number) => {
    now = after(arrives)
    return service.ride(deviceId, after(tapped).toISOString(), null)
  }
  const state = (setAt: Date) =>
    createDossierStore(database, statementAnswers, noQueue).change(deviceId, setAt, () => ({
      state: 'STOLEN',
      since: setAt,
      setAt,
    }))
  /** What is with the e-mails of alarms about movement, oldest first. */
  const letters = async () =>
    (await store.latest(deviceId, new Date(0)))
      .flatMap(({ kind, letter }) => (kind === 'MOVEMENT' ? [letter.state] : []))
      .toReversed()

  beforeEach(() => putTracker(database, start, { imei, mode: 'THEFT' }))

  describe('of an owner who rides', () => {
    test('pauses the alarm as if it had come in time, and stops what waits of it', async () => {
      await riddenUntil(30)
      expect(await letters()).toEqual(['QUEUED', 'QUEUED'])
      const until = after(20 + dayMinutes).toISOString()
      expect(await ride(20, 30)).toMatchObject({ guarded: true, pause: { kind: 'RIDE', until } })
      expect(await letters()).toEqual(['STOPPED', 'STOPPED'])
      await standing(31, 40, 70)
      for (let minute = 41; minute <= 60; minute += 1) await seen(minute, 70 + (minute - 40) * 7)
      expect(await letters()).toHaveLength(2)
    })

    test('leaves sent what was sent', async () => {
      await riddenUntil(30)
      const first = database.selectFrom('alarms').select('id').where('number_today', '=', 1)
      await database.updateTable('messages').set({ state: 'SENT' }).where('alarm_id', 'in', first).execute()
      await ride(20, 30)
      expect(await letters()).toEqual(['SENT', 'STOPPED'])
    })

    test('pauses nothing any more where the ride is over, and answers only what was raised on it', async () => {
      await riddenUntil(30)
      await standing(31, 95, 70)
      const onRide = (await letters()).length
      for (let minute = 96; minute <= 100; minute += 1) await seen(minute, 70 + (minute - 95) * 7)
      expect((await letters()).length).toBeGreaterThan(onRide)
      expect(await ride(20, 101)).toMatchObject({ guarded: true, pause: null })
      const present = await letters()
      expect(new Set(present.slice(0, onRide))).toEqual(new Set(['STOPPED']))
      expect(new Set(present.slice(onRide))).toEqual(new Set(['QUEUED']))
    })

    test('is the same when it is sent again', async () => {
      await riddenUntil(30)
      const first = await ride(20, 30)
      await seen(31, 77)
      expect(await ride(20, 32)).toMatchObject({ pause: first.pause })
      const kinds = await database.selectFrom('activities').select(['kind', 'at']).execute()
      expect(kinds).toEqual([{ kind: 'alarms-paused', at: after(30) }])
    })

    test('counts no earlier than a day ago', async () => {
      await seen(1, 0)
      expect(await ride(1, 2 * dayMinutes)).toMatchObject({ pause: null })
      const guard = (await store.device(deviceId, now))?.guarded?.guard
      expect(guard?.restedUntil).toEqual(after(dayMinutes + 60))
    })

    test('changes nothing after a later tap, by whichever arrives first', async () => {
      await seen(1, 0)
      await ride(8, 9)
      await expect(ride(5, 10)).rejects.toMatchObject({ code: 'TAP_OVERTAKEN' })
      now = after(12)
      await service.endPause(deviceId)
      await expect(ride(11, 13)).rejects.toMatchObject({ code: 'TAP_OVERTAKEN' })
      expect(await ride(14, 15)).toMatchObject({ pause: { kind: 'RIDE' } })
    })

    test.each(['owner', 'contact'] as const)('changes nothing after an answer of the %s', async (who) => {
      await riddenUntil(23)
      const [alarm] = await store.latest(deviceId, new Date(0))
      const id = alarm?.id ?? ''
      if (who === 'owner') await store.acknowledge(deviceId, id, after(22))
      else {
        const hop = { alarmId: id, number: 1, channel: 'SMS', contactId: null, dueAt: after(22) } as const
        const answered = { state: 'SENT', begunAt: after(22), endedAt: after(22), answeredAt: after(22) } as const
        await putHops(database, [{ ...hop, ...answered }])
      }
      await expect(ride(20, 24)).rejects.toMatchObject({ code: 'TAP_OVERTAKEN' })
      expect(await ride(23, 25)).toMatchObject({ pause: { kind: 'RIDE' } })
    })

    test('changes nothing of a theft, whenever that was stated', async () => {
      await riddenUntil(30)
      await state(after(25))
      await expect(ride(20, 31)).rejects.toMatchObject({ code: 'TAP_OVERTAKEN' })
      await expect(ride(28, 31)).rejects.toMatchObject({ code: 'VEHICLE_MISSED' })
      expect((await store.device(deviceId, now))?.guarded?.guard.pause).toBeNull()
    })
  })

  test('of a theft ends the pause from then on, stops what was raised before, and nothing that was raised since', async () => {
    for (const still of [1, 10, 20]) await seen(still, 0)
    await ride(21, 21)
    const store = createDossierStore(database, statementAnswers, noQueue)
    for (let minute = 22; minute <= 30; minute += 1) await seen(minute, (minute - 20) * 7)
    const tow = { deviceId, kind: 'TOW', place: null, numberToday: null } as const
    const towed = [24, 28].map((minute) => ({ ...tow, id: `tow-${minute}`, detectedAt: after(minute) }))
    await inTransaction(database, {}, (writing) => insertAlarms(writing, towed))
    await store.change(deviceId, after(31), () => ({
      state: 'STOLEN',
      since: after(26),
      setAt: after(26),
    }))
    const known = await createAlarmsStore(database).device(deviceId, after(31))
    expect(known).toMatchObject({ isMissed: true, guarded: { guard: { pause: null, restedUntil: after(26) } } })
    const tows = await database
      .selectFrom('messages')
      .select(['state', 'ended_at as endedAt'])
      .where('alarm_id', 'in', ['tow-24', 'tow-28'])
      .orderBy('id')
      .execute()
    expect(tows).toEqual([
      { state: 'STOPPED', endedAt: after(31) },
      { state: 'QUEUED', endedAt: null },
    ])
  })
})
