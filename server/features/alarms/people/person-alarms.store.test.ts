import { beforeEach, expect, test } from 'vitest'
import { alarmsLimits } from '#contract/alarms/alarms-limits.ts'
import type { AlarmKind } from '#contract/alarms/alarms.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { createAccountRemovalStore } from '#server/features/account-deletion/account-removal.store.ts'
import { createAlarmsStore } from '#server/features/alarms/alarms.store.ts'
import { createAlarmEmailsStore } from '#server/features/alarms/emails/alarm-emails.store.ts'
import { recordEmailReport } from '#server/features/alarms/emails/delivery-reports.ts'
import { createMessageWishesStore } from '#server/features/messages/message-wishes.store.ts'
import { createMessagesStore } from '#server/features/messages/messages.store.ts'
import { createTestMessages } from '#server/features/messages/testing/sending.ts'
import { createPeopleStore } from '#server/features/people/people.store.ts'
import { createPushStore } from '#server/features/push/push.store.ts'
import { hooks } from '#server/hooks.ts'
import type { Email } from '#server/mail/mailer.ts'
import { hashOf } from '#server/platform/secrets.ts'
import { postfixBounce } from '#server/mail/testing/delivery-reports.ts'
import type { PushMessage } from '#server/push/push-message.ts'
import { insertDevice, insertSession, insertUser } from '#server/testing/rows.ts'
import { registerPersonAlarms } from './person-alarms.jobs.ts'
import { createPersonAlarmsStore } from './person-alarms.store.ts'

const start = new Date('2026-06-01T08:00:00.000Z')
const minutes = (count: number) => new Date(start.getTime() + count * minuteMs)

