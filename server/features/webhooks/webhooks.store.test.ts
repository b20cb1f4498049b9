import { beforeEach, expect, test } from 'vitest'
import { webhooksLimits } from '#contract/webhooks/webhooks-limits.ts'
import { dayMs, hourMs, minuteMs } from '#contract/base/time-units.ts'
import type { WebhookEvent } from '#contract/webhooks/webhooks.ts'
import { clockAt, type TestClock } from '#server/db/testing/clock.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'
import { hooks } from '#server/hooks.ts'
import { noteAcknowledged } from '#server/features/alarms/answers/acknowledged.ts'
import { insertAlarms } from '#server/features/alarms/guard/guards.store.ts'
import { createTestMessages } from '#server/features/messages/testing/sending.ts'
import { expectQueued } from '#server/jobs/testing/expect-queued.ts'
import { noQueue } from '#server/jobs/testing/no-queue.ts'
import { insertDevice, insertSession, insertUser } from '#server/testing/rows.ts'
import { createWebhookDeliveriesStore } from './webhook-deliveries.store.ts'
import { webhookMail } from './webhook-mail.ts'
import { registerWebhooksJobs } from './webhooks.jobs.ts'
import { createWebhooksStore } from './webhooks.store.ts'

const urlOf = (id: string) => `https://${id}.example/hook`
const start = new Date('2026-11-23T12:00:00Z')

