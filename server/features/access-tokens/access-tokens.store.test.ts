import { expect, test } from 'vitest'
import { accessTokensServerLimits } from '#contract/access-tokens/access-tokens-limits.ts'
import { dayMs } from '#contract/base/time-units.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { deleteOld } from '#server/features/retention/retention.store.ts'
import { expectQueued } from '#server/jobs/testing/expect-queued.ts'
import { noQueue } from '#server/jobs/testing/no-queue.ts'
import { hashOf } from '#server/platform/secrets.ts'
import { insertSession, insertUser } from '#server/testing/rows.ts'
import { accessTokenMail } from './access-token-mail.ts'
import { createAccessTokensStore } from './access-tokens.store.ts'

const now = new Date('2026-11-21T12:00:00Z')
const later = (days: number) => new Date(now.getTime() + days * dayMs)

describeOnBothDatabases('tokens of programs', (database, connection) => {
  const store = createAccessTokensStore(database, noQueue)
  const add = (id: string, { userId = 'a', days = 7, most = 10, on = store, at = now } = {}) =>
    on.add(
      { id, userId, name: `Programm ${id}`, scopes: ['DEVICES'], createdAt: at, expiresAt: later(days) },
      { sessionId: `session-${userId}`, tokenHash: hashOf(id), most },
    )
  const enter = async (userId: string) => {
    await insertUser(database, userId, now)
    await insertSession(database, userId, now)
  }

  test('are made up to the limit of those that are valid, in a session that goes on, with their e-mail', async () => {
    await enter('a')
    const mail = [accessTokenMail, { accessTokenId: 'mailed' }] as const
    await expectQueued(connection, (queue) => add('mailed', { on: createAccessTokensStore(database, queue) }), mail)
    await add('short', { days: 1 })
    const answers = await Promise.all(['one', 'two'].map((id) => add(id, { most: 3 })))
    expect(answers.filter((answer) => answer === 'full')).toHaveLength(1)
    expect(await add('next', { most: 3, at: later(1) })).toMatchObject({ id: 'next', lastUsedOn: null })
    await database.deleteFrom('sessions').execute()
    expect(await add('late')).toBe('signed out')
  })

  test('are found while they are valid; only the first use on a German day is written down', async () => {
    await enter('a')
    await add('one')
    expect(await store.use(hashOf('one'), now)).toMatchObject({ id: 'one', userId: 'a', scopes: ['DEVICES'] })
    const version = async () => {
      const { rows } = await connection.query('select xmin::text as version from access_tokens')
      return rows
    }
    const written = await version()
    expect(await store.use(hashOf('one'), new Date('2026-11-21T22:59:59Z'))).toMatchObject({ lastUsedOn: '2026-11-21' })
    expect(await version()).toEqual(written)
    await store.use(hashOf('one'), new Date('2026-11-21T23:00:00Z'))
    expect(await store.list('a')).toMatchObject([{ lastUsedOn: '2026-11-22' }])
    expect(await store.use(hashOf('one'), later(7))).toBeNull()
    expect(await store.use(hashOf('other'), now)).toBeNull()
  })

  test('are revoked by their owner alone, and kept for a while once they have expired', async () => {
    for (const userId of ['a', 'b']) await enter(userId)
    for (const id of ['one', 'two']) await add(id)
    expect(await store.remove({ userId: 'b', id: 'one', at: now })).toBe(false)
    expect(await store.remove({ userId: 'a', id: 'one', at: now })).toBe(true)
    expect(await store.use(hashOf('one'), now)).toBeNull()
    expect(await store.madeFor('one')).toBeNull()
    expect(await store.madeFor('two')).toMatchObject({ userId: 'a', email: 'a@example.org', name: 'Programm two' })
    const kept = async (days: number) => {
      await deleteOld(database, later(days))
      return (await store.list('a')).map(({ id }) => id)
    }
    const { expiredDays } = accessTokensServerLimits
    expect([await kept(7 + expiredDays - 1), await kept(7 + expiredDays + 1)]).toEqual([['two'], []])
  })
})
