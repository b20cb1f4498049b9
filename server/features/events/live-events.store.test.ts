import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LiveEvent } from '#contract/events.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { watchLiveEvents } from './live-events.store.ts'
import { insertAlarms } from '#server/features/alarms/guards.store.ts'
import { createReceptionService } from '#server/features/tracking/reception.service.ts'
import { createReceptionStore } from '#server/features/tracking/reception.store.ts'
import { fixReport, putTracker } from '#server/features/tracking/testing/trackers.ts'

const now = new Date('2026-03-29T12:00:00.000Z')
const imei = '350000000000001'
const log = pino({ level: 'silent' })

describeOnBothDatabases('what is told of changes', (database, connection) => {
  let receive: ReturnType<typeof createReceptionService>['receive']
  let heard: ({ userId: string } & (LiveEvent | { type: 'session' }))[] = []
  let stop: () => Promise<void>

  beforeEach(async () => {
    await putTracker(database, now, { imei })
    await putTracker(database, now, { imei: '350000000000002', owner: 'stranger' })
    receive = createReceptionService({ store: createReceptionStore(database, null), log }).receive
    heard = []
    const watch = watchLiveEvents(connection, {
      tellUser: (userId, event) => void heard.push({ userId, ...event }),
      checkUser: (userId) => void heard.push({ userId, type: 'session' }),
    })
    stop = watch.stop
    await watch.begun
  })
  afterEach(() => stop())

  const expectHeard = (events: typeof heard) => vi.waitFor(() => expect(heard).toEqual(events), { timeout: 5_000 })

  const device = { userId: 'owner', deviceId: `device-${imei}` }

  test('new positions, by their newest, and the sign of life; to their owner alone', async () => {
    const told = ['11:58', '11:59', '11:57'].map((time) => receive(fixReport(imei, `2026-03-29T${time}:00Z`), now))
    await Promise.all(told)
    await vi.waitFor(() =>
      expect(heard).toContainEqual({ type: 'position', ...device, recordedAt: '2026-03-29T11:59:00.000Z' }),
    )
    expect(heard.filter(({ type }) => type === 'device')).toEqual([{ type: 'device', ...device }])
    expect(new Set(heard.map(({ userId }) => userId))).toEqual(new Set(['owner']))
  })

  test('no position that was stored before, and no second sign of life in the same minute', async () => {
    await receive(fixReport(imei, '2026-03-29T11:59:00Z'), now)
    await vi.waitFor(() => expect(heard.map(({ type }) => type).toSorted()).toEqual(['device', 'position']))
    heard = []
    await receive(fixReport(imei, '2026-03-29T11:59:00Z'), new Date(now.getTime() + 59_000))
    await database.updateTable('devices').set({ name: 'x' }).where('user_id', '=', 'stranger').execute()
    await expectHeard([{ type: 'device', userId: 'stranger', deviceId: 'device-350000000000002' }])
  })

  test('an alarm, and what becomes of its letter', async () => {
    const alarm = { id: 'a', deviceId: device.deviceId, kind: 'TEST' as const, detectedAt: now }
    await insertAlarms(database, [{ ...alarm, place: null, numberToday: null }])
    await expectHeard([{ type: 'alarm', ...device }])
    await database.updateTable('alarms').set({ letter: 'SENT' }).execute()
    await expectHeard([
      { type: 'alarm', ...device },
      { type: 'alarm', ...device },
    ])
    await database.updateTable('alarms').set({ letter: 'BOUNCED' }).execute()
    await vi.waitFor(() => expect(heard).toHaveLength(3))
  })

  test('settings, a new name and the end of a device', async () => {
    await database
      .updateTable('tracking_settings')
      .set({ mode: 'THEFT' })
      .where('device_id', '=', device.deviceId)
      .execute()
    await expectHeard([{ type: 'device', ...device }])
    await database.updateTable('devices').set({ name: 'Roller' }).where('id', '=', device.deviceId).execute()
    await vi.waitFor(() => expect(heard).toHaveLength(2))
    await database.deleteFrom('devices').where('id', '=', device.deviceId).execute()
    await vi.waitFor(() => expect(heard).toHaveLength(3))
    expect(new Set(heard.map((event) => JSON.stringify(event)))).toHaveLength(1)
  })

  test('the end of a session, and of what a user may', async () => {
    const session = { id: 's', user_id: 'owner', token_hash: Buffer.from('t'), client: '' }
    await database
      .insertInto('sessions')
      .values({ ...session, created_at: now, last_used_at: now, expires_at: now })
      .execute()
    await database.deleteFrom('sessions').execute()
    await expectHeard([{ type: 'session', userId: 'owner' }])
    await database.updateTable('users').set({ email_verified_at: now }).where('id', '=', 'stranger').execute()
    await expectHeard([
      { type: 'session', userId: 'owner' },
      { type: 'session', userId: 'stranger' },
    ])
  })

  test.each([
    ['a kind that it does not know', '{"type":"ride","userId":"owner","deviceId":"device-350000000000001"}'],
    ['a kind without what belongs to it', '{"type":"position","userId":"owner"}'],
    ['something in another form', 'ride'],
  ])('nothing of %s, as a newer process may tell it, and goes on', async (_name, payload) => {
    await sql`select pg_notify('live_events', ${payload})`.execute(database)
    await database.updateTable('devices').set({ name: 'x' }).where('user_id', '=', 'stranger').execute()
    await expectHeard([{ type: 'device', userId: 'stranger', deviceId: 'device-350000000000002' }])
  })

  test('nothing of what is rolled back', async () => {
    const failing = database.transaction().execute(async (transaction) => {
      await transaction.updateTable('devices').set({ name: 'y' }).execute()
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await database.updateTable('devices').set({ name: 'x' }).where('user_id', '=', 'stranger').execute()
    await expectHeard([{ type: 'device', userId: 'stranger', deviceId: 'device-350000000000002' }])
  })
})
