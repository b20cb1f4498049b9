import { beforeEach, expect, test } from 'vitest'
import type { ReminderDays } from '#contract/licences/licences-limits.ts'
import { dayMs, minuteMs } from '#contract/base/time-units.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { setLicence } from '#server/features/devices/licence-seats.ts'
import { createMessageWishesStore } from '#server/features/messages/message-wishes.store.ts'
import { createMessagesStore, usualTurns } from '#server/features/messages/messages.store.ts'
import { createTestMessages } from '#server/features/messages/testing/sending.ts'
import { AddressRefused, type Email } from '#server/mail/mailer.ts'
import type { PushMessage } from '#server/push/push-message.ts'
import type { PushOutcome } from '#server/push/pusher.ts'
import { insertDevice, insertSession, insertUser } from '#server/testing/rows.ts'
import { createLicenceRemindersStore, licenceReminder } from './licence-reminders.store.ts'
import { raiseLicenceReminders, registerLicenceReminders } from './licences.jobs.ts'
import { createLicencesStore } from './licences.store.ts'

/** Noon in Germany. */
const start = new Date('2026-06-01T10:00:00Z')
const term = 365
const endsAt = new Date(start.getTime() + term * dayMs)
const before = (days: number) => new Date(endsAt.getTime() - days * dayMs)