describeOnBothDatabases('webhooks', (database, connection) => {
  const store = createWebhooksStore(database, noQueue)
  const deliveries = createWebhookDeliveriesStore(database, noQueue)
  let clock: TestClock
  let posted: { url: string; secrets: readonly string[]; id: string; body: string }[]
  let status: number | null

  const { messages, send } = createTestMessages(database, {
    mailer: { send: async () => undefined },
    pusher: { send: async () => 'TAKEN' },
    clock: { now: () => clock.now() },
  })
  registerWebhooksJobs(
    { on: () => undefined },
    {
      store: deliveries,
      post: async ({ url, secrets }, id, body) => {
        posted.push({ url, secrets, id, body })
        return status
      },
      messages,
      mailer: { send: async () => undefined },
      links: { wayOut: async () => ({ secureLink: null, supportLink: 'https://wegwarte.example/kontakt' }) },
      clock: { now: () => clock.now() },
      publicUrl: 'https://wegwarte.example',
    },
  )

  beforeEach(async () => {
    clock = clockAt(start.toISOString())
    ;[posted, status] = [[], 200]
    for (const [index, id] of ['a', 'b'].entries()) {
      await insertUser(database, id, start)
      await insertSession(database, id, start)
      await insertDevice(database, { id: `device-${id}`, userId: id, imei: `35000000000000${index}` }, start)
    }
  })

  const add = (id: string, { on = store, deviceIds = ['device-a'], places = false, most = 5, at = start } = {}) => {
    const events: WebhookEvent[] = ['alarm.raised', 'alarm.answered']
    return on.add(
      { id, userId: 'a', url: urlOf(id), events, places, deviceIds, createdAt: at },
      { sessionId: 'session-a', secret: `secret-${id}`, most },
    )
  }
  const raise = (id: string, deviceId = 'device-a') => {
    const place = { latitude: 49.5, longitude: 8.25, accuracy: 10, recordedAt: clock.now() }
    const alarm = { id, deviceId, kind: 'MOVEMENT' as const, detectedAt: clock.now(), place, numberToday: 1 }
    return inTransaction(database, {}, (writing) => insertAlarms(writing, [alarm]))
  }
  const bodies = () => posted.map(({ body }): { type: string; data: object } => JSON.parse(body))
  const pausedOf = async (id: string) => (await store.find('a', id))?.paused

  test('are made up to the limit, for one’s own devices, in a session that goes on, with their e-mail', async () => {
    const mail = [webhookMail, { webhookId: 'mailed', what: 'made' }] as const
    await expectQueued(connection, (queue) => add('mailed', { on: createWebhooksStore(database, queue) }), mail)
    expect(await add('stolen', { deviceIds: ['device-a', 'device-b'] })).toBe('foreign')
    const answers = await Promise.all(['one', 'two'].map((id) => add(id, { most: 2 })))
    expect(answers.filter((answer) => answer === 'full')).toHaveLength(1)
    await database.deleteFrom('sessions').execute()
    expect(await add('late')).toBe('signed out')
  })

  test('are told of what happens to their vehicles, in the transaction of it, with a place only where they may', async () => {
    await add('plain')
    await add('placed', { places: true, at: new Date(start.getTime() + 1) })
    const failed = inTransaction(database, {}, async (writing) => {
      const alarm = { id: 'undone', deviceId: 'device-a', kind: 'SOS' as const, detectedAt: start, place: null }
      await insertAlarms(writing, [{ ...alarm, numberToday: null }])
      throw new Error('undone')
    })
    await expect(failed).rejects.toThrow('undone')
    await raise('others', 'device-b')
    await raise('moved')
    await send()
    expect(bodies().map(({ type }) => type)).toEqual(['alarm.raised', 'alarm.raised'])
    const placed = posted.find(({ url }) => url.includes('placed'))?.body ?? ''
    expect(JSON.parse(placed)).toEqual({
      type: 'alarm.raised',
      timestamp: start.toISOString(),
      data: {
        deviceId: 'device-a',
        deviceName: 'Gerät',
        alarmId: 'moved',
        kind: 'MOVEMENT',
        detectedAt: start.toISOString(),
        acknowledgedAt: null,
        place: { latitude: 49.5, longitude: 8.25, accuracy: 10, recordedAt: start.toISOString() },
      },
    })
    expect(posted.find(({ url }) => url.includes('plain'))?.body).not.toContain('49.5')

    posted = []
    await inTransaction(database, {}, (writing) => noteAcknowledged(writing, 'moved', clock.now()))
    await inTransaction(database, {}, (writing) => noteAcknowledged(writing, 'moved', clock.now()))
    await send()
    expect(bodies()).toMatchObject([1, 2].map(() => ({ type: 'alarm.answered', data: { alarmId: 'moved' } })))
  })

  test('a delivery that is not taken is tried again under the same id, after growing pauses, and logged', async () => {
    await add('one')
    status = 503
    await raise('moved')
    await send()
    await send()
    expect(posted).toHaveLength(1)
    clock.advance(minuteMs)
    await send()
    clock.advance(minuteMs)
    await send()
    expect(posted).toHaveLength(2)
    expect(await deliveries.log('one')).toMatchObject([
      { type: 'alarm.raised', state: 'QUEUED', tries: 2, httpStatus: 503 },
    ])
    status = 204
    clock.advance(minuteMs)
    await send()
    expect(new Set(posted.map(({ id }) => id)).size).toBe(1)
    expect(posted[0]?.id).toMatch(/^webhook_[0-9a-f]{32}$/)
    expect(await deliveries.log('one')).toMatchObject([{ state: 'SENT', tries: 3, httpStatus: 204 }])
    expect(await store.find('a', 'one')).toMatchObject({ failingSince: null, paused: null })
  })

  test('one that takes nothing for days is paused, its owner is told, and it goes on when they say so', async () => {
    await add('one')
    status = null
    await raise('moved')
    await send()
    clock.advance(webhooksLimits.failingDays * dayMs)
    const mail = [webhookMail, { webhookId: 'one', what: 'paused' }] as const
    await expectQueued(
      connection,
      (queue) =>
        inTransaction(database, { accounts: ['a'] }, (writing) =>
          createWebhookDeliveriesStore(database, queue).note(
            writing,
            { id: 'one', url: urlOf('one'), messageId: 'any' },
            null,
            clock.now(),
          ),
        ),
      mail,
    )
    expect(await pausedOf('one')).toBe('FAILING')
    posted = []
    await send()
    await raise('again')
    await send()
    expect(posted).toEqual([])
    expect(await deliveries.log('one')).toMatchObject([{ state: 'STOPPED' }])
    expect(await store.addTest({ userId: 'a', id: 'one', at: clock.now() }, 'test')).toBe(false)

    expect(await store.resume({ userId: 'b', id: 'one', at: clock.now() })).toBeNull()
    expect(await store.resume({ userId: 'a', id: 'one', at: clock.now() })).toMatchObject({
      paused: null,
      failingSince: null,
    })
    await store.addTest({ userId: 'a', id: 'one', at: clock.now() }, 'test')
    await send()
    expect(bodies()).toMatchObject([{ type: 'test', data: {} }])
  })

  test('what was not taken before a pause is not delivered after it', async () => {
    await add('one')
    status = 503
    await raise('moved')
    await send()
    await database.updateTable('webhooks').set({ paused: 'CREDENTIALS' }).execute()
    await store.resume({ userId: 'a', id: 'one', at: clock.now() })
    expect(await deliveries.log('one')).toMatchObject([{ state: 'STOPPED', tries: 1 }])
  })

  test('what happens now goes before what was not taken, and a post whose process is gone holds up nothing for good', async () => {
    await add('one')
    status = 503
    await raise('first')
    await send()
    clock.advance(hourMs)
    status = 204
    await raise('second')
    posted = []
    await send()
    expect(bodies()).toMatchObject([{ data: { alarmId: 'second' } }, { data: { alarmId: 'first' } }])
    await database
      .updateTable('messages')
      .set({ state: 'SENDING', begun_at: clock.now() })
      .where('channel', '=', 'WEBHOOK')
      .execute()
    posted = []
    await send()
    expect(posted).toEqual([])
    clock.advance(hourMs)
    await send()
    expect(posted).toHaveLength(2)
  })

  test('410 pauses at once; one that fails holds up no other', async () => {
    await add('one')
    status = 410
    await raise('moved')
    await send()
    expect(await pausedOf('one')).toBe('GONE')
    await add('two')
    status = 200
    await raise('again')
    await send()
    expect(posted.map(({ url }) => url)).toEqual(['https://one.example/hook', 'https://two.example/hook'])
  })

  test('one that is changed keeps its secret, and tells its new address only what happens from then on', async () => {
    await add('one')
    status = 410
    await raise('moved')
    await send()
    status = 503
    const change = (more: object = {}, userId = 'a', on = store) =>
      on.change(
        { userId, id: 'one', at: clock.now() },
        {
          sessionId: 'session-a',
          url: urlOf('new'),
          events: ['alarm.raised'],
          places: false,
          deviceIds: ['device-a'],
          ...more,
        },
      )
    const own = { url: urlOf('one'), events: ['battery.low'] }
    expect(await change(own)).toMatchObject({ ...own, paused: 'GONE' })
    expect(await change({ deviceIds: ['device-a', 'device-b'] })).toBe('foreign')
    expect(await change({}, 'b')).toBeNull()
    await store.resume({ userId: 'a', id: 'one', at: clock.now() })
    await change({ url: urlOf('one') })
    await raise('waits')
    await send()
    const mail = [webhookMail, { webhookId: 'one', what: 'changed', at: clock.now().toISOString() }] as const
    await expectQueued(connection, (queue) => change({}, 'a', createWebhooksStore(database, queue)), mail)
    expect(await store.find('a', 'one')).toMatchObject({ url: urlOf('new'), failingSince: null, paused: null })
    ;[posted, status] = [[], 200]
    clock.advance(hourMs)
    await raise('again')
    await send()
    expect(posted).toMatchObject([{ url: urlOf('new'), secrets: ['secret-one'] }])
    expect(bodies()).toMatchObject([{ data: { alarmId: 'again' } }])
    // The former address has answered late, what was under way then ends.
    await raise('under way')
    const { id: messageId } = await database
      .selectFrom('messages')
      .select('id')
      .where('channel', '=', 'WEBHOOK')
      .where('state', '=', 'QUEUED')
      .executeTakeFirstOrThrow()
    await inTransaction(database, { accounts: ['a'] }, (writing) =>
      deliveries.note(writing, { id: 'one', url: urlOf('one'), messageId }, 410, clock.now()),
    )
    expect(await pausedOf('one')).toBeNull()
    posted = []
    await send()
    expect(posted).toEqual([])
    await database.deleteFrom('sessions').execute()
    expect(await change()).toBe('signed out')
  })

  test('a new secret signs first, and the former one for a day', async () => {
    await add('one')
    const renew = (secret: string) =>
      store.renewSecret({ userId: 'a', id: 'one', at: clock.now() }, { sessionId: 'session-a', secret })
    await renew('second')
    const secrets = async () => (await deliveries.target('one', clock.now()))?.secrets
    expect(await secrets()).toEqual(['second', 'secret-one'])
    clock.advance(webhooksLimits.formerSecretHours * hourMs)
    expect(await secrets()).toEqual(['second'])
  })

  test('are told nothing while their account is disabled', async () => {
    await add('one')
    await database.updateTable('users').set({ disabled_at: start }).where('id', '=', 'a').execute()
    expect(await deliveries.target('one', start)).toBeNull()
  })

  test('other credentials of the account pause them, „Das war ich nicht“ deletes them, and their owner alone removes one', async () => {
    for (const id of ['one', 'two']) await add(id)
    await raise('moved')
    const changed = { userId: 'a', formerHolder: 'owner' } as const
    await inTransaction(database, { accounts: ['a'] }, (writing) => hooks.credentialsChanged(writing, changed))
    expect(await pausedOf('one')).toBe('CREDENTIALS')
    expect(await store.remove({ userId: 'b', id: 'one', at: start })).toBe(false)
    expect(await store.remove({ userId: 'a', id: 'one', at: start })).toBe(true)
    await send()
    expect(posted).toEqual([])
    const secured = { userId: 'a', email: 'a@example.org', devices: ['device-a'], at: start }
    await inTransaction(database, { accounts: ['a'], devices: ['device-a'] }, (writing) =>
      hooks.accountSecured(writing, secured),
    )
    expect(await store.list('a')).toEqual([])
  })
})
