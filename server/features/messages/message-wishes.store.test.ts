import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import type { AlarmKind } from '#contract/alarms/alarms.ts'
import { messagesLimits } from '#contract/messages/messages-limits.ts'
import { dayMs, minuteMs } from '#contract/base/time-units.ts'
import { clockAt, type TestClock } from '#server/db/testing/clock.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { addMessages, messageKind, type MessageKind, type NewMessage } from '#server/db/shared/messages.ts'
import { raiseReminder, reminderMessage } from '#server/db/shared/reminders.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'
import { hooks } from '#server/hooks.ts'
import { insertDevice, insertSession, insertUser } from '#server/testing/rows.ts'
import { createInboxStore } from './inbox.store.ts'
import { createMessageWishesStore } from './message-wishes.store.ts'
import { createTestMessages } from './testing/sending.ts'

const evening = new Date('2026-11-23T12:00:00Z')
const night = { from: '22:00', to: '07:00' }
const alarm: MessageKind<[string]> = { name: 'alarm', about: z.tuple([z.string()]), isAlarm: true, triedHours: 6 }
const hop: MessageKind<[string]> = { ...alarm, name: 'alarm-hop' }
const invitation = messageKind('person-invitation', z.tuple([z.string()]))

describeOnBothDatabases('what owners want to be sent', (database) => {
  const wishes = createMessageWishesStore(database)
  const inbox = createInboxStore(database)
  let clock: TestClock
  let sent: string[]
  const { messages, send } = createTestMessages(database, {
    mailer: { send: async (_to, { subject }) => void sent.push(`${subject} by e-mail`) },
    pusher: {
      send: async (_target, { title }) => {
        sent.push(`${title} by push`)
        return 'TAKEN'
      },
    },
    clock: { now: () => clock.now() },
  })
  const emailOf = (what: string) => ({ to: 'a@example.org', email: { subject: what, text: what, html: what } })
  const pushOf = (what: string) => ({ title: what, body: '', tag: what, path: '/' })
  messages.email(reminderMessage, async ([, kind]) => emailOf(kind))
  messages.push(reminderMessage, async ([, kind]) => pushOf(kind))
  messages.email(alarm, async ([id]) => emailOf(id))
  messages.push(alarm, async ([id]) => pushOf(id))
  messages.email(hop, async ([id]) => emailOf(id))

  beforeEach(async () => {
    clock = clockAt(evening.toISOString())
    sent = []
    for (const [user, imei] of [
      ['a', '350000000000001'],
      ['b', '350000000000002'],
    ] as const) {
      await insertUser(database, user, evening)
      await insertDevice(database, { id: `of ${user}`, userId: user, imei }, evening)
    }
    await database
      .insertInto('push_subscriptions')
      .values({
        id: 'browser',
        user_id: 'a',
        session_id: await insertSession(database, 'a', evening),
        endpoint: 'https://push.example/one',
        public_key: Buffer.alloc(65),
        secret: Buffer.alloc(16),
        created_at: evening,
      })
      .execute()
  })

  const raise = (kind: 'WEATHER' | 'SEASON' | 'CONSENT', occasion = 'one') =>
    inTransaction(database, { devices: ['of a'] }, (writing) =>
      raiseReminder(writing, { deviceId: 'of a', kind, occasion, at: clock.now() }),
    )
  const add = (message: Partial<NewMessage> & Pick<NewMessage, 'id' | 'kind'>) =>
    inTransaction(database, {}, (writing) =>
      addMessages(writing, [
        {
          about: [message.id],
          userId: 'a',
          deviceId: 'of a',
          alarmId: null,
          number: null,
          channel: 'EMAIL',
          recipient: null,
          address: null,
          words: null,
          rank: 0,
          dueAt: clock.now(),
          ...message,
        },
      ]),
    )
  const raiseAlarm = async (kind: AlarmKind) => {
    const id = `alarm ${kind}`
    const row = { id, device_id: 'of a', kind, detected_at: clock.now(), letter: 'SENT' } as const
    await database.insertInto('alarms').values(row).execute()
    await add({ id: `${kind}.email`, kind: alarm.name, about: [kind], alarmId: id })
    await add({
      id: `${kind}.push`,
      kind: alarm.name,
      about: [kind],
      alarmId: id,
      channel: 'PUSH',
      recipient: 'browser',
    })
  }
  const decline = (topic: 'WEATHER' | 'LOW_BATTERY' | 'SEASON', channel: 'EMAIL' | 'PUSH', wanted = false) =>
    wishes.changeWish('a', 'of a', { topic, channel, wanted }, clock.now())
  const declined = async () => {
    const [vehicle] = (await wishes.wishes('a', clock.now())).vehicles
    return vehicle?.declined.map(({ topic, channel }) => `${topic} ${channel}`)
  }

  test('goes in each way but the one that they have declined, until they want it again', async () => {
    await decline('WEATHER', 'EMAIL')
    await raise('WEATHER')
    await send()
    expect(sent).toEqual(['WEATHER by push'])
    await decline('WEATHER', 'EMAIL', true)
    await raise('WEATHER', 'two')
    await send()
    expect(sent.toSorted()).toEqual(['WEATHER by e-mail', 'WEATHER by push', 'WEATHER by push'])
  })

  test('is not even raised where all ways are declined, and does not go if it was raised before', async () => {
    await raise('SEASON')
    await decline('SEASON', 'EMAIL')
    await decline('SEASON', 'PUSH')
    await raise('SEASON', 'two')
    await send()
    expect(sent).toEqual([])
    expect(await database.selectFrom('messages').select('id').execute()).toEqual([])
    expect(await database.selectFrom('reminders').select('occasion').execute()).toEqual([{ occasion: 'one' }])
  })

  test('of a theft and of protection that has ended goes by e-mail, whatever is stored', async () => {
    const common = { user_id: 'a', device_id: 'of a', channel: 'EMAIL', since: evening } as const
    await database
      .insertInto('declined_messages')
      .values([
        { ...common, topic: 'THEFT' },
        { ...common, topic: 'PROTECTION' },
      ])
      .execute()
    await raiseAlarm('MOVEMENT')
    await raise('CONSENT')
    await send()
    expect(sent.filter((one) => one.endsWith('e-mail')).toSorted()).toEqual(['CONSENT by e-mail', 'MOVEMENT by e-mail'])
  })

  test('an alarm’s log keeps that no e-mail was wanted', async () => {
    await decline('LOW_BATTERY', 'EMAIL')
    await decline('LOW_BATTERY', 'PUSH')
    await raiseAlarm('LOW_BATTERY')
    await send()
    expect(sent).toEqual([])
    const left = await database.selectFrom('messages').select(['channel', 'state']).execute()
    expect(left).toEqual([{ channel: 'EMAIL', state: 'STOPPED' }])
  })

  test('waits in quiet hours if it can, goes when they end, and a theft at once', async () => {
    await wishes.changeQuietHours('a', night)
    clock.advance(11 * 60 * minuteMs)
    await raise('WEATHER')
    await raiseAlarm('MOVEMENT')
    await raiseAlarm('LOW_BATTERY')
    await send()
    expect(sent).toEqual(['MOVEMENT by e-mail'])
    const waiting = await database
      .selectFrom('messages')
      .select(['due_at', 'begun_at', 'tries'])
      .where('state', '=', 'QUEUED')
      .where('channel', '=', 'EMAIL')
      .execute()
    const untouched = { due_at: new Date('2026-11-24T06:00:00Z'), begun_at: null, tries: 0 }
    expect(waiting).toEqual([untouched, untouched])
    clock.advance(6 * 60 * minuteMs)
    await send()
    expect(sent).toHaveLength(1)
    clock.advance(60 * minuteMs)
    await send()
    expect(sent.toSorted()).toEqual(['LOW_BATTERY by e-mail', 'MOVEMENT by e-mail', 'WEATHER by e-mail'])
  })

  test('kinds of reminders that a version before keeps count until vehicles say it, and unknown ones stay', async () => {
    await sql`
      insert into unwanted_reminders (user_id, kind, since)
      values ('a', 'SEASON', ${evening}), ('a', 'TYRES', ${evening})`.execute(database)
    expect(await declined()).toEqual(['SEASON EMAIL', 'SEASON PUSH', 'TYRES EMAIL', 'TYRES PUSH'])
    await raise('SEASON')
    await send()
    expect(sent).toEqual([])
    await decline('SEASON', 'PUSH', true)
    expect(await declined()).toEqual(['SEASON EMAIL', 'TYRES EMAIL', 'TYRES PUSH'])
    expect(await wishes.unwantedReminders('a')).toEqual([])
    await wishes.changeUnwantedReminders('a', ['WEATHER'], clock.now())
    expect(await wishes.unwantedReminders('a')).toEqual(['WEATHER'])
    expect(await declined()).toEqual(['SEASON EMAIL', 'TYRES EMAIL', 'TYRES PUSH', 'WEATHER EMAIL', 'WEATHER PUSH'])
  })

  test('of the vehicle of somebody else is not theirs to say', async () => {
    const wish = { topic: 'WEATHER', channel: 'PUSH', wanted: false } as const
    expect(await wishes.changeWish('a', 'of b', wish, clock.now())).toBe(false)
    expect((await wishes.wishes('b', clock.now())).vehicles).toMatchObject([{ declined: [] }])
  })

  describe('of alarms that are declined', () => {
    const declineAlarm = (topic: 'THEFT' | 'HELP', channel: 'PUSH' | 'PHONE', wanted = false) =>
      wishes.changeWish('a', 'of a', { topic, channel, wanted }, clock.now())
    const listed = async () => {
      const rows = await database.selectFrom('activities').selectAll().orderBy('id').execute()
      return rows.map(({ user_id: userId, kind, device_id: deviceId, detail }) => [userId, kind, deviceId, detail])
    }

    test('stands in the owner’s list of activities, once, and nothing of other wishes', async () => {
      await declineAlarm('THEFT', 'PUSH')
      await declineAlarm('THEFT', 'PUSH')
      await declineAlarm('HELP', 'PHONE')
      await declineAlarm('HELP', 'PHONE', true)
      await decline('WEATHER', 'PUSH')
      const entry = ['a', 'alarm-message-declined', 'of a']
      expect(await listed()).toEqual([
        [...entry, 'Diebstahl, Push'],
        [...entry, 'Hilferuf, Telefon'],
      ])
    })

    test('is taken back by „Das war ich nicht“, and other wishes stay', async () => {
      await declineAlarm('THEFT', 'PUSH')
      await declineAlarm('HELP', 'PHONE')
      await decline('WEATHER', 'PUSH')
      const secured = { userId: 'a', email: 'a@example.org', devices: ['of a'], at: clock.now() }
      await inTransaction(database, { accounts: ['a'], devices: ['of a'] }, (writing) =>
        hooks.accountSecured(writing, secured),
      )
      expect(await declined()).toEqual(['WEATHER PUSH'])
      await raiseAlarm('MOVEMENT')
      await send()
      expect(sent.toSorted()).toEqual(['MOVEMENT by e-mail', 'MOVEMENT by push'])
    })
  })

  describe('the inbox', () => {
    test('has what went to the account, newest first, page by page, each once', async () => {
      const count = messagesLimits.pageRows * 2
      for (let index = 0; index <= count; index += 1) await add({ id: `m${index}`, kind: 'route-news' })
      await add({ id: 'newest', kind: 'route-news', dueAt: new Date(evening.getTime() + minuteMs) })
      await add({ id: 'too old', kind: 'route-news', dueAt: new Date(evening.getTime() - 15 * dayMs) })
      await add({ id: 'of b', kind: 'route-news', userId: 'b' })
      const seen: string[] = []
      let before: string | null = null
      do {
        const page: Awaited<ReturnType<typeof inbox.page>> = await inbox.page('a', { before, now: clock.now() })
        seen.push(...page.messages.map(({ id }) => id))
        before = page.next
      } while (before !== null)
      expect(seen[0]).toBe('newest')
      expect([seen.length, new Set(seen).size]).toEqual([count + 2, count + 2])
      expect(seen).not.toContain('of b')
      expect((await inbox.page('b', { before: 'newest', now: clock.now() })).messages).toEqual([])
    })

    test('goes on after a page whose last message has gone or moved, and after the cursor of a version before', async () => {
      const count = messagesLimits.pageRows + 2
      for (let index = 0; index < count; index += 1)
        await add({ id: `n${String(index).padStart(2, '0')}`, kind: 'route-news' })
      await sql`update messages set due_at = due_at + interval '7 microseconds'`.execute(database)
      const { messages: page, next } = await inbox.page('a', { before: null, now: clock.now() })
      const last = page.at(-1)?.id ?? ''
      const after = async (before: string | null) =>
        (await inbox.page('a', { before, now: clock.now() })).messages.map(({ id }) => id)
      const rest = ['n20', 'n21']
      expect([await after(next), await after(last)]).toEqual([rest, rest])
      await database.deleteFrom('messages').where('id', '=', last).execute()
      expect(await after(next)).toEqual(rest)
      for (const strange of ['99999999999999999.x', '0.x', '1.', 'unknown']) {
        expect(await after(strange)).toEqual(
          strange.startsWith('9')
            ? page
                .slice(0, -1)
                .map(({ id }) => id)
                .concat('n20')
            : [],
        )
      }
    })

    test('says what each is about and what became of it, and nothing of messages to others', async () => {
      await raiseAlarm('TOW')
      await send()
      await add({ id: 'to a contact', kind: hop.name, alarmId: 'alarm TOW', number: 1, recipient: 'contact' })
      await add({ id: 'to the owner', kind: hop.name, alarmId: 'alarm TOW', number: 0, channel: 'SMS' })
      await add({ id: 'invited', kind: invitation.name, address: 'somebody@example.org' })
      const { messages: shown } = await inbox.page('a', { before: null, now: clock.now() })
      expect(shown.map(({ id }) => id).toSorted()).toEqual(['TOW.email', 'TOW.push', 'to the owner'])
      expect(shown.find(({ id }) => id === 'TOW.email')).toEqual({
        id: 'TOW.email',
        kind: 'alarm',
        detail: 'TOW',
        channel: 'EMAIL',
        state: 'SENT',
        dueAt: evening.toISOString(),
        endedAt: evening.toISOString(),
        deviceId: 'of a',
        deviceName: 'Gerät',
        alarmId: 'alarm TOW',
        inDigest: false,
      })
    })
  })
})