describeOnBothDatabases('reminders of a licence that ends', (database) => {
  const reminders = createLicenceRemindersStore(database)
  const licences = createLicencesStore(database, setLicence)
  let now: Date
  let emails: { to: string; email: Email }[]
  let pushes: PushMessage[]
  let mailServer: () => Promise<void>
  let pushService: PushOutcome

  beforeEach(async () => {
    ;[emails, pushes, mailServer, pushService] = [[], [], async () => undefined, 'TAKEN']
    await insertUser(database, 'a', start)
    await insertDevice(database, { id: 'd1', userId: 'a', imei: '350000000000001' }, start)
    await licences.issue([{ id: 'l', key: 'KEY', type: 'PREMIUM', days: term, seats: 2 }], start)
    await licences.activate({ userId: 'a', key: 'KEY', deviceId: 'd1', now: start })
  })

  const clock = { now: () => now }
  const { messages, send } = createTestMessages(database, {
    mailer: {
      send: async (to, email) => {
        await mailServer()
        emails.push({ to, email })
      },
    },
    pusher: {
      send: async (_target, message) => {
        pushes.push(message)
        return pushService
      },
    },
    clock,
  })
  registerLicenceReminders({
    reminders,
    messages,
    clock,
    publicUrl: 'https://wegwarte.example',
    shopUrls: {
      START: 'https://shop.example/start',
      PREMIUM: 'https://shop.example/premium',
      ENTERPRISE: 'https://shop.example/enterprise',
      STANDARD: 'https://shop.example/standard',
    },
  })
  const work = async (at: Date) => {
    now = at
    await raiseLicenceReminders({ reminders, clock })
    await send()
  }
  const states = async () => {
    const rows = await database
      .selectFrom('messages')
      .select(['about', 'state'])
      .where('channel', '=', 'EMAIL')
      .execute()
    const byDays = rows.map(({ about: [, , days], state }) => ({ days_before: Number(days), state }))
    return byDays.toSorted((one, other) => one.days_before - other.days_before)
  }
  const subscribe = async (at: Date) =>
    database
      .insertInto('push_subscriptions')
      .values({
        id: 'browser',
        user_id: 'a',
        session_id: await insertSession(database, 'a', at),
        endpoint: 'https://push.example/1',
        public_key: Buffer.alloc(65),
        secret: Buffer.alloc(16),
        created_at: at,
      })
      .execute()

  test('come 30, 14, 7 and 1 days before, each once, however often the work is done', async () => {
    for (let days = 40; days > -3; days -= 0.5) {
      await work(before(days))
      await work(before(days))
    }
    expect(emails.map(({ to }) => to)).toEqual(Array.from({ length: 4 }, () => 'a@example.org'))
    const sent = ([1, 7, 14, 30] as ReminderDays[]).map((daysBefore) => ({ days_before: daysBefore, state: 'SENT' }))
    expect(await states()).toEqual(sent)
  })

  test('say until when, what ends, whether the device reports, and where to renew', async () => {
    await work(before(7))
    expect(emails[0]?.email.subject).toBe('Die Lizenz für „Gerät“ läuft am 01.06.2027 ab')
    const text = emails[0]?.email.text
    expect(text).toContain('Ihre Lizenz PREMIUM läuft ab: 01.06.2027, 12:00 Uhr (deutsche Zeit).')
    expect(text).toContain('Danach sind Diebstahlalarm und Tracking aus für:\n„Gerät“ (hat sich noch nie gemeldet')
    expect(text).toContain('https://wegwarte.example/devicesandlicenses')
    expect(text).toContain('https://shop.example/premium')
  })

  test('wait for the e-mail of the day, if their owner wants one, but not on the last day', async () => {
    await createMessageWishesStore(database).changeDigest('a', '18:00')
    await work(before(7))
    expect(emails).toEqual([])
    await work(new Date(before(7).getTime() + 8 * 60 * minuteMs))
    expect(emails.map(({ email }) => email.subject)).toEqual(['Die Lizenz für „Gerät“ läuft am 01.06.2027 ab'])
    await work(before(1))
    expect(emails).toHaveLength(2)
  })

  test('after a pause of ours only the last one that came due is sent', async () => {
    await work(before(6))
    await work(before(6))
    expect(await states()).toEqual([{ days_before: 7, state: 'SENT' }])
  })

  test('wait for the day: at night nothing is sent', async () => {
    const night = new Date(before(14).getTime() + 12 * 60 * minuteMs)
    await work(night)
    expect(emails).toEqual([])
    await work(new Date(night.getTime() + 10 * 60 * minuteMs))
    expect(emails).toHaveLength(1)
  })

  test('begin anew for a licence that was renewed, and one on its way is dropped', async () => {
    mailServer = () => Promise.reject(new Error('away'))
    await work(before(14))
    expect(await states()).toEqual([{ days_before: 14, state: 'QUEUED' }])
    const renewed = new Date(endsAt.getTime() + term * dayMs)
    await database.updateTable('licences').set({ expires_at: renewed }).where('id', '=', 'l').execute()
    mailServer = async () => undefined
    await work(before(13))
    expect([emails, await states()]).toEqual([[], []])
    await work(new Date(renewed.getTime() - 14 * dayMs))
    expect(emails).toHaveLength(1)
  })

  test('are sent to whoever has the licence next, whatever the owner before was sent', async () => {
    await work(before(14))
    await insertUser(database, 'b', start)
    await insertDevice(database, { id: 'd2', userId: 'b', imei: '350000000000002' }, start)
    await database.updateTable('licences').set({ user_id: null }).where('id', '=', 'l').execute()
    await database.deleteFrom('users').where('id', '=', 'a').execute()
    await licences.activate({ userId: 'b', key: 'KEY', deviceId: 'd2', now: start })
    await work(before(14))
    expect(emails.map(({ to }) => to)).toEqual(['a@example.org', 'b@example.org'])
    expect(await states()).toHaveLength(1)
  })

  test('are not sent about a licence that no device uses, nor about the demo', async () => {
    await licences.release({ userId: 'a', licenceId: 'l', now: start })
    await work(before(14))
    await licences.assign({ userId: 'a', licenceId: 'l', deviceId: 'd1', fromDeviceId: null, now: start })
    await database.updateTable('licences').set({ demo: true }).where('id', '=', 'l').execute()
    await work(before(14))
    expect(emails).toEqual([])
  })

  test('are tried again while no mail server takes them, for a day; a refused address is given up at once', async () => {
    mailServer = () => Promise.reject(new Error('away'))
    const at = before(30)
    await work(at)
    await work(new Date(at.getTime() + 60 * minuteMs))
    expect(await states()).toEqual([{ days_before: 30, state: 'QUEUED' }])
    await work(new Date(at.getTime() + 25 * 60 * minuteMs))
    expect(await states()).toEqual([{ days_before: 30, state: 'FAILED' }])
    mailServer = () => Promise.reject(new AddressRefused('no such address'))
    await work(before(14))
    expect(await states()).toContainEqual({ days_before: 14, state: 'BOUNCED' })
  })

  test('of a worker that was killed are sent by the next one, once it has surely gone', async () => {
    await reminders.raise(before(14))
    const lane = { channels: ['EMAIL'], kinds: [licenceReminder.name], turns: usualTurns } as const
    const claimed = await createMessagesStore(database).begin(lane, before(14))
    expect(claimed).toMatchObject({ about: ['l', endsAt.toISOString(), '14'], tries: 1 })
    await work(new Date(before(14).getTime() + 4 * minuteMs))
    expect(emails).toEqual([])
    await work(new Date(before(14).getTime() + 6 * minuteMs))
    expect(emails).toHaveLength(1)
  })

  test('are sent once where two processes work at the same time', async () => {
    await Promise.all([work(before(14)), work(before(14)), work(before(14))])
    expect(emails).toHaveLength(1)
  })

  test('reach the owner’s browsers too, once, and one that is gone is forgotten', async () => {
    await subscribe(before(14))
    mailServer = () => Promise.reject(new Error('away'))
    await work(before(14))
    await work(new Date(before(14).getTime() + 30 * minuteMs))
    expect(pushes).toEqual([
      {
        title: 'Die Lizenz für „Gerät“ läuft am 01.06.2027 ab',
        body: 'Danach ohne Diebstahlalarm und Tracking: „Gerät“',
        tag: 'licence-l',
        path: '/devicesandlicenses',
      },
    ])
    pushService = 'GONE'
    await database.updateTable('sessions').set({ expires_at: endsAt }).execute()
    await work(before(7))
    expect(pushes).toHaveLength(2)
    expect(await database.selectFrom('push_subscriptions').select('id').execute()).toEqual([])
  })
})