describeOnBothDatabases('alarms of a vehicle to invited people', (database) => {
  const alarms = createAlarmsStore(database)
  const people = createPeopleStore(database)
  let now: Date
  let mails: { to: string; email: Email }[]
  let pushes: { to: string; message: PushMessage }[]
  let send: () => Promise<void>

  beforeEach(async () => {
    now = start
    mails = []
    pushes = []
    const sending = createTestMessages(database, {
      mailer: { send: async (to, email) => void mails.push({ to, email }) },
      pusher: {
        send: async ({ endpoint: to }, message) => {
          pushes.push({ to, message })
          return 'TAKEN'
        },
      },
      clock: { now: () => now },
    })
    send = sending.send
    registerPersonAlarms({
      store: createPersonAlarmsStore(database),
      emails: createAlarmEmailsStore(database),
      messages: sending.messages,
      clock: { now: () => now },
      publicUrl: 'https://wegwarte.example',
    })
    for (const id of ['owner', 'anna', 'bert', 'carl']) {
      await insertUser(database, id, start)
      await insertSession(database, id, start)
    }
    await database.updateTable('users').set({ email_verified_at: start }).execute()
    await insertDevice(database, { id: 'bike', userId: 'owner', imei: '350000000000001' }, start)
    await invite('anna', 'DRIVER')
    await invite('bert', 'WATCHER', minutes(30))
    await invite('carl', 'WATCHER', null, false)
    const target = { endpoint: 'https://push.example/anna', publicKey: Buffer.from('k'), secret: Buffer.from('s') }
    await createPushStore(database).add(
      { id: 'browser', userId: 'anna', sessionId: 'session-anna', target, now: start },
      5,
    )
  })

  async function invite(id: string, role: 'DRIVER' | 'WATCHER', endsAt: Date | null = null, accepts = true) {
    const [email, tokenHash] = [`${id}@example.org`, hashOf(id)]
    const invitation = { id, email, role, endsAt, name: `${id} vom Hof`, secret: { token: id, hash: tokenHash } }
    const from = { userId: 'owner', sessionId: 'session-owner', deviceId: 'bike', at: start }
    await people.invite({ ...invitation, ...from, invitationEndsAt: minutes(60) })
    if (accepts) await people.accept({ tokenHash, userId: id, email, at: start })
  }

  const raise = (id: string, kind: AlarmKind = 'MOVEMENT', emailAt: Date = now) => {
    const place = { latitude: 49.00691, longitude: 8.40371, accuracy: 5, recordedAt: now }
    return alarms.add({ id, deviceId: 'bike', kind, detectedAt: now, place, numberToday: 1, evidence: null, emailAt })
  }
  const receivers = () => mails.map(({ to }) => to).toSorted()

  test('are e-mailed to those who have accepted and pushed to their browsers, by role, and never say where', async () => {
    await raise('a')
    await send()
    expect(receivers()).toEqual(['anna@example.org', 'bert@example.org'])
    expect(pushes.map(({ to }) => to)).toEqual(['https://push.example/anna'])
    const [driver, watcher] = ['anna', 'bert'].map(
      (who) => mails.find(({ to }) => to.startsWith(who))?.email.text ?? '',
    )
    expect(driver).toContain('„Ich kümmere mich“')
    expect(driver).toContain('„Ich fahre“')
    expect(watcher).not.toMatch(/Ich kümmere mich|Ich fahre/)
    for (const text of [driver, watcher]) expect(text).toContain('Das Fahrzeug gehört zu owner@example.org.')
    expect(JSON.stringify([mails, pushes])).not.toMatch(/49[.,]0|8[.,]40|osm|openstreetmap/i)
    await send()
    expect([mails.length, pushes.length]).toEqual([2, 1])
  })

  test('stand in the owner’s log by the owner’s names, without an address, also once somebody has left', async () => {
    await raise('a')
    await send()
    await people.leave({ deviceId: 'bike', userId: 'bert', at: now })
    const [alarm] = await alarms.latest('bike', start)
    expect(alarm?.people).toMatchObject([
      { name: 'anna vom Hof', letter: { state: 'SENT' }, pushes: [{ state: 'SENT' }] },
      { name: null, letter: { state: 'SENT' }, pushes: [] },
    ])
    expect(JSON.stringify(alarm?.people)).not.toContain('@')
    expect(alarm?.pushes).toEqual([])
  })

  test('that come back stand in the owner’s log as such, once, and say something about the person’s address alone, until one is taken', async () => {
    await raise('a')
    await send()
    const toBert = await database
      .selectFrom('messages')
      .select('id')
      .where('user_id', '=', 'bert')
      .where('channel', '=', 'EMAIL')
      .executeTakeFirstOrThrow()
    const stores = { messages: createMessagesStore(database), emails: createAlarmEmailsStore(database) }
    const report = async (id: string) =>
      (await recordEmailReport({ ...stores, clock: { now: () => now } }, Buffer.from(postfixBounce(id)))).outcome
    expect([await report(toBert.id), await report(toBert.id)]).toEqual(['noted', 'known'])
    expect(await report('person-alarm.0123456789abcdef0123456789abcdef')).toBe('gone')
    const [alarm] = await alarms.latest('bike', start)
    expect(alarm?.people?.map(({ letter }) => letter?.state)).toEqual(['SENT', 'BOUNCED'])
    const returns = () => database.selectFrom('alarm_email_returns').selectAll().execute()
    expect(await returns()).toEqual([{ user_id: 'bert', returned_at: now }])
    await raise('b')
    await send()
    expect(await returns()).toEqual([])
  })

  test.each([
    ['their time is over', async () => void (now = minutes(30))],
    ['they have left', () => people.leave({ deviceId: 'bike', userId: 'bert', at: now })],
    ['their owner has removed them', () => people.remove({ deviceId: 'bike', personId: 'bert', at: now })],
    ['their account is disabled', () => disable('bert')],
    [
      'their account is deleted',
      () =>
        createAccountRemovalStore(database, hooks).remove({ userId: 'bert', reason: 'support', receiptId: 'r', now }),
    ],
  ])('are not sent any more where meanwhile %s', async (_why, happen) => {
    await raise('a')
    await happen()
    await send()
    expect(receivers()).toEqual(['anna@example.org'])
    await raise('b', 'TOW')
    await send()
    expect(receivers()).toEqual(['anna@example.org', 'anna@example.org'])
  })

  test('go the ways that each of them wants, whatever the owner does; the log says of an e-mail that none was sent', async () => {
    const wishes = createMessageWishesStore(database)
    const noPush = { topic: 'THEFT', channel: 'PUSH', wanted: false } as const
    await wishes.changeWish('owner', 'bike', noPush, start)
    await wishes.changeWishOfPerson('anna', 'bike', { ...noPush, channel: 'EMAIL' }, start)
    await wishes.changeWishOfPerson('bert', 'bike', { ...noPush, topic: 'HELP', channel: 'EMAIL' }, start)
    await raise('a')
    await send()
    expect([receivers(), pushes.length]).toEqual([['bert@example.org'], 1])
    await raise('b', 'FALL')
    await send()
    expect([receivers(), pushes.length]).toEqual([['anna@example.org', 'bert@example.org'], 2])
    const theft = (await alarms.latest('bike', start)).find(({ id }) => id === 'a')
    expect(theft?.people).toMatchObject([
      { name: 'anna vom Hof', letter: { state: 'STOPPED' }, pushes: [{ state: 'SENT' }] },
      { name: 'bert vom Hof', letter: { state: 'SENT' } },
    ])
  })

  test('reach nobody while the owner’s account is disabled', async () => {
    await raise('a')
    await disable('owner')
    await send()
    expect([mails, pushes]).toEqual([[], []])
  })

  test('wait for the turn of the owner’s e-mail, and stop with an answer; a push message comes at once', async () => {
    const turn = minutes(alarmsLimits.everyMinutes)
    await raise('a', 'MOVEMENT', turn)
    await send()
    expect([receivers(), pushes.length]).toEqual([[], 1])
    await alarms.acknowledge('bike', 'a', minutes(1), { personId: 'anna', program: null })
    now = turn
    await send()
    expect(receivers()).toEqual([])
    const [alarm] = await alarms.latest('bike', start)
    expect(alarm?.people?.map(({ letter }) => letter.state)).toEqual(['STOPPED', 'STOPPED'])
  })

  test.each([
    ['TEST', 0],
    ['FIRST', 0],
    ['LOW_BATTERY', 0],
    ['VIBRATION', 2],
    ['SILENCE', 2],
    ['FALL', 2],
  ] as const)('of the kind %s are sent to %i people', async (kind, count) => {
    await raise('a', kind)
    await send()
    expect(mails).toHaveLength(count)
  })

  async function disable(id: string) {
    await database.updateTable('users').set({ disabled_at: now }).where('id', '=', id).execute()
  }
})
