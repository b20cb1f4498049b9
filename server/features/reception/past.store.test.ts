import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { hourMs } from '#contract/base/time-units.ts'
import type { Database } from '#server/db/connection/database.ts'
import { clockAt, type TestClock } from '#server/db/testing/clock.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { createDeviceOffersStore } from '#server/features/devices/device-offers.store.ts'
import { createDeviceRegistrationStore } from '#server/features/devices/device-registration.store.ts'
import { createDevicesStore } from '#server/features/devices/devices.store.ts'
import { finishAccount } from '#server/features/auth/finished-account.ts'
import { startLicence } from '#server/features/licences/start-licence.ts'
import { noQueue } from '#server/jobs/testing/no-queue.ts'
import { insertSession, insertUser } from '#server/testing/rows.ts'
import { createPositionsStore } from '#server/features/history/positions.store.ts'
import { createHistoryService, type HistoryService } from '#server/features/history/history.service.ts'
import { createReceptionService } from './reception.service.ts'
import { createReceptionStore } from './reception.store.ts'
import { fixReport, putTracker } from './testing/trackers.ts'
import { createTrackingService, type TrackingService } from '#server/features/tracking/tracking.service.ts'
import { createTrackingStore } from '#server/features/tracking/tracking.store.ts'
import { createSecret } from '#server/platform/secrets.ts'

const log = pino({ level: 'silent' })
const start = '2026-03-20T12:00:00.000Z'
const imei = '350000000000001'

