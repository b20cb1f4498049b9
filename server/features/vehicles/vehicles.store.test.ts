import { expect, test } from 'vitest'
import { minuteMs } from '#contract/base/time-units.ts'
import { metresPerDegree } from '#domain/geo/geo.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { createAlarmsStore } from '#server/features/alarms/alarms.store.ts'
import { putHops } from '#server/features/alarms/testing/hops.ts'
import { keepPositions } from '#server/db/positions/stored-positions.ts'
import { putTracker } from '#server/features/reception/testing/trackers.ts'
import { createVehiclesStore } from './vehicles.store.ts'

const start = new Date('2026-06-01T08:00:00.000Z')
const after = (minutes: number) => new Date(start.getTime() + minutes * minuteMs)
const range = { since: start, until: after(1_000) }

describeOnBothDatabases('how vehicles are', (database) => {
  const store = createVehiclesStore(database)
  const put = (number: number) => putTracker(database, start, { imei: `35000000000000${number}`, mode: 'BOTH' })

  /** Fixes of a device, each this many minutes after the start and kilometres to the north. */
  const ride = (deviceId: string, track: readonly (readonly [minutes: number, kilometres: number])[]) =>
    database.transaction().execute((transaction) =>
      keepPositions(
        transaction,
        track.map(([minutes, kilometres]) => ({
          deviceId,
          recordedAt: after(minutes),
          receivedAt: after(minutes),
          latitude: 49 + (kilometres * 1000) / metresPerDegree,
          longitude: 8.4,
          accuracy: null,
          altitude: null,
          speed: null,
          course: null,
          flag: null,
        })),
      ),
    )
  const stayOf = async (deviceId: string) => (await store.seen([deviceId], range)).get(deviceId)?.stay

  test('of each the newest position is known, when it came there, and when it was elsewhere before', async () => {
    const [one, other, silent] = [await put(1), await put(2), await put(3)]
    await ride(one, [
      [0, 0],
      [30, 1],
      [31, 4],
      [32, 5],
      [40, 5.1],
      [90, 4.95],
    ])
    await ride(other, [
      [5, 0],
      [50, 0.1],
    ])
    const seen = await store.seen([one, other, silent], range)
    expect(seen.get(one)).toEqual({
      position: { recordedAt: after(90).toISOString(), latitude: 49 + 4950 / metresPerDegree, longitude: 8.4 },
      stay: { newestAt: after(90), arrivedAt: after(32), elsewhereAt: after(31), speed: null },
    })
    expect(seen.get(other)?.stay).toMatchObject({ newestAt: after(50), arrivedAt: after(5), elsewhereAt: null })
    expect(seen.has(silent)).toBe(false)
  })

  test('a single fix far away is a jump, and a vehicle that was there for two has left', async () => {
    const [jumped, left] = [await put(1), await put(2)]
    const home = [0, 5, 10, 15, 25, 30].map((minutes) => [minutes, 0] as const)
    await ride(jumped, [...home, [20, 30]])
    await ride(left, [...home, [20, 30], [22, 30]])
    expect(await stayOf(jumped)).toMatchObject({ arrivedAt: after(0), elsewhereAt: null })
    expect(await stayOf(left)).toMatchObject({ arrivedAt: after(25), elsewhereAt: after(22) })
  })

  test('a single fix far away after a silence is a place where it was', async () => {
    const device = await put(1)
    await ride(device, [
      [0, 0],
      [60, 30],
      [120, 0],
      [180, 0],
    ])
    expect(await stayOf(device)).toMatchObject({ arrivedAt: after(120), elsewhereAt: after(60) })
  })

  test('of a ride the first fix of each half minute is read, the oldest first', async () => {
    const device = await put(1)
    await ride(
      device,
      Array.from({ length: 13 }, (_, index) => [index / 6, index] as const),
    )
    const times = (await store.ride(device, range)).map(({ recordedAt }) => recordedAt)
    expect(times).toEqual([0, 0.5, 1, 1.5, 2].map((minutes) => after(minutes).toISOString()))
  })

  test('of the last minutes before a fix each one is read, the oldest first, and none from before', async () => {
    const device = await put(1)
    await ride(
      device,
      [0, 10, 10.5, 20, 21].map((minutes) => [minutes, minutes] as const),
    )
    const times = (await store.lastMinutes(device, after(20))).map(({ recordedAt }) => recordedAt)
    expect(times).toEqual([10, 10.5, 20].map((minutes) => after(minutes).toISOString()))
  })

  test('the first test alarm of a device is remembered when the log has forgotten it', async () => {
    const device = await put(1)
    const alarms = createAlarmsStore(database)
    const test = { deviceId: device, place: null, numberToday: null }
    await alarms.add({ ...test, id: 'movement', kind: 'MOVEMENT', detectedAt: after(1) })
    expect((await store.grounds('owner', after(2))).get(device)?.testedAt).toBeNull()
    await alarms.add({ ...test, id: 'first', kind: 'TEST', detectedAt: after(2) })
    await alarms.add({ ...test, id: 'second', kind: 'TEST', detectedAt: after(3) })
    await alarms.expire(after(10))
    expect((await store.grounds('owner', after(20))).get(device)).toMatchObject({
      testedAt: after(2),
      grounds: { enabled: true, mode: 'BOTH', licensed: true },
    })
  })

  test('of the last test alarm it is known how far its e-mail came', async () => {
    const device = await put(1)
    const alarms = createAlarmsStore(database)
    const test = { deviceId: device, kind: 'TEST' as const, place: null, numberToday: null }
    const lastTest = async () => (await store.grounds('owner', after(9))).get(device)?.lastTest
    expect(await lastTest()).toBeNull()
    await alarms.add({ ...test, id: 'first', detectedAt: after(1) })
    expect(await lastTest()).toBe('QUEUED')
    await database
      .updateTable('messages')
      .set({ state: 'BOUNCED', ended_at: after(2) })
      .execute()
    expect(await lastTest()).toBe('BOUNCED')
    await alarms.add({ ...test, id: 'other', kind: 'MOVEMENT', detectedAt: after(3) })
    expect(await lastTest()).toBe('BOUNCED')
    await alarms.add({ ...test, id: 'second', detectedAt: after(4) })
    expect(await lastTest()).toBe('QUEUED')
  })

  test('alarms are open until they are acknowledged', async () => {
    const device = await put(1)
    const alarms = createAlarmsStore(database)
    const alarm = { deviceId: device, kind: 'MOVEMENT' as const, numberToday: null }
    const place = { latitude: 49, longitude: 8.4, accuracy: 10, recordedAt: after(1) }
    await alarms.add({ ...alarm, id: 'one', detectedAt: after(2), place })
    await alarms.add({ ...alarm, id: 'two', detectedAt: after(3), place: null })
    const open = async () => (await store.openAlarms([device], after(-1))).get(device)
    expect(await open()).toMatchObject([
      { id: 'one', detectedAt: after(2).toISOString(), recordedAt: after(1) },
      { id: 'two', recordedAt: null },
    ])
    await alarms.acknowledge(device, 'one', after(4))
    expect(await open()).toMatchObject([{ id: 'two' }])
  })

  test('of an alarm it is known when the first contact was told, and the next is to be', async () => {
    const device = await put(1)
    const alarm = { id: 'one', deviceId: device, kind: 'MOVEMENT', numberToday: null } as const
    await createAlarmsStore(database).add({ ...alarm, detectedAt: after(2), place: null })
    const told = async () => {
      const [alarm] = (await store.openAlarms([device], after(-1))).get(device) ?? []
      return [alarm?.contactToldAt, alarm?.contactDueAt]
    }
    const hop = { alarmId: 'one', channel: 'EMAIL', state: 'QUEUED' } as const
    const phone = { ...hop, number: 0, channel: 'SMS', contactId: null, state: 'SENT' } as const
    await putHops(database, [
      { ...phone, dueAt: after(2), endedAt: after(3) },
      { ...hop, number: 1, contactId: 'anna', dueAt: after(7) },
      { ...hop, number: 2, contactId: 'bert', dueAt: after(12) },
    ])
    expect(await told()).toEqual([null, after(7)])
    await database
      .updateTable('messages')
      .set({ state: 'SENT', ended_at: after(8) })
      .where('recipient', '=', 'anna')
      .execute()
    expect(await told()).toEqual([after(8), after(12)])
  })
})
