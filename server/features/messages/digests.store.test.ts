import { beforeEach, expect, test } from 'vitest'
import * as z from 'zod'
import { dayMs, hourMs, minuteMs } from '#contract/base/time-units.ts'
import { clockAt, type TestClock } from '#server/db/testing/clock.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { addMessages, type MessageKind } from '#server/db/shared/messages.ts'
import { raiseReminder, reminderMessage } from '#server/db/shared/reminders.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'
import { AddressRefused, type Email } from '#server/mail/mailer.ts'
import { insertDevice, insertSession, insertUser } from '#server/testing/rows.ts'
import { createDigestsStore, digestMessage } from './digests.store.ts'
import { createInboxStore } from './inbox.store.ts'
import { createMessageWishesStore } from './message-wishes.store.ts'
import { createMessagesStore, usualTurns } from './messages.store.ts'
import { createTestMessages } from './testing/sending.ts'

/** Noon in Germany; the e-mail of the day goes at six. */
const noon = new Date('2026-11-23T11:00:00Z')
const six = new Date('2026-11-23T17:00:00Z')
const alarm: MessageKind<[string]> = { name: 'alarm', about: z.tuple([z.string()]), isAlarm: true, triedHours: 6 }
const itself = (what: string) => ({ subject: `${what} alone`, text: what, html: what })

