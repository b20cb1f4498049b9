import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { LiveEvent } from '#contract/events/events.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'
import { isRunDistributed } from '#server/db/testing/run-databases.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { watchLiveEvents } from './live-events.store.ts'
import { insertAlarms } from '#server/features/alarms/guard/guards.store.ts'
import { createReceptionService } from '#server/features/reception/reception.service.ts'
import { createReceptionStore } from '#server/features/reception/reception.store.ts'
import { fixReport, putTracker } from '#server/features/reception/testing/trackers.ts'
import { patience } from '#server/testing/patience.ts'

const now = new Date('2026-03-29T12:00:00.000Z')
const imei = '350000000000001'
const log = pino({ level: 'silent' })

describeOnBothDatabases('what is announced about changes', (database, connection) => {
  let receive: ReturnType<typeof createReceptionService>['receive']
  let received: ({ userId: string } & (LiveEvent | { type: 'session' }))[] = []
  let stop: () => Promise<void>

  beforeEach(async () => {
    await putTracker(database, now, { imei })
    await putTracker(database, now, { imei: '350000000000002', owner: 'stranger' })
    await putTracker(database, now, { imei: '350000000000003', owner: 'newcomer', mode: null })
    receive = createReceptionService({ store: createReceptionStore(database, null), log }).receive
    received = []
    const watch = watchLiveEvents(connection, {
      sendToUser: (userId, event) => void received.push({ userId, ...event }),
      checkUser: (userId) => void received.push({ userId, type: 'session' }),
      hears: () => undefined,
    })
    stop = watch.stop
    await watch.begun
  })
  afterEach(() => stop())

  const expectReceived = (events: typeof received) =>
    vi.waitFor(() => expect(received).toEqual(events), { timeout: 5_000 })

  const device = { userId: 'owner', deviceId: `device-${imei}` }

  test('new positions, by their newest, and the sign of life; to their owner alone', async () => {
    const actual = ['11:58', '11:59', '11:57'].map((time) => receive(fixReport(imei, `2026-03-29T${time}:00Z`), now))
    await Promise.all(actual)
    await vi.waitFor(
      () => expect(received).toContainEqual({ type: 'position', ...device, recordedAt: '2026-03-29T11:59:00.000Z' }),
      patience,
    )
    expect(received.filter(({ type }) => type === 'device')).toEqual([{ type: 'device', ...device }])
    expect(new Set(received.map(({ userId }) => userId))).toEqual(new Set(['owner']))
  })

  test.skipIf(isRunDistributed()).each([
    ['enable', false],
    ['disable', false],
    ['disable', true],
  ])(
    'a position once, by the statement that stores it (its trigger of the version before: %s; on several servers: %s)',
    async (trigger, isDistributed) => {
      const distribution = { isDistributed: async () => isDistributed, forget: () => undefined }
      const store = createReceptionStore(database, null, distribution)
      const { receive: take } = createReceptionService({ store, log })
      await sql`alter table positions ${sql.raw(trigger)} trigger positions_told`.execute(database)
      onTestFinished(
        async () => void (await sql`alter table positions enable trigger positions_told`.execute(database)),
      )
      await Promise.all(['11:58', '11:59'].map((time) => take(fixReport(imei, `2026-03-29T${time}:00Z`), now)))
      // Notifications arrive in the order of the commits.
      await database.updateTable('devices').set({ name: 'x' }).where('user_id', '=', 'stranger').execute()
      await vi.waitFor(() => expect(received.at(-1)).toMatchObject({ userId: 'stranger' }), patience)
      const told = received.filter(({ type }) => type === 'position').map((event) => JSON.stringify(event))
      expect(received).toContainEqual({ type: 'position', ...device, recordedAt: '2026-03-29T11:59:00.000Z' })
      expect(new Set(told)).toHaveLength(told.length)
    },
  )

  test('no position that was already stored, and no second sign of life in the same minute', async () => {
    await receive(fixReport(imei, '2026-03-29T11:59:00Z'), now)
    await vi.waitFor(
      () => expect(received.map(({ type }) => type).toSorted()).toEqual(['device', 'position']),
      patience,
    )
    received = []
    await receive(fixReport(imei, '2026-03-29T11:59:00Z'), new Date(now.getTime() + 59_000))
    await database.updateTable('devices').set({ name: 'x' }).where('user_id', '=', 'stranger').execute()
    await expectReceived([{ type: 'device', userId: 'stranger', deviceId: 'device-350000000000002' }])
  })

  test('while tracking is off the first sign of life, the first place and the first battery, however close together', async () => {
    const later = (seconds: number) => new Date(now.getTime() + seconds * 1_000)
    const report = { ...fixReport('350000000000003', '2026-03-29T11:59:00Z'), fix: null }
    const told = { type: 'device' as const, userId: 'newcomer', deviceId: 'device-350000000000003' }
    await receive(report, now)
    await expectReceived([told])
    await receive({ ...report, ...fixReport('350000000000003', '2026-03-29T12:00:05Z') }, later(5))
    await vi.waitFor(() => expect(received).toEqual([told, told]), patience)
    await receive({ ...report, battery: 91 }, later(10))
    await vi.waitFor(() => expect(received).toEqual([told, told, told]), patience)
  })

  test('an alarm, and what becomes of its e-mail', async () => {
    const alarm = { id: 'a', deviceId: device.deviceId, kind: 'TEST' as const, detectedAt: now }
    await inTransaction(database, {}, (writing) =>
      insertAlarms(writing, [{ ...alarm, place: null, numberToday: null }]),
    )
    await expectReceived([{ type: 'alarm', ...device }])
    await database.updateTable('messages').set({ state: 'SENT' }).execute()
    await expectReceived([
      { type: 'alarm', ...device },
      { type: 'alarm', ...device },
    ])
    await database.updateTable('messages').set({ state: 'BOUNCED' }).execute()
    await vi.waitFor(() => expect(received).toHaveLength(3), patience)
  })

  test('settings, a new name and the end of a device', async () => {
    await database
      .updateTable('tracking_settings')
      .set({ mode: 'THEFT' })
      .where('device_id', '=', device.deviceId)
      .execute()
    await expectReceived([{ type: 'device', ...device }])
    await database.updateTable('devices').set({ name: 'Roller' }).where('id', '=', device.deviceId).execute()
    await vi.waitFor(() => expect(received).toHaveLength(2), patience)
    await database.deleteFrom('devices').where('id', '=', device.deviceId).execute()
    await vi.waitFor(() => expect(received).toHaveLength(3), patience)
    expect(new Set(received.map((event) => JSON.stringify(event)))).toHaveLength(1)
  })

  test("the end of a session, and changes of a user's rights", async () => {
    const session = { id: 's', user_id: 'owner', token_hash: Buffer.from('t'), client: '' }
    await database
      .insertInto('sessions')
      .values({ ...session, created_at: now, last_used_at: now, expires_at: now })
      .execute()
    await database.deleteFrom('sessions').execute()
    await expectReceived([{ type: 'session', userId: 'owner' }])
    await database.updateTable('users').set({ email_verified_at: now }).where('id', '=', 'stranger').execute()
    await expectReceived([
      { type: 'session', userId: 'owner' },
      { type: 'session', userId: 'stranger' },
    ])
  })

  test.each([
    ['an unknown kind', '{"type":"ride","userId":"owner","deviceId":"device-350000000000001"}'],
    ['a kind without what belongs to it', '{"type":"position","userId":"owner"}'],
    ['something in another form', 'ride'],
  ])('nothing of %s, which a newer process may send, and continues', async (_name, payload) => {
    await sql`select pg_notify('live_events', ${payload})`.execute(database)
    await database.updateTable('devices').set({ name: 'x' }).where('user_id', '=', 'stranger').execute()
    await expectReceived([{ type: 'device', userId: 'stranger', deviceId: 'device-350000000000002' }])
  })

  test('nothing that is rolled back', async () => {
    const failing = database.transaction().execute(async (transaction) => {
      await transaction.updateTable('devices').set({ name: 'y' }).execute()
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await database.updateTable('devices').set({ name: 'x' }).where('user_id', '=', 'stranger').execute()
    await expectReceived([{ type: 'device', userId: 'stranger', deviceId: 'device-350000000000002' }])
  })
})
