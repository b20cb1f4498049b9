import { beforeEach, expect, test } from 'vitest'
import { dayMs, minuteMs } from '#contract/base/time-units.ts'
import type { PersonTopic } from '#contract/messages/message-wishes.ts'
import { peopleServerLimits } from '#contract/people/people-limits.ts'
import { untoldOf } from '#domain/people/untold.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'
import { createAccountRemovalStore } from '#server/features/account-deletion/account-removal.store.ts'
import { createPeopleStore } from '#server/features/people/people.store.ts'
import { createPushStore } from '#server/features/push/push.store.ts'
import { deleteOld } from '#server/features/retention/retention.store.ts'
import { hooks } from '#server/hooks.ts'
import { hashOf } from '#server/platform/secrets.ts'
import { insertDevice, insertSession, insertUser } from '#server/testing/rows.ts'
import { createMessageWishesStore } from './message-wishes.store.ts'

const start = new Date('2026-06-01T08:00:00.000Z')
const later = (ms: number) => new Date(start.getTime() + ms)

describeOnBothDatabases('what invited people want to be sent', (database) => {
  const wishes = createMessageWishesStore(database)
  const people = createPeopleStore(database)

  beforeEach(async () => {
    for (const id of ['owner', 'anna', 'bert']) {
      await insertUser(database, id, start)
      await insertSession(database, id, start)
    }
    await insertDevice(database, { id: 'bike', userId: 'owner', imei: '350000000000001' }, start)
    await invite('first')
  })

  async function invite(id: string, at = start) {
    const [email, tokenHash] = ['anna@example.org', hashOf(id)]
    const invitation = { id, email, role: 'WATCHER', name: 'Anna', secret: { token: id, hash: tokenHash } } as const
    const from = { userId: 'owner', sessionId: 'session-owner', deviceId: 'bike', at }
    await people.invite({
      ...invitation,
      ...from,
      endsAt: new Date(at.getTime() + dayMs),
      invitationEndsAt: later(90 * dayMs),
    })
    await people.accept({ tokenHash, userId: 'anna', email, at })
  }

  const say = (userId: string, topic: PersonTopic, channel: 'EMAIL' | 'PUSH', wanted = false, at = start) =>
    wishes.changeWishOfPerson(userId, 'bike', { topic, channel, wanted }, at)
  const namesOf = (vehicles: { declined: { topic: string; channel: string }[] }[] | null | undefined) =>
    vehicles?.map(({ declined }) => declined.map(({ topic, channel }) => `${topic} ${channel}`))
  const ofOwner = async () => namesOf((await wishes.wishes('owner', start)).vehicles)
  const ofAnna = async (at = start) => namesOf((await wishes.wishes('anna', at)).others)
  const stored = async () => (await database.selectFrom('declined_messages').select('user_id').execute()).length

  test('stands beside what the owner wants, and neither changes the other', async () => {
    const ofTheft = { topic: 'THEFT', channel: 'PUSH', wanted: false } as const
    expect([await ofOwner(), await ofAnna()]).toEqual([[[]], [[]]])
    await wishes.changeWish('owner', 'bike', ofTheft, start)
    expect([await ofOwner(), await ofAnna()]).toEqual([[['THEFT PUSH']], [[]]])
    expect([await say('anna', 'THEFT', 'PUSH'), await say('anna', 'THEFT', 'EMAIL')]).toEqual([true, true])
    expect([await ofOwner(), await ofAnna()]).toEqual([[['THEFT PUSH']], [['THEFT EMAIL', 'THEFT PUSH']]])
    await say('anna', 'THEFT', 'PUSH', true)
    expect([await ofOwner(), await ofAnna()]).toEqual([[['THEFT PUSH']], [['THEFT EMAIL']]])
    await wishes.changeWish('owner', 'bike', { ...ofTheft, wanted: true }, start)
    expect([await ofOwner(), await ofAnna()]).toEqual([[[]], [['THEFT EMAIL']]])
    expect(await wishes.wishes('anna', start)).toMatchObject({ vehicles: [], others: [{ deviceId: 'bike' }] })
  })

  test('stands in their own list of activities, and not in the owner’s', async () => {
    await say('anna', 'HELP', 'EMAIL')
    await say('anna', 'HELP', 'EMAIL')
    const rows = await database
      .selectFrom('activities')
      .selectAll()
      .where('kind', '=', 'alarm-message-declined')
      .execute()
    expect(rows.map(({ user_id: userId, detail }) => [userId, detail])).toEqual([['anna', 'Hilferuf, E-Mail']])
  })

  test('is nobody’s to say who is not invited, or whose time is over', async () => {
    expect(await say('bert', 'THEFT', 'EMAIL')).toBe(false)
    expect(await say('owner', 'THEFT', 'EMAIL')).toBe(false)
    expect(await say('anna', 'THEFT', 'EMAIL', false, later(dayMs))).toBe(false)
    expect([await stored(), await ofAnna(later(dayMs))]).toEqual([0, []])
  })

  test.each<[string, () => Promise<unknown>]>([
    ['they leave', () => people.leave({ deviceId: 'bike', userId: 'anna', at: start })],
    ['their owner removes them', () => people.remove({ deviceId: 'bike', personId: 'first', at: start })],
    ['the owner says „Das war ich nicht“', () => secure('owner', ['bike'])],
    ['their time was over long ago', () => deleteOld(database, later((peopleServerLimits.overDays + 2) * dayMs))],
    ['they are invited once more after their time', () => invite('second', later(2 * dayMs))],
    ['the device is removed', () => database.deleteFrom('devices').where('id', '=', 'bike').execute()],
    ['their account is deleted', () => remove('anna')],
  ])('is gone once %s', async (_how, happen) => {
    await say('anna', 'THEFT', 'EMAIL')
    await say('anna', 'HELP', 'PUSH')
    expect(await stored()).toBe(2)
    await happen()
    expect(await stored()).toBe(0)
  })

  test('begins with everything when they are invited again', async () => {
    await say('anna', 'THEFT', 'EMAIL')
    await people.leave({ deviceId: 'bike', userId: 'anna', at: start })
    await invite('second')
    expect(await ofAnna()).toEqual([[]])
  })

  test('is taken back where they say „Das war ich nicht“: somebody else may have silenced them', async () => {
    await say('anna', 'THEFT', 'EMAIL')
    await secure('anna', [])
    expect(await ofAnna()).toEqual([[]])
  })

  test('shows to the owner where nothing reaches them any more, also because no browser is left, or e-mails come back', async () => {
    const untold = async (at = start) => (await people.list('bike', at)).map(({ reach }) => untoldOf(reach))
    await say('anna', 'THEFT', 'EMAIL')
    await say('anna', 'HELP', 'EMAIL')
    await say('anna', 'HELP', 'PUSH')
    expect(await untold()).toEqual([['THEFT', 'HELP']])
    const target = { endpoint: 'https://push.example/anna', publicKey: Buffer.from('k'), secret: Buffer.from('s') }
    const browser = { id: 'browser', userId: 'anna', sessionId: 'session-anna', target, now: start }
    await createPushStore(database).add(browser, 5)
    expect(await untold()).toEqual([['HELP']])
    await database
      .updateTable('sessions')
      .set({ expires_at: later(minuteMs) })
      .where('user_id', '=', 'anna')
      .execute()
    expect([await untold(), await untold(later(minuteMs))]).toEqual([[['HELP']], [['THEFT', 'HELP']]])
    await say('anna', 'THEFT', 'EMAIL', true)
    await say('anna', 'HELP', 'EMAIL', true)
    expect(await untold(later(minuteMs))).toEqual([[]])
    await database.insertInto('alarm_email_returns').values({ user_id: 'anna', returned_at: start }).execute()
    expect([await untold(), await untold(later(minuteMs))]).toEqual([[['HELP']], [['THEFT', 'HELP']]])
    await database.deleteFrom('alarm_email_returns').execute()
    await database.updateTable('users').set({ disabled_at: start }).where('id', '=', 'anna').execute()
    expect(await untold()).toEqual([['THEFT', 'HELP']])
  })

  const secure = (userId: string, devices: string[]) =>
    inTransaction(database, { accounts: [userId], devices }, (writing) =>
      hooks.accountSecured(writing, { userId, email: `${userId}@example.org`, devices, at: start }),
    )
  const remove = (userId: string) =>
    createAccountRemovalStore(database, hooks).remove({ userId, reason: 'support', receiptId: 'r', now: start })
})
