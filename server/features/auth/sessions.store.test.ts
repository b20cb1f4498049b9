import { expect, test } from 'vitest'
import { demoSessionsServerLimits } from '#contract/limits/demo-limits.ts'
import { minuteMs, hourMinutes, dayMinutes } from '#contract/base/time-units.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { noQueue } from '#server/jobs/testing/no-queue.ts'
import { hashOf, signOutHashOf } from '#server/platform/secrets.ts'
import { createAccountsStore } from './accounts.store.ts'
import { createSessionsStore } from './sessions.store.ts'

const now = new Date('2026-11-21T12:00:00Z')
const later = (minutes: number) => new Date(now.getTime() + minutes * minuteMs)

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'

describeOnBothDatabases('sessions', (database) => {
  const accounts = createAccountsStore(database, noQueue)
  const sessions = createSessionsStore(database, noQueue)
  const createAccount = (id: string, email: string) =>
    accounts.createAccount({ id, email, passwordHash: 'hash', createdAt: now })

  test('a session is found by its token until it ends, and its use extends it', async () => {
    await createAccount('a', 'a@example.org')
    const tokenHash = hashOf('token')
    await sessions.createSession({ id: 's', userId: 'a', tokenHash, client: 'Browser', passwordHash: 'hash', at: now })
    const days = (count: number) => later(count * dayMinutes)
    expect(await sessions.useSession(tokenHash, days(89))).toMatchObject({ sessionId: 's', account: { id: 'a' } })
    expect(await sessions.useSession(tokenHash, days(178))).not.toBeNull()
    expect(await sessions.useSession(tokenHash, days(268))).toBeNull()
    expect(await sessions.useSession(hashOf('another'), now)).toBeNull()
  })

  test('of many who ask at once each finds its own session, and none once it has ended', async () => {
    for (const id of ['a', 'b']) {
      await createAccount(id, `${id}@example.org`)
      const session = { id, userId: id, tokenHash: hashOf(id), client: '', passwordHash: 'hash', at: now }
      await sessions.createSession(session)
    }
    const owners = async (...names: string[]) => {
      const found = await Promise.all(names.map((name) => sessions.useSession(hashOf(name), now)))
      return found.map((session) => session?.account.id)
    }
    expect(await owners('a', 'b', 'nobody', 'a')).toEqual(['a', 'b', undefined, 'a'])
    await sessions.endSession({ tokenHash: hashOf('a') }, now)
    expect(await owners('a', 'b', 'a')).toEqual([undefined, 'b', undefined])
  })

  test('a session is ended by the key that was kept to sign out later, and found by it never', async () => {
    await createAccount('a', 'a@example.org')
    for (const id of ['one', 'other']) {
      const hashes = { tokenHash: hashOf(id), signOutHash: signOutHashOf(id) }
      await sessions.createSession({ id, userId: 'a', ...hashes, client: '', passwordHash: 'hash', at: now })
    }
    expect(await sessions.useSession(signOutHashOf('one'), now)).toBeNull()
    await sessions.endSession({ signOutHash: hashOf('one') }, now)
    expect(await sessions.useSession(hashOf('one'), now)).not.toBeNull()
    await sessions.endSession({ signOutHash: signOutHashOf('one') }, now)
    expect(await sessions.useSession(hashOf('one'), now)).toBeNull()
    expect(await sessions.useSession(hashOf('other'), now)).not.toBeNull()
  })

  test('a session that began without such a key has one from its next use on', async () => {
    await createAccount('a', 'a@example.org')
    const tokenHash = hashOf('old')
    await sessions.createSession({ id: 's', userId: 'a', tokenHash, client: '', passwordHash: 'hash', at: now })
    await sessions.useSession(tokenHash, later(2), () => signOutHashOf('old'))
    await sessions.endSession({ signOutHash: signOutHashOf('old') }, later(2))
    expect(await sessions.useSession(tokenHash, later(2))).toBeNull()
  })

  test('a session ends a year after it began, however much it is used, even one that began before this rule', async () => {
    await createAccount('a', 'a@example.org')
    for (const [name, at] of [
      ['now', now],
      ['before', later(-300 * dayMinutes)],
    ] as const) {
      const session = { id: name, userId: 'a', tokenHash: hashOf(name), client: '', passwordHash: 'hash', at }
      await sessions.createSession(session)
    }
    await database
      .updateTable('sessions')
      .set({ expires_at: later(90 * dayMinutes) })
      .where('id', '=', 'before')
      .execute()
    const used = async (name: string, day: number) =>
      (await sessions.useSession(hashOf(name), later(day * dayMinutes))) !== null
    expect(await used('before', 60)).toBe(true)
    expect(await used('before', 66)).toBe(false)
    for (const day of [80, 160, 240, 320, 364]) expect(await used('now', day)).toBe(true)
    expect(await used('now', 366)).toBe(false)
  })

  test('no session begins under a password that is no longer the account’s', async () => {
    await createAccount('a', 'a@example.org')
    const session = { id: 's', userId: 'a', tokenHash: hashOf('s'), client: '', at: now }
    expect(await sessions.createSession({ ...session, passwordHash: 'an older hash' })).toBeNull()
    expect(await sessions.useSession(hashOf('s'), now)).toBeNull()
  })

  test('a session of the demo lasts a day, however much it is used, and only so many are kept', async () => {
    await createAccount('demo', 'demo@example.org')
    await database.updateTable('users').set({ demo: true }).execute()
    const begin = (id: string, at: Date) =>
      sessions.createSession({ id, userId: 'demo', tokenHash: hashOf(id), client: '', passwordHash: 'hash', at })
    await begin('first', now)
    expect(await sessions.useSession(hashOf('first'), later(23 * hourMinutes))).not.toBeNull()
    expect(await sessions.useSession(hashOf('first'), later(25 * hourMinutes))).toBeNull()

    const { most } = demoSessionsServerLimits
    const crowd = Array.from({ length: most }, (_, index) => ({
      id: `crowd-${index}`,
      user_id: 'demo',
      token_hash: hashOf(`crowd-${index}`),
      client: '',
      created_at: later(1),
      last_used_at: later(1),
      expires_at: later(600),
    }))
    await database.insertInto('sessions').values(crowd).execute()
    await begin('last', later(2))
    expect(await sessions.useSession(hashOf('last'), later(3))).not.toBeNull()
    expect(await sessions.useSession(hashOf('first'), later(3))).toBeNull()
    expect(await database.selectFrom('sessions').select('id').execute()).toHaveLength(most)
  })

  test('a browser is known once the account was signed in to from it, by its key or else by its name', async () => {
    await createAccount('a', 'a@example.org')
    await createAccount('b', 'b@example.org')
    let count = 0
    const begin = async (userId: string, client: string, browserKey?: string) => {
      count += 1
      const session = { id: `${count}`, userId, tokenHash: hashOf(`${count}`), client, passwordHash: 'hash', at: now }
      const begun = await sessions.createSession({ ...session, ...(browserKey !== undefined && { browserKey }) })
      return begun?.browser
    }
    expect(await begin('a', firefox, 'key of Anna')).toBe('first')
    expect(await begin('a', 'Firefox/144.0', 'key of Anna')).toBe('known')
    expect(await begin('a', firefox, 'key of a thief')).toBe('new')
    expect(await begin('a', firefox)).toBe('new')
    expect(await begin('a', firefox)).toBe('known')
    expect(await begin('b', firefox, 'key of Anna')).toBe('first')
    const listed = await database
      .selectFrom('activities')
      .selectAll()
      .where('user_id', '=', 'a')
      .orderBy('id')
      .execute()
    expect(listed.map(({ kind, detail }) => [kind, detail])).toEqual([
      ['signed-in', 'Firefox auf Linux'],
      ['signed-in', 'Firefox'],
      ['signed-in-new-browser', 'Firefox auf Linux'],
      ['signed-in-new-browser', 'Firefox auf Linux'],
      ['signed-in', 'Firefox auf Linux'],
    ])
  })

  test('of two that begin at once in new browsers, one is the first', async () => {
    await createAccount('a', 'a@example.org')
    const begun = await Promise.all(
      ['one', 'two'].map((id) =>
        sessions.createSession({
          id,
          userId: 'a',
          tokenHash: hashOf(id),
          client: '',
          browserKey: id,
          passwordHash: 'hash',
          at: now,
        }),
      ),
    )
    expect(begun.map((session) => session?.browser).toSorted()).toEqual(['first', 'new'])
  })

  test('a browser is forgotten when it was not used for long, but an account’s last one is not', async () => {
    await createAccount('a', 'a@example.org')
    await accounts.markEmailVerified('a', now)
    const begin = (id: string, at: Date) =>
      sessions.createSession({
        id,
        userId: 'a',
        tokenHash: hashOf(id),
        client: id,
        passwordHash: 'hash',
        at,
      })
    await begin('old', now)
    await begin('later', later(10 * dayMinutes))
    await accounts.purge(later(1000 * dayMinutes))
    const left = await database.selectFrom('known_browsers').select('last_used_at').execute()
    expect(left).toEqual([{ last_used_at: later(10 * dayMinutes) }])
    expect(await begin('another', later(1000 * dayMinutes))).toEqual({ browser: 'new' })
  })

  test('what a program says of itself comes onto the list only in our words', async () => {
    await createAccount('a', 'a@example.org')
    const client = 'Ihr Konto wurde gesperrt: https://boese.example'
    await sessions.createSession({
      id: 's',
      userId: 'a',
      tokenHash: hashOf('s'),
      client,
      passwordHash: 'hash',
      at: now,
    })
    await sessions.endSession({ tokenHash: hashOf('s') }, now)
    const listed = await database.selectFrom('activities').select(['kind', 'detail']).orderBy('id').execute()
    expect(listed).toEqual([
      { kind: 'signed-in', detail: 'Unbekanntes Programm' },
      { kind: 'signed-out', detail: 'Unbekanntes Programm' },
    ])
  })
})
