import { expect, test } from 'vitest'
import { dayMs } from '#contract/base/time-units.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { createSessionsStore } from '#server/features/auth/sessions.store.ts'
import { hooks } from '#server/hooks.ts'
import type { Queue } from '#server/jobs/jobs.ts'
import { expectQueued } from '#server/jobs/testing/expect-queued.ts'
import { secondFactorMail } from './second-factor-mail.ts'
import { noQueue, refusingQueue } from '#server/jobs/testing/no-queue.ts'
import { hashOf } from '#server/platform/secrets.ts'
import { insertSession, insertUser } from '#server/testing/rows.ts'
import { switchOffSecondFactorOf } from './second-factor-support.store.ts'
import { createSecondFactorStore } from './second-factor.store.ts'

const now = new Date('2026-11-22T12:00:00Z')
const later = new Date(now.getTime() + dayMs)
const secret = Buffer.from('12345678901234567890')

describeOnBothDatabases('second factors', (database, connection) => {
  const store = createSecondFactorStore(database, noQueue, hooks)
  const sessions = createSessionsStore(database, noQueue)

  async function switchOn(userId: string) {
    await insertUser(database, userId, now)
    const sessionId = await insertSession(database, userId, now)
    await store.start(userId, secret, now)
    const codeHashes = [hashOf(`${userId} first`), hashOf(`${userId} second`)]
    return store.switchOn({ userId, secret, period: 100, codeHashes, sessionId, at: now })
  }

  test('a code of a period counts once, and none of an earlier one after it', async () => {
    await switchOn('a')
    expect(await store.usePeriod('a', 100)).toBe(false)
    const atOnce = await Promise.all([store.usePeriod('a', 101), store.usePeriod('a', 101), store.usePeriod('a', 101)])
    expect(atOnce.filter(Boolean)).toHaveLength(1)
    expect(await store.usePeriod('a', 99)).toBe(false)
    expect(await store.usePeriod('a', 102)).toBe(true)
  })

  test('of many uses of a recovery code at once one succeeds', async () => {
    await switchOn('a')
    const use = () => store.useRecoveryCode('a', hashOf('a first'), now)
    expect((await Promise.all([use(), use(), use()])).filter(Boolean)).toHaveLength(1)
    expect(await store.state('a')).toEqual({ onSince: now.toISOString(), recoveryCodesLeft: 1 })
  })

  test('a sign-in that was begun before is not completed by the password alone', async () => {
    await switchOn('a')
    const { password_hash: passwordHash } = await database
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', 'a')
      .executeTakeFirstOrThrow()
    const session = { userId: 'a', client: '', at: now }
    const alone = { ...session, id: 's1', tokenHash: hashOf('1'), passwordHash }
    expect(await sessions.createSession(alone)).toBeNull()
    expect(await sessions.createSession({ ...alone, secondFactor: true })).not.toBeNull()
    expect(await sessions.confirmSession({ sessionId: 's1', proof: { passwordHash }, at: later })).toBe(false)
    expect(await sessions.confirmSession({ sessionId: 's1', proof: 'second-factor', at: later })).toBe(true)
  })

  test('a secret that is only shown is not switched on, can be shown anew, and is forgotten after a day', async () => {
    await insertUser(database, 'a', now)
    await store.start('a', secret, now)
    expect(await store.secret('a', 'on')).toBeNull()
    expect(await store.start('a', Buffer.from('another'), now)).toBe(true)
    expect(await store.secret('a', 'shown')).toEqual(Buffer.from('another'))
    await store.purge(now)
    expect(await store.secret('a', 'shown')).not.toBeNull()
    await store.purge(later)
    expect(await store.secret('a', 'shown')).toBeNull()
  })

  test('one that is switched on is neither replaced nor forgotten', async () => {
    await switchOn('a')
    expect(await store.start('a', Buffer.from('another'), now)).toBe(false)
    await store.purge(later)
    expect(await store.secret('a', 'on')).toEqual(secret)
  })

  test('a removal by the support is told once, even if it is shown anew meanwhile', async () => {
    await switchOn('a')
    expect(await switchOffSecondFactorOf(database, 'A@example.org', { by: 'jemand', at: now })).toBe(true)
    expect(await switchOffSecondFactorOf(database, 'a@example.org', { by: 'jemand', at: now })).toBe(false)
    expect(await switchOffSecondFactorOf(database, 'nobody@example.org', { by: 'jemand', at: now })).toBeNull()
    await store.start('a', secret, now)
    expect(await store.untold()).toEqual(['a'])
    await store.tell('a')
    expect(await store.untold()).toEqual([])
    expect(await store.secret('a', 'shown')).toEqual(secret)
  })

  test('goes with its account, and so do the recovery codes', async () => {
    await switchOn('a')
    await database.deleteFrom('users').where('id', '=', 'a').execute()
    expect(await database.selectFrom('second_factors').selectAll().execute()).toEqual([])
    expect(await database.selectFrom('recovery_codes').selectAll().execute()).toEqual([])
  })

  test('each change comes with the e-mail about it, or there is neither', async () => {
    await insertUser(database, 'a', now)
    const sessionId = await insertSession(database, 'a', now)
    await store.start('a', secret, now)
    const on = { userId: 'a', secret, period: 100, codeHashes: [hashOf('code')], sessionId, at: now }
    const storeWith = (queue: Queue) => createSecondFactorStore(database, queue, hooks)
    await expectQueued(connection, (queue) => storeWith(queue).switchOn(on), [
      secondFactorMail,
      { userId: 'a', event: 'on' },
    ])
    await expectQueued(connection, (queue) => storeWith(queue).useRecoveryCode('a', hashOf('code'), now), [
      secondFactorMail,
      { userId: 'a', event: 'recovery-code-used' },
    ])
    await expectQueued(connection, (queue) => storeWith(queue).switchOff('a', now), [
      secondFactorMail,
      { userId: 'a', event: 'off' },
    ])
  })

  test('a removal by the support is noted as told with the e-mail about it, or neither is there', async () => {
    await switchOn('a')
    await switchOffSecondFactorOf(database, 'a@example.org', { by: 'jemand', at: now })
    await expectQueued(connection, (queue) => createSecondFactorStore(database, queue, hooks).tell('a'), [
      secondFactorMail,
      { userId: 'a', event: 'off-by-support' },
    ])
    await createSecondFactorStore(database, refusingQueue, hooks).tell('a')
  })
})