describeOnBothDatabases('what a tracker measured in the past', (database) => {
  const devices = createDevicesStore(database, noQueue)
  let clock: TestClock
  let tracking: TrackingService
  let history: HistoryService
  let receive: ReturnType<typeof createReceptionService>['receive']

  beforeEach(() => {
    clock = clockAt(start)
    receive = createReceptionService({ store: createReceptionStore(database, null), log }).receive
    const [store, positions] = [createTrackingStore(database), createPositionsStore(database)]
    tracking = createTrackingService({ store, positions, clock })
    history = createHistoryService({ positions, hiddenAreas: async () => [], clock })
  })

  const hours = (count: number) => new Date(Date.parse(start) + count * hourMs)
  /** Reports what was measured this many hours after the start. */
  const measured = (count: number, isReplay = false) =>
    receive({ ...fixReport(imei, hours(count).toISOString()), isReplay }, clock.now())
  const lastActiveAt = async () => {
    const tracker = await database.selectFrom('device_inventory').select('last_active_at').executeTakeFirstOrThrow()
    return tracker.last_active_at
  }
  const switchOn = async (deviceId: string) => {
    await tracking.consent(deviceId, true)
    await tracking.enable(deviceId, 'BOTH')
  }
  const registerForBert = () =>
    createDeviceRegistrationStore(database, noQueue, { startLicence, finishAccount }).register({
      id: 'device-of-bert',
      licence: { id: 'licence-of-bert', key: 'key-of-bert' },
      userId: 'bert',
      imei,
      deviceName: null,
      claimCodeHash: null,
      finishesAccount: false,
      maxDevices: 5,
      now: clock.now(),
    })

  test('is stored for its first owner, also from before it was registered and switched on', async () => {
    const id = await putTracker(database, clock.now(), { imei, mode: null })
    await switchOn(id)
    expect(await measured(-5)).toBe('STORED')
  })

  test.each([
    [
      'removed it',
      async (id: string) => {
        await devices.remove({ id, userId: 'owner', now: clock.now() })
        await registerForBert()
      },
    ],
    [
      'handed it over',
      async (id: string) => {
        const recipientEmail = 'bert@example.org'
        const expiresAt = new Date(clock.now().getTime() + 60_000)
        const sessionId = await insertSession(database, 'owner', clock.now())
        const [secret, at] = [createSecret(), clock.now()]
        const offer = { id, userId: 'owner', sessionId, email: recipientEmail, expiresAt, secret, at }
        expect(await createDeviceOffersStore(database, noQueue).offer(offer)).toBe('offered')
        await createDeviceOffersStore(database, noQueue).handOver({
          id,
          userId: 'owner',
          newId: 'device-of-bert',
          recipientEmail,
          maxDevices: 5,
          now: clock.now(),
        })
        await database
          .updateTable('devices')
          .set({ licence_id: `licence-${imei}` })
          .execute()
      },
    ],
  ])('for an owner who %s is not stored for the next one', async (_name, lose) => {
    const id = await putTracker(database, clock.now(), { imei })
    await insertVerifiedUser(database, 'bert')
    await measured(0)
    clock.advance(10 * hourMs)
    await lose(id)
    expect(await lastActiveAt()).toBeNull()
    clock.advance(2 * hourMs)
    await switchOn('device-of-bert')
    expect(await Promise.all([measured(4), measured(9.9), measured(10), measured(11)])).toEqual([
      'TRACKING_OFF',
      'TRACKING_OFF',
      'STORED',
      'STORED',
    ])
  })

  test('while nobody had the device is not stored for who registers it after another: the seller may have driven it', async () => {
    const id = await putTracker(database, clock.now(), { imei })
    await insertVerifiedUser(database, 'bert')
    clock.advance(10 * hourMs)
    await devices.remove({ id, userId: 'owner', now: clock.now() })
    clock.advance(5 * hourMs)
    await registerForBert()
    clock.advance(2 * hourMs)
    await switchOn('device-of-bert')
    expect(await Promise.all([measured(9), measured(12), measured(14.9), measured(15), measured(16)])).toEqual([
      'TRACKING_OFF',
      'TRACKING_OFF',
      'TRACKING_OFF',
      'STORED',
      'STORED',
    ])
  })

  test('for an owner whose account was deleted in the database is not stored for the next one', async () => {
    clock = clockAt(new Date().toISOString())
    const yesterday = new Date(clock.now().getTime() - 24 * hourMs)
    await putTracker(database, yesterday, { imei })
    await receive(fixReport(imei, yesterday.toISOString()), yesterday)
    await database.deleteFrom('users').where('id', '=', 'owner').execute()
    expect(await lastActiveAt()).toBeNull()
    await insertVerifiedUser(database, 'bert')
    clock.advance(hourMs)
    await registerForBert()
    await switchOn('device-of-bert')
    expect(await receive(fixReport(imei, yesterday.toISOString()), clock.now())).toBe('TRACKING_OFF')
    expect(await receive(fixReport(imei, clock.now().toISOString()), clock.now())).toBe('STORED')
  })

  test('before or while consent was withdrawn is not stored after a new one', async () => {
    const id = await putTracker(database, clock.now(), { imei, mode: null })
    await switchOn(id)
    clock.advance(10 * hourMs)
    await tracking.withdraw(id, false)
    clock.advance(10 * hourMs)
    await switchOn(id)
    clock.advance(hourMs)
    expect(await Promise.all([measured(5), measured(15), measured(20), measured(20.5)])).toEqual([
      'TRACKING_OFF',
      'TRACKING_OFF',
      'STORED',
      'STORED',
    ])
  })

  test.each([
    ['everything', {}, 'DUPLICATE'],
    ['the time until then', { end: hours(1).toISOString() }, 'DUPLICATE'],
    ['a time that has not ended', { end: hours(30).toISOString() }, 'DUPLICATE'],
    ['another time', { end: hours(0.5).toISOString() }, 'STORED'],
  ])('and its owner deleted is not stored again when somebody kept it: of %s', async (_name, range, delivery) => {
    const id = await putTracker(database, clock.now(), { imei })
    clock.advance(2 * hourMs)
    if (delivery === 'DUPLICATE') await measured(1)
    await history.remove(id, range)
    expect(await measured(1, true)).toBe(delivery)
    clock.advance(2 * hourMs)
    // What the tracker itself reports, or was measured since, is new.
    expect(await measured(1.5)).toBe('STORED')
    expect(await measured(3, true)).toBe('STORED')
  })

  test('and was deleted stays so after a later deletion of an earlier time', async () => {
    const id = await putTracker(database, clock.now(), { imei })
    clock.advance(2 * hourMs)
    await measured(1)
    await history.remove(id, {})
    await history.remove(id, { end: hours(0.5).toISOString() })
    expect(await measured(1, true)).toBe('DUPLICATE')
  })
})

async function insertVerifiedUser(database: Database, id: string): Promise<void> {
  const at = new Date(start)
  await insertUser(database, id, at)
  await database
    .updateTable('users')
    .set({ email_verified_at: at, imei_verified_at: at })
    .where('id', '=', id)
    .execute()
}
