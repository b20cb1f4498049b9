import { expect, test } from 'vitest'
import { minuteMs } from '#contract/base/time-units.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { createSessionsStore } from '#server/features/auth/sessions.store.ts'
import { expectQueued } from '#server/jobs/testing/expect-queued.ts'
import { credentialChangeMail } from '#server/mail/credential-mails.ts'
import { noQueue } from '#server/jobs/testing/no-queue.ts'
import { hashOf } from '#server/platform/secrets.ts'
import { insertSession, insertUser } from '#server/testing/rows.ts'
import { type Asker, createPasskeysStore, type NewKey } from './passkeys.store.ts'

const now = new Date('2026-11-21T12:00:00Z')
const later = (minutes: number) => new Date(now.getTime() + minutes * minuteMs)
const visitor: Asker = { purpose: 'sign-in', sessionId: null }

function key(name: string, counter = 0): NewKey {
  return {
    credentialId: Buffer.from(name),
    publicKey: Buffer.from('key'),
    counter,
    transports: ['internal', 'hybrid'],
    canBeBackedUp: true,
    backedUp: false,
  }
}

describeOnBothDatabases('passkeys', (database, connection) => {
  const store = createPasskeysStore(database, noQueue)
  const enter = async (userId: string) => {
    await insertUser(database, userId, now)
    return insertSession(database, userId, now)
  }
  const add = (userId: string, id: string, made = key(id), most = 10) =>
    store.add({ id, userId, sessionId: `session-${userId}`, name: id, at: now, key: made }, most)

  test('are added up to the limit, and each key once, also when two are added at once', async () => {
    await enter('a')
    await enter('b')
    const answers = await Promise.all(['one', 'two', 'three'].map((id) => add('a', id, key(id), 2)))
    expect(answers.filter((answer) => answer === 'full')).toHaveLength(1)
    expect(await store.list('a')).toHaveLength(2)
    const both = await Promise.all([add('a', 'x', key('same')), add('b', 'y', key('same'))])
    expect(both.filter((answer) => answer === 'known')).toHaveLength(1)
    expect(await add('nobody', 'z')).toBe('signed out')
  })

  test('are found by the name that their authenticator gave them, and are renamed and removed by their owner alone', async () => {
    await enter('a')
    await enter('b')
    await add('a', 'one', key('credential', 7))
    expect(await store.byCredentialId(Buffer.from('credential'))).toEqual({
      id: 'one',
      userId: 'a',
      name: 'one',
      ...key('credential', 7),
    })
    expect(await store.byCredentialId(Buffer.from('other'))).toBeNull()
    expect(await store.rename({ userId: 'b', id: 'one', name: 'Meiner', at: now })).toBeNull()
    expect(await store.rename({ userId: 'a', id: 'one', name: 'Handy', at: now })).toMatchObject({ name: 'Handy' })
    expect(await store.remove({ userId: 'b', id: 'one', at: now })).toBe(false)
    expect([
      await store.remove({ userId: 'a', id: 'one', at: now }),
      await store.remove({ userId: 'a', id: 'one', at: now }),
    ]).toEqual([true, false])
  })

  test('what is done to them is on the owner’s list, under the name they have then', async () => {
    await enter('a')
    await add('a', 'one')
    await store.rename({ userId: 'a', id: 'one', name: 'Handy', at: later(1) })
    await store.remove({ userId: 'a', id: 'one', at: later(2) })
    const listed = await database.selectFrom('activities').select(['kind', 'detail']).orderBy('at').execute()
    expect(listed).toEqual([
      { kind: 'passkey-added', detail: 'one' },
      { kind: 'passkey-renamed', detail: 'Handy' },
      { kind: 'passkey-removed', detail: 'Handy' },
    ])
  })

  test.each([
    { stored: 0, said: 0, accepted: true },
    { stored: 0, said: 1, accepted: true },
    { stored: 5, said: 6, accepted: true },
    { stored: 5, said: 4_294_967_295, accepted: true },
    { stored: 5, said: 5, accepted: false },
    { stored: 5, said: 4, accepted: false },
    { stored: 5, said: 0, accepted: false },
  ])('a use is noted by its counter: $said after $stored, $accepted', async ({ stored, said, accepted }) => {
    await enter('a')
    await add('a', 'one', key('credential', stored))
    const noted = await store.noteUse('one', { counter: said, backedUp: true, at: later(1) })
    expect(noted).toBe(accepted)
    expect(await store.list('a')).toMatchObject([
      { backedUp: accepted, lastUsedAt: accepted ? later(1).toISOString() : null },
    ])
    expect(await store.byCredentialId(Buffer.from('credential'))).toMatchObject({ counter: accepted ? said : stored })
  })

  test('the same count is accepted once when two sign-ins use it at once', async () => {
    await enter('a')
    await add('a', 'one', key('credential', 1))
    const use = { counter: 2, backedUp: false, at: now }
    const noted = await Promise.all([store.noteUse('one', use), store.noteUse('one', use), store.noteUse('one', use)])
    expect(noted.filter(Boolean)).toHaveLength(1)
  })

  test('a session begins only with a passkey that the account still has', async () => {
    await enter('a')
    await enter('b')
    await add('a', 'one')
    const begin = (userId: string, id: string) =>
      createSessionsStore(database, noQueue).createSession({
        id,
        userId,
        passkeyId: 'one',
        tokenHash: hashOf(id),
        client: '',
        at: now,
      })
    expect(await begin('a', 'first')).toEqual({ browser: 'first' })
    expect(await begin('b', 'of another')).toBeNull()
    await store.remove({ userId: 'a', id: 'one', at: now })
    expect(await begin('a', 'too late')).toBeNull()
  })

  test('a challenge is used once, until its end, for its purpose and in its session', async () => {
    const sessionId = await enter('a')
    const asker: Asker = { purpose: 'registration', sessionId }
    const hash = hashOf('challenge')
    expect(await store.addChallenge(hash, asker, 'a', later(5))).toBe(true)
    const others: Asker[] = [
      visitor,
      { purpose: 'step-up', sessionId },
      { purpose: 'registration', sessionId: 'other' },
    ]
    for (const other of others) expect(await store.useChallenge(hash, other, now)).toBe(false)
    expect(await store.useChallenge(hash, asker, later(5))).toBe(false)
    const uses = await Promise.all([1, 2, 3].map(() => store.useChallenge(hash, asker, later(4))))
    expect(uses.filter(Boolean)).toHaveLength(1)
  })

  test('a challenge is asked only in a session that has not ended, and goes with it', async () => {
    const sessionId = await enter('a')
    const asker: Asker = { purpose: 'step-up', sessionId }
    expect(await store.addChallenge(hashOf('one'), { ...asker, sessionId: 'ended' }, 'a', later(5))).toBe(false)
    await store.addChallenge(hashOf('two'), asker, 'a', later(5))
    await database.deleteFrom('sessions').where('id', '=', sessionId).execute()
    expect(await store.useChallenge(hashOf('two'), asker, now)).toBe(false)
  })

  test('challenges that are over are removed, and no others', async () => {
    await store.addChallenge(hashOf('over'), visitor, null, later(5))
    await store.addChallenge(hashOf('open'), visitor, null, later(6))
    await store.purgeChallenges(later(5))
    const rows = await database.selectFrom('passkey_challenges').select('challenge_hash').execute()
    expect(rows.map(({ challenge_hash }) => challenge_hash)).toEqual([hashOf('open')])
  })

  test('are added and removed with the e-mail about it, or nothing changes', async () => {
    const sessionId = await enter('a')
    const about = { userId: 'a', email: 'a@example.org' }
    const added = { id: 'one', userId: 'a', sessionId, name: 'Handy', at: now, key: key('one') }
    await expectQueued(connection, (queue) => createPasskeysStore(database, queue).add(added, 10), [
      credentialChangeMail,
      { ...about, change: 'passkey-added' },
    ])
    const removed = { userId: 'a', id: 'one', at: now }
    await expectQueued(connection, (queue) => createPasskeysStore(database, queue).remove(removed), [
      credentialChangeMail,
      { ...about, change: 'passkey-removed' },
    ])
  })
})
