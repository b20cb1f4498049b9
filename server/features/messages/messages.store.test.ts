import { type KyselyPlugin, RawNode, sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { dayMs, hourMs, minuteMs, secondMs } from '#contract/base/time-units.ts'
import type { DeliveryAction } from '#domain/messages/email-delivery.ts'
import { nextTry } from '#domain/messages/messages.ts'
import { clockAt, type TestClock } from '#server/db/testing/clock.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'
import { addForOwner, addMessages, messageKind, type MessageKind, type NewMessage } from '#server/db/shared/messages.ts'
import { AddressRefused, SendingDropped, SendingUnwanted, type Sending } from '#server/mail/mailer.ts'
import type { PushOutcome } from '#server/push/pusher.ts'
import { insertDevice, insertSession, insertUser } from '#server/testing/rows.ts'
import { deleteOld } from '#server/features/retention/retention.store.ts'
import { alarmTurns, createMessagesStore, usualTurns } from './messages.store.ts'
import { messagesOf } from './messages-support.store.ts'
import { createTestMessages } from './testing/sending.ts'

const start = new Date('2026-11-23T12:00:00Z')
const about = z.tuple([z.string()])
const news = messageKind('news', about)
const alarm: MessageKind<z.infer<typeof about>> = { name: 'alarm', about, isAlarm: true, triedHours: 6 }
const email = { subject: 'Neues', text: 'Neues', html: 'Neues' }
const lane = { channels: ['EMAIL'], kinds: ['news'], turns: usualTurns } as const
const alarmLane = { channels: ['EMAIL'], kinds: ['alarm'], turns: alarmTurns } as const

describeOnBothDatabases('messages', (database) => {
  const store = createMessagesStore(database)
  let clock: TestClock
  let sent: { to: string; text: string; sending: Sending | undefined }[]
  let pushed: string[]
  let mailServer: (to: string) => Promise<void>
  let pushService: PushOutcome
  let untrue: string[]
  let followed: string[]

  beforeEach(async () => {
    clock = clockAt(start.toISOString())
    ;[sent, pushed, untrue, followed] = [[], [], [], []]
    ;[mailServer, pushService] = [async () => undefined, 'TAKEN']
    await insertUser(database, 'a', start)
  })

  const { messages, send } = createTestMessages(database, {
    mailer: {
      send: async (to, { text }, sending) => {
        await mailServer(to)
        sent.push({ to, text, sending })
      },
    },
    pusher: {
      send: async (_target, { title }) => {
        pushed.push(title)
        return pushService
      },
    },
    clock: { now: () => clock.now() },
  })
  for (const kind of [news, alarm]) {
    messages.email(kind, async ([what], { owner, address, words }) => {
      const to = address ?? owner?.email
      if (to === undefined || untrue.includes(what)) return null
      if (what === 'answered') return { unsent: 'STOPPED' }
      const follow = async (_writing: unknown, { state }: { state: string }) => void followed.push(`${what} ${state}`)
      return { to, email: { ...email, text: words ?? what }, consequence: { holding: {}, follow } }
    })
    messages.push(kind, async ([what]) => {
      if (what === 'broken') throw new Error('nothing can be read')
      return untrue.includes(what) ? null : { title: what, body: '', tag: what, path: '/' }
    })
  }
  const add = (...added: (Partial<NewMessage> & { id: string })[]) =>
    inTransaction(database, {}, (writing) =>
      addMessages(
        writing,
        added.map((message) => ({
          kind: 'news',
          about: [message.id] as const,
          userId: 'a',
          deviceId: null,
          alarmId: null,
          number: null,
          channel: 'EMAIL' as const,
          recipient: null,
          address: null,
          words: null,
          rank: 0,
          dueAt: clock.now(),
          ...message,
        })),
      ),
    )
  const addNews = (what: string) =>
    inTransaction(database, {}, (writing) =>
      addForOwner(writing, news, { about: [what], userId: 'a', deviceId: null, words: null, dueAt: clock.now() }),
    )
  const states = async () => {
    const rows = await database.selectFrom('messages').select(['about', 'channel', 'state']).orderBy('id').execute()
    return rows.map(({ about: [what], channel, state }) => `${what} ${channel} ${state}`)
  }
  const subscribe = async (id: string) =>
    database
      .insertInto('push_subscriptions')
      .values({
        id,
        user_id: 'a',
        session_id: await insertSession(database, 'a', start),
        endpoint: `https://push.example/${id}`,
        public_key: Buffer.alloc(65),
        secret: Buffer.alloc(16),
        created_at: start,
      })
      .execute()

  test('go to the owner’s mailbox and browser, each once, however often they are added', async () => {
    await subscribe('one')
    await addNews('storm')
    await addNews('storm')
    await Promise.all([send(), send(), send()])
    expect([sent.map(({ to }) => to), pushed]).toEqual([['a@example.org'], ['storm']])
    await addNews('storm')
    await send()
    expect([sent.length, pushed.length]).toEqual([1, 1])
  })

  test('are not there after a rollback', async () => {
    const rolledBack = inTransaction(database, {}, async (writing) => {
      await addForOwner(writing, news, { about: ['x'], userId: 'a', deviceId: null, words: null, dueAt: start })
      throw new Error('rolled back')
    })
    await expect(rolledBack).rejects.toThrow('rolled back')
    expect(await states()).toEqual([])
  })

  test('that are not taken are tried again after pauses that double, under the same name and with the same words', async () => {
    await add({ id: 'news.1', words: 'the same token' })
    mailServer = () => Promise.reject(new Error('away'))
    const tries: number[] = []
    for (let minutes = 0; minutes < 60; minutes += 1) {
      await send()
      const { tries: count } = await database.selectFrom('messages').select('tries').executeTakeFirstOrThrow()
      if (count > tries.length) tries.push(minutes)
      clock.advance(minuteMs)
    }
    expect(tries).toEqual([0, 1, 3, 7, 15, 31])
    expect(followed.slice(0, 2)).toEqual(['news.1 QUEUED', 'news.1 QUEUED'])
    mailServer = async () => undefined
    clock.advance(60 * minuteMs)
    await send()
    expect(sent).toMatchObject([{ text: 'the same token', sending: { id: 'news.1', isAlarm: false } }])
    expect(followed.at(-1)).toBe('news.1 SENT')
  })

  test.each([
    ['SENT', null],
    ['BOUNCED', new AddressRefused('no such address')],
    ['STOPPED', new SendingUnwanted('answered')],
  ])('that end as %s keep neither words nor address', async (state, error) => {
    await add({ id: 'one', words: 'token', address: 'b@example.org' })
    mailServer = () => (error === null ? Promise.resolve() : Promise.reject(error))
    await send()
    const row = await database.selectFrom('messages').select(['state', 'words', 'address']).executeTakeFirst()
    expect(row).toEqual({ state, words: null, address: null })
    expect(sent.map(({ to }) => to)).toEqual(error === null ? ['b@example.org'] : [])
  })

  test('are given up after their time', async () => {
    await add({ id: 'one', words: 'token' })
    mailServer = () => Promise.reject(new Error('away'))
    clock.advance(24 * hourMs)
    await send()
    expect(await states()).toEqual(['one EMAIL FAILED'])
  })

  test('that a stop drops are due at once, for the next process', async () => {
    await add({ id: 'one' })
    mailServer = () => Promise.reject(new SendingDropped('the product stops'))
    await expect(send()).rejects.toThrow(SendingDropped)
    mailServer = async () => undefined
    await send()
    expect(await states()).toEqual(['one EMAIL SENT'])
  })

  test('that have become untrue are neither sent nor kept, and can be added again', async () => {
    untrue = ['storm']
    await subscribe('one')
    await addNews('storm')
    await send()
    expect([sent, pushed, await states()]).toEqual([[], [], []])
    untrue = []
    await addNews('storm')
    await send()
    expect([sent.length, pushed.length]).toEqual([1, 1])
  })

  test('are pushed once, whatever comes of it; a browser that is gone is forgotten', async () => {
    await subscribe('one')
    for (const outcome of ['LATER', 'REFUSED', 'GONE'] as const) {
      pushService = outcome
      await addNews(outcome)
      await send()
      clock.advance(minuteMs)
      await send()
    }
    expect(pushed).toEqual(['LATER', 'REFUSED', 'GONE'])
    const ends = (await states()).filter((state) => state.includes('PUSH')).toSorted()
    expect(ends).toEqual(['GONE PUSH GONE', 'LATER PUSH FAILED', 'REFUSED PUSH FAILED'])
    expect(await database.selectFrom('push_subscriptions').select('id').execute()).toEqual([])
  })

  test('about alarms are pushed again with each round until a push service takes them, for as long as they are tried', async () => {
    await subscribe('one')
    const push = { kind: alarm.name, channel: 'PUSH' as const, recipient: 'one' }
    await add({ id: 'theft', ...push })
    pushService = 'LATER'
    for (let minutes = 0; minutes < 3; minutes += 1) {
      await send()
      clock.advance(minuteMs)
    }
    pushService = 'TAKEN'
    await send()
    expect([pushed, await states()]).toEqual([Array.from({ length: 4 }, () => 'theft'), ['theft PUSH SENT']])
    await add({ id: 'late', ...push, dueAt: new Date(clock.now().getTime() - 6 * hourMs) })
    pushService = 'LATER'
    await send()
    expect(await states()).toEqual(['late PUSH FAILED', 'theft PUSH SENT'])
  })

  test('are not pushed to a browser that was signed out meanwhile', async () => {
    await subscribe('one')
    await addNews('storm')
    await database.updateTable('sessions').set({ expires_at: start }).execute()
    await send()
    expect([pushed, sent.length]).toEqual([[], 1])
  })

  test('of a worker that is gone are sent by another after its lease, which is renewed as long as it works', async () => {
    await add({ id: 'one' })
    const owner = { userId: 'a', email: 'a@example.org' }
    expect(await store.begin(lane, clock.now())).toMatchObject({ id: 'one', tries: 1, owner })
    clock.advance(4 * minuteMs)
    await store.renew({ id: 'one', tries: 1, owner }, clock.now())
    clock.advance(4 * minuteMs)
    expect(await store.begin(lane, clock.now())).toBeNull()
    clock.advance(2 * minuteMs)
    expect(await store.begin(lane, clock.now())).toMatchObject({ id: 'one', tries: 2 })
  })

  test('a worker whose lease was over changes nothing about the try of another', async () => {
    await add({ id: 'one' })
    const first = await store.begin(lane, clock.now())
    clock.advance(6 * minuteMs)
    const second = await store.begin(lane, clock.now())
    if (first === null || second === null) throw new Error('it was not begun twice')
    await store.end(first, { state: 'FAILED', retryAt: null }, clock.now())
    await store.drop(first)
    await store.renew(first, new Date(clock.now().getTime() + minuteMs))
    expect(await states()).toEqual(['one EMAIL SENDING'])
    await store.end(second, { state: 'SENT', retryAt: null }, clock.now())
    expect(await states()).toEqual(['one EMAIL SENT'])
  })

  test('of alarms go at once, also where the clock that raised it was ahead', async () => {
    const ahead = (minutes: number) => new Date(start.getTime() + minutes * minuteMs)
    await add({ id: 'raised', kind: alarm.name, dueAt: ahead(90) }, { id: 'tried', kind: alarm.name })
    await database
      .updateTable('messages')
      .set({ retry_at: ahead(90) })
      .where('id', '=', 'tried')
      .execute()
    await send()
    expect(await states()).toEqual(['raised EMAIL SENT', 'tried EMAIL SENT'])
  })

  test('of alarms keep their pause from a round that began to ask before their try ended', async () => {
    await add({ id: 'tried', kind: alarm.name })
    const asked = clock.now()
    const tried = await store.begin(alarmLane, asked)
    if (tried === null) throw new Error('it was not begun')
    clock.advance(secondMs)
    const retryAt = nextTry({ ...tried, triedHours: alarm.triedHours, isAlarm: true }, clock.now())
    await store.end(tried, { state: 'QUEUED', retryAt }, clock.now())
    expect(await store.begin(alarmLane, asked)).toBeNull()
    clock.advance(minuteMs)
    expect(await store.begin(alarmLane, clock.now())).toMatchObject({ id: 'tried', tries: 2 })
  })

  test('a push message of which nothing can be read is tried again, and given up in the end; others go meanwhile', async () => {
    await subscribe('one')
    await add({ id: 'broken', channel: 'PUSH', recipient: 'one' }, { id: 'storm', channel: 'PUSH', recipient: 'one' })
    await send()
    expect([pushed, await states()]).toEqual([['storm'], ['broken PUSH QUEUED', 'storm PUSH SENT']])
    clock.advance(dayMs)
    await send()
    expect(await states()).toEqual(['broken PUSH FAILED', 'storm PUSH SENT'])
  })

  test('that say what only a newer version knows are never given up, but left to its processes', async () => {
    await subscribe('one')
    const about = ['storm', 'of tomorrow'] as const
    const old = { about, dueAt: new Date(start.getTime() - 2 * dayMs) }
    await add({ ...old, id: 'email' }, { ...old, id: 'push', channel: 'PUSH', recipient: 'one' })
    await send()
    expect([sent, pushed, await states()]).toEqual([[], [], ['storm EMAIL QUEUED', 'storm PUSH QUEUED']])
    const newer = createTestMessages(database, {
      mailer: { send: async () => undefined },
      pusher: { send: async () => 'TAKEN' },
      clock: { now: () => clock.now() },
    })
    const known = messageKind('news', z.tuple([z.string(), z.string()]))
    newer.messages.email(known, async () => ({ to: 'a@example.org', email }))
    newer.messages.push(known, async ([what]) => ({ title: what, body: '', tag: what, path: '/' }))
    clock.advance(minuteMs)
    await newer.send()
    expect(await states()).toEqual(['storm EMAIL SENT', 'storm PUSH SENT'])
  })

  test('that were noted while a clock of ours was ahead are due', async () => {
    const ahead = new Date(start.getTime() + 3 * dayMs)
    await add({ id: 'added', dueAt: ahead }, { id: 'begun' }, { id: 'tried' })
    await database
      .updateTable('messages')
      .set({ state: 'SENDING', begun_at: ahead })
      .where('id', '=', 'begun')
      .execute()
    await database.updateTable('messages').set({ retry_at: ahead }).where('id', '=', 'tried').execute()
    await send()
    expect(await states()).toEqual(['added EMAIL SENT', 'begun EMAIL SENT', 'tried EMAIL SENT'])
  })

  test('wait for their time; the one that has waited longest goes first', async () => {
    const at = (minutes: number) => new Date(start.getTime() + minutes * minuteMs)
    await add({ id: 'later', dueAt: at(1) }, { id: 'newer', dueAt: at(0) }, { id: 'older', dueAt: at(-1) })
    await send()
    expect(sent.map(({ text }) => text)).toEqual(['older', 'newer'])
  })

  test('of alarms: one never tried goes first, the newest before the others', async () => {
    const at = (minutes: number) => new Date(start.getTime() - minutes * minuteMs)
    const kind = alarm.name
    await add({ id: 'tried', kind, dueAt: at(1) }, { id: 'old', kind, dueAt: at(3) }, { id: 'new', kind, dueAt: at(2) })
    await database
      .updateTable('messages')
      .set({ begun_at: at(1) })
      .where('id', '=', 'tried')
      .execute()
    await send()
    expect(sent.map(({ text }) => text)).toEqual(['new', 'old', 'tried'])
    expect(sent[0]?.sending).toMatchObject({ isAlarm: true })
  })

  test('an e-mail that hangs holds up neither another, nor a push message, nor an alarm', async () => {
    const taken = Promise.withResolvers<void>()
    mailServer = (to) => (to === 'hangs@example.org' ? taken.promise : Promise.resolve())
    await subscribe('one')
    await add({ id: 'hangs', address: 'hangs@example.org', dueAt: new Date(start.getTime() - minuteMs) })
    await addNews('storm')
    await add({ id: 'theft', kind: alarm.name })
    const round = send()
    await expect.poll(() => sent.map(({ text }) => text).toSorted()).toEqual(['storm', 'theft'])
    await expect.poll(() => pushed).toEqual(['storm'])
    taken.resolve()
    await round
    await messages.settled()
    expect(sent).toHaveLength(3)
  })

  test('go with their account and their device; the others are forgotten after two weeks', async () => {
    await add({ id: 'gone' }, { id: 'receipt', userId: null, address: 'b@example.org' })
    await database.deleteFrom('users').where('id', '=', 'a').execute()
    expect(await states()).toEqual(['receipt EMAIL QUEUED'])
    clock.advance(14 * dayMs)
    await deleteOld(database, clock.now())
    expect(await states()).toHaveLength(1)
    clock.advance(minuteMs)
    await deleteOld(database, clock.now())
    expect(await states()).toEqual([])
  })

  test('that are late or were given up are known to the operator, unless one mailbox alone accepts nothing', async () => {
    await insertUser(database, 'b', start)
    await add({ id: 'one' }, { id: 'two' })
    mailServer = () => Promise.reject(new Error('away'))
    await send()
    clock.advance(16 * minuteMs)
    expect(await store.overdue(clock.now())).toEqual([])
    await add({ id: 'three', userId: 'b' }, { id: 'pushed', userId: 'b', channel: 'PUSH', recipient: 'gone' })
    expect(await store.overdue(clock.now())).toEqual([])
    clock.advance(16 * minuteMs)
    expect(await store.overdue(clock.now())).toEqual([{ queue: 'news-mail', waiting: 3, failed: 0 }])
    clock.advance(24 * hourMs)
    await send()
    expect(await store.overdue(clock.now())).toEqual([{ queue: 'news-mail', waiting: 0, failed: 3 }])
    clock.advance(24 * hourMs)
    expect(await store.overdue(clock.now())).toEqual([])
  })

  test('of an account are known to support, the newest first', async () => {
    await insertUser(database, 'b', start)
    await add({ id: 'old' }, { id: 'of b', userId: 'b' })
    await send()
    clock.advance(minuteMs)
    await add({ id: 'new' })
    expect(await messagesOf(database, 'a', clock.now())).toEqual([
      { kind: 'news', channel: 'EMAIL', state: 'QUEUED', tries: 0, dueAt: clock.now(), endedAt: null },
      { kind: 'news', channel: 'EMAIL', state: 'SENT', tries: 1, dueAt: start, endedAt: start },
    ])
  })

  test('about an alarm stay as long as it does', async () => {
    await insertDevice(database, { id: 'd', userId: 'a', imei: '350000000000001' }, start)
    const raised = { id: 'theft', device_id: 'd', kind: 'TOW', detected_at: start, letter: 'SENT' } as const
    await database.insertInto('alarms').values(raised).execute()
    await add({ id: 'one', alarmId: 'theft' })
    clock.advance(30 * dayMs)
    await deleteOld(database, clock.now())
    expect(await states()).toEqual(['one EMAIL QUEUED'])
    expect(await messagesOf(database, 'a', clock.now())).toEqual([])
    await database.deleteFrom('alarms').execute()
    expect(await states()).toEqual([])
  })

  describe('that a mail server reports of', () => {
    const follow = async (_writing: unknown, { state }: { state: string }) => void followed.push(state)
    const report = (actions: DeliveryAction[], id = 'one') =>
      store.report(id, actions, clock.now(), { holding: {}, follow })
    const row = () =>
      database
        .selectFrom('messages')
        .select(['state', 'ended_at', 'reported_at', 'words', 'retry_at'])
        .executeTakeFirstOrThrow()

    test('have a state that only rises; what follows from a return follows once', async () => {
      await add({ id: 'one' })
      await send()
      followed = []
      clock.advance(minuteMs)
      expect(await report(['delayed'])).toEqual({ before: 'SENT', after: 'SENT' })
      expect(await report(['delivered'])).toEqual({ before: 'SENT', after: 'DELIVERED' })
      expect(await row()).toMatchObject({ state: 'DELIVERED', ended_at: start, reported_at: clock.now() })
      expect(followed).toEqual([])
      expect(await report(['failed'])).toEqual({ before: 'DELIVERED', after: 'BOUNCED' })
      expect(await report(['delivered', 'failed'])).toEqual({ before: 'BOUNCED', after: 'BOUNCED' })
      expect(followed).toEqual(['BOUNCED'])
    })

    test('are over although their sender does not know it yet, and are not tried again', async () => {
      await add({ id: 'one', words: 'token' })
      const claim = await store.begin(lane, clock.now())
      clock.advance(minuteMs)
      expect(await report(['delivered'])).toEqual({ before: 'SENDING', after: 'DELIVERED' })
      if (claim !== null) await store.end(claim, { state: 'QUEUED', retryAt: start }, clock.now())
      const ended = { state: 'DELIVERED', ended_at: clock.now(), reported_at: clock.now(), words: null, retry_at: null }
      expect([await row(), followed]).toEqual([ended, ['DELIVERED']])
      clock.advance(hourMs)
      expect(await store.begin(lane, clock.now())).toBeNull()
    })

    test('are not believed to be so before they were begun, nor where there is none', async () => {
      await add({ id: 'one' })
      expect([await report(['failed']), await report(['failed'], 'gone')]).toEqual([null, null])
      expect(await row()).toMatchObject({ state: 'QUEUED', reported_at: null })
    })

    test('while another try begins: both are noted', async () => {
      await add({ id: 'one' })
      mailServer = () => Promise.reject(new Error('away'))
      await send()
      clock.advance(minuteMs)
      const [claim, reported] = await Promise.all([store.begin(lane, clock.now()), report(['failed'])])
      expect(reported).toMatchObject({ before: claim === null ? 'QUEUED' : 'SENDING', after: 'BOUNCED' })
      expect(await row()).toMatchObject({ state: 'BOUNCED' })
    })
  })

  test('to which somebody has answered are kept as not sent', async () => {
    await add({ id: 'answered', kind: alarm.name })
    await send()
    expect([sent, await states()]).toEqual([[], ['answered EMAIL STOPPED']])
  })

  test('about an alarm wait for their turn only where they are due later than it was detected', async () => {
    await insertDevice(database, { id: 'd', userId: 'a', imei: '350000000000001' }, start)
    const ahead = (minutes: number) => new Date(start.getTime() + minutes * minuteMs)
    await database
      .insertInto('alarms')
      .values([
        { id: 'now', device_id: 'd', kind: 'TOW', detected_at: start },
        { id: 'by a clock ahead', device_id: 'd', kind: 'TOW', detected_at: ahead(30) },
      ])
      .execute()
    await add(
      { id: 'moved', kind: alarm.name, alarmId: 'now', dueAt: ahead(15) },
      { id: 'raised', kind: alarm.name, alarmId: 'by a clock ahead', dueAt: ahead(30) },
    )
    await send()
    expect(await states()).toEqual(['moved EMAIL QUEUED', 'raised EMAIL SENT'])
    clock.advance(15 * minuteMs)
    await send()
    expect(await states()).toEqual(['moved EMAIL SENT', 'raised EMAIL SENT'])
  })

  test('on their way to an address that their owner has left are sent to the new one after their lease', async () => {
    await add({ id: 'one' })
    const claim = await store.begin(lane, clock.now())
    if (claim === null) throw new Error('it was not begun')
    await database.updateTable('users').set({ email: 'new@example.org' }).where('id', '=', 'a').execute()
    clock.advance(4 * minuteMs)
    await store.renew(claim, clock.now())
    clock.advance(2 * minuteMs)
    expect(await store.begin(lane, clock.now())).toMatchObject({ owner: { email: 'new@example.org' }, tries: 2 })
  })

  test('nothing follows from a try that another has ended', async () => {
    await add({ id: 'one' })
    await store.begin(lane, clock.now())
    await database.updateTable('messages').set({ state: 'BOUNCED' }).execute()
    const follow = async () => void followed.push('followed')
    await store.end({ id: 'one', tries: 1 }, { state: 'SENT', retryAt: null }, clock.now(), { holding: {}, follow })
    expect([followed, await states()]).toEqual([[], ['one EMAIL BOUNCED']])
  })

  test('alarms are claimed by an index of their own, past any number of reminders that wait', async () => {
    const undone = new Error('undone')
    const plan: unknown[] = []
    const explained = database.transaction().execute(async (transaction) => {
      await sql`
        insert into messages (id, kind, about, user_id, channel, rank, state, due_at, tries)
        select kind || number, kind, array['it'], 'a', 'EMAIL', 0, 'QUEUED', ${start}, 0
        from generate_series(1, 5000) as number, (values ('news', 5000), ('alarm', 5)) as kinds (kind, count)
        where number <= count`.execute(transaction)
      await sql`analyze messages`.execute(transaction)
      const explaining: KyselyPlugin = {
        transformQuery({ node }) {
          if (!RawNode.is(node)) return node
          const [first, ...others] = node.sqlFragments
          return { ...node, sqlFragments: [`explain ${first}`, ...others] }
        },
        async transformResult({ result: { rows } }) {
          plan.push(...rows)
          return { rows: [] }
        },
      }
      await createMessagesStore(transaction.withPlugin(explaining)).begin(alarmLane, clock.now())
      throw undone
    })
    await expect(explained).rejects.toBe(undone)
    expect(JSON.stringify(plan)).toContain('Index Scan using messages_of_alarms_to_send')
    // What the database has learned about its tables stays.
    await sql`analyze messages`.execute(database)
  })
})