describeOnBothDatabases('the e-mail of a day', (database) => {
  const wishes = createMessageWishesStore(database)
  const inbox = createInboxStore(database)
  let clock: TestClock
  let sent: Email[]
  let pushed: string[]
  let untrue: string[]
  let unreadable: string[]
  let followed: string[]
  let mailServer: () => Promise<void>

  /** One process of several. */
  const work = () => {
    const { messages, send } = createTestMessages(database, {
      mailer: {
        send: async (_to, email) => {
          await mailServer()
          sent.push(email)
        },
      },
      pusher: { send: async (_target, { title }) => (pushed.push(title), 'TAKEN') },
      clock: { now: () => clock.now() },
    })
    const contentOf = async (what: string, isAlarm = false) => {
      if (unreadable.includes(what)) throw new Error('it cannot be read')
      if (untrue.includes(what)) return null
      const follow = async (_writing: unknown, { state }: { state: string }) => void followed.push(`${what} ${state}`)
      const action = { label: 'Ansehen', url: `https://wegwarte.example/${what}` }
      const consequence = { holding: {}, ...(isAlarm && { holding: { alarms: [what] } }), follow }
      const inDigest = { topic: what, title: `${what} title`, text: `${what} text`, action, consequence }
      return { to: 'a@example.org', email: itself(what), consequence, inDigest }
    }
    messages.email(reminderMessage, ([, kind]) => contentOf(kind))
    messages.email(alarm, ([kind]) => contentOf(kind, true))
    messages.push(reminderMessage, async ([, kind]) => ({ title: kind, body: '', tag: kind, path: '/' }))
    return send
  }
  const send = work()

  beforeEach(async () => {
    clock = clockAt(noon.toISOString())
    ;[sent, pushed, untrue, unreadable, followed] = [[], [], [], [], []]
    mailServer = async () => undefined
    await insertUser(database, 'a', noon)
    for (const [id, imei] of [
      ['d', '350000000000001'],
      ['e', '350000000000002'],
    ] as const) {
      await insertDevice(database, { id, userId: 'a', imei }, noon)
    }
    await wishes.changeDigest('a', '18:00')
  })

  const raise = async (kind: 'SEASON' | 'INSPECTION' | 'WEATHER', deviceId = 'd', occasion = 'one') => {
    await inTransaction(database, { devices: [deviceId] }, (writing) =>
      raiseReminder(writing, { deviceId, kind, occasion, at: clock.now() }),
    )
    await send()
  }
  const raiseAlarm = async (kind: 'LOW_BATTERY' | 'MOVEMENT') => {
    const row = { id: kind, device_id: 'd', kind, detected_at: clock.now(), letter: 'SENT' } as const
    await database.insertInto('alarms').values(row).execute()
    const common = { number: null, recipient: null, address: null, words: null, rank: 0, dueAt: clock.now() }
    const message = { ...common, id: kind, kind: 'alarm', about: [kind] as const, userId: 'a', deviceId: 'd' }
    await inTransaction(database, {}, (writing) =>
      addMessages(writing, [{ ...message, alarmId: kind, channel: 'EMAIL' }]),
    )
    await send()
  }
  const at = async (time: Date) => {
    clock.advance(time.getTime() - clock.now().getTime())
    await send()
  }
  const after = (ms: number) => new Date(six.getTime() + ms)
  const subjects = () => sent.map(({ subject }) => subject)
  const states = async () => {
    const rows = await database
      .selectFrom('messages')
      .select(['kind', 'about', 'state', 'tries'])
      .where('channel', '=', 'EMAIL')
      .orderBy('kind')
      .orderBy('about')
      .execute()
    return rows.map(({ kind, about, state }) => `${kind === 'reminder' ? about[1] : kind} ${state}`)
  }
  const subscribe = async () =>
    database
      .insertInto('push_subscriptions')
      .values({
        id: 'browser',
        user_id: 'a',
        session_id: await insertSession(database, 'a', noon),
        endpoint: 'https://push.example/one',
        public_key: Buffer.alloc(65),
        secret: Buffer.alloc(16),
        created_at: noon,
      })
      .execute()

  test('has all that can wait, once, at its time; pushes and a theft come at once', async () => {
    await subscribe()
    await raise('SEASON')
    await raise('INSPECTION', 'e')
    await raiseAlarm('LOW_BATTERY')
    await raiseAlarm('MOVEMENT')
    expect([subjects(), pushed]).toEqual([['MOVEMENT alone'], ['SEASON', 'INSPECTION']])
    const waiting = await inbox.page('a', { before: null, now: clock.now() })
    const battery = waiting.messages.find(({ detail }) => detail === 'LOW_BATTERY')
    expect(battery).toMatchObject({ state: 'QUEUED', dueAt: six.toISOString(), endedAt: null, inDigest: true })
    await at(after(-minuteMs))
    expect(sent).toHaveLength(1)
    await at(six)
    await at(after(dayMs))
    expect(subjects().slice(1)).toEqual(['3 Nachrichten: LOW_BATTERY, SEASON und INSPECTION'])
    const text = sent[1]?.text ?? ''
    for (const what of ['SEASON', 'INSPECTION', 'LOW_BATTERY']) {
      expect(text).toContain(`${what} title\n${what} text\nAnsehen:\nhttps://wegwarte.example/${what}`)
      expect(sent[1]?.html).toContain(`<strong>${what} title</strong>`)
    }
    expect(followed).toEqual(['MOVEMENT SENT', 'LOW_BATTERY SENT', 'SEASON SENT', 'INSPECTION SENT'])
    const { messages: shown } = await inbox.page('a', { before: null, now: clock.now() })
    const fates = shown.map(({ detail, channel, state, inDigest }) => `${detail} ${channel} ${state} ${inDigest}`)
    expect(fates.toSorted()).toEqual([
      'INSPECTION EMAIL SENT true',
      'INSPECTION PUSH SENT false',
      'LOW_BATTERY EMAIL SENT true',
      'MOVEMENT EMAIL SENT false',
      'SEASON EMAIL SENT true',
      'SEASON PUSH SENT false',
    ])
  })

  test('is the message itself where only one waits, and none where nothing is true any more', async () => {
    await raise('SEASON')
    await raise('INSPECTION')
    untrue = ['INSPECTION']
    await at(six)
    expect([subjects(), await states()]).toEqual([['SEASON alone'], ['digest SENT', 'SEASON SENT']])
    untrue = ['SEASON']
    await raise('SEASON', 'e')
    await at(after(dayMs))
    expect([sent.length, await states()]).toEqual([1, ['digest SENT', 'SEASON SENT']])
  })

  test('goes at the time that held when its messages came, also once its owner wants another or none', async () => {
    await raise('SEASON')
    await raise('INSPECTION')
    await wishes.changeDigest('a', '17:00')
    await raise('SEASON', 'e')
    await at(after(-hourMs))
    expect(subjects()).toEqual(['SEASON alone'])
    await wishes.changeDigest('a', null)
    await raise('INSPECTION', 'e')
    expect(subjects().slice(1)).toEqual(['INSPECTION alone'])
    await at(six)
    expect(subjects().slice(2)).toEqual(['2 Nachrichten: SEASON und INSPECTION'])
  })

  test('leaves out what was declined meanwhile, and what went with its vehicle', async () => {
    await raise('SEASON')
    await raise('INSPECTION')
    await raise('SEASON', 'e')
    await raiseAlarm('LOW_BATTERY')
    for (const topic of ['SEASON', 'LOW_BATTERY'] as const) {
      await wishes.changeWish('a', 'd', { topic, channel: 'EMAIL', wanted: false }, clock.now())
    }
    await database.deleteFrom('devices').where('id', '=', 'e').execute()
    await at(six)
    expect([subjects(), await states()]).toEqual([
      ['INSPECTION alone'],
      ['alarm STOPPED', 'digest SENT', 'INSPECTION SENT'],
    ])
  })

  test('is sent by one of several processes, and by another after the lease of one that is gone', async () => {
    const other = work()
    await raise('SEASON')
    await raise('INSPECTION')
    clock.advance(six.getTime() - clock.now().getTime())
    const lane = { channels: ['EMAIL'], kinds: [digestMessage.name], turns: usualTurns } as const
    const claim = await createMessagesStore(database).begin(lane, clock.now())
    if (claim === null) throw new Error('it was not due')
    expect(await createDigestsStore(database).collect(claim, clock.now())).toHaveLength(2)
    await Promise.all([send(), other()])
    expect(sent).toEqual([])
    await at(after(6 * minuteMs))
    await Promise.all([send(), other(), send()])
    expect(subjects()).toEqual(['2 Nachrichten: SEASON und INSPECTION'])
    expect(await states()).toEqual(['digest SENT', 'INSPECTION SENT', 'SEASON SENT'])
  })

  test('that no mail server takes is tried again as one, and given up as one', async () => {
    await raise('SEASON')
    await raise('INSPECTION')
    mailServer = () => Promise.reject(new Error('away'))
    for (const minutes of [0, 1, 3]) await at(after(minutes * minuteMs))
    untrue = ['SEASON']
    mailServer = async () => undefined
    await at(after(2 * hourMs))
    expect([subjects(), await states()]).toEqual([['INSPECTION alone'], ['digest SENT', 'INSPECTION SENT']])
    untrue = []
    await raise('SEASON', 'e')
    await raise('INSPECTION', 'e')
    mailServer = () => Promise.reject(new Error('away'))
    await at(after(dayMs))
    await at(after(2 * dayMs))
    expect((await states()).filter((state) => state.endsWith('FAILED'))).toHaveLength(3)
    await raise('SEASON', 'd', 'two')
    mailServer = () => Promise.reject(new AddressRefused('no such address'))
    await at(after(3 * dayMs))
    expect(followed.at(-1)).toBe('SEASON BOUNCED')
    expect((await states()).filter((state) => state.endsWith('BOUNCED'))).toEqual(['digest BOUNCED', 'SEASON BOUNCED'])
  })

  test('waits for nothing that cannot be read: that goes by itself later', async () => {
    await raise('SEASON')
    await raise('INSPECTION')
    unreadable = ['SEASON']
    await at(six)
    expect(subjects()).toEqual(['INSPECTION alone'])
    unreadable = []
    await at(after(2 * minuteMs))
    expect(subjects()).toEqual(['INSPECTION alone', 'SEASON alone'])
  })

  test('that is over takes no more: what comes late by a slow clock is in the next', async () => {
    await raise('SEASON')
    await at(six)
    const { id } = await database
      .selectFrom('messages')
      .select('id')
      .where('kind', '=', digestMessage.name)
      .executeTakeFirstOrThrow()
    await raise('INSPECTION')
    await database
      .updateTable('messages')
      .set({ digest_id: id, due_at: six })
      .where('kind', '=', reminderMessage.name)
      .where('state', '=', 'QUEUED')
      .execute()
    await at(after(minuteMs))
    expect(subjects()).toEqual(['SEASON alone'])
    await at(after(dayMs))
    expect(subjects()).toEqual(['SEASON alone', 'INSPECTION alone'])
  })

  test('comes after quiet hours in which its time lies', async () => {
    await wishes.changeDigest('a', '23:00')
    await wishes.changeQuietHours('a', { from: '22:00', to: '07:00' })
    await raise('SEASON')
    await at(after(5 * hourMs))
    expect(sent).toEqual([])
    await at(after(14 * hourMs))
    expect(subjects()).toEqual(['SEASON alone'])
  })
})
