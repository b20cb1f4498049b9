import { expect, test } from 'vitest'
import { serverLimits } from '#contract/server-limits.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { createAccountStore } from '#server/features/account/account.store.ts'
import { createAuthStore } from './auth.store.ts'
import { hashOf } from '#server/secrets.ts'

const now = new Date('2026-11-21T12:00:00Z')
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

describeOnBothDatabases('accounts, sessions and tokens', (database) => {
  const store = createAuthStore(database)
  const createAccount = (id: string, email: string) =>
    store.createAccount({ id, email, passwordHash: 'hash', createdAt: now })

  test('an address has one account, whatever its case, also when two register at once', async () => {
    const accounts = await Promise.all([
      createAccount('a', 'Erika@example.org'),
      createAccount('b', 'erika@EXAMPLE.org'),
    ])
    expect(accounts.filter((account) => account !== null)).toHaveLength(1)
    expect(await store.accountByEmail('ERIKA@example.org')).toMatchObject({ emailVerified: false, disabled: false })
  })

  test('a session is found by its token until it ends, and its use extends it', async () => {
    await createAccount('a', 'a@example.org')
    const tokenHash = hashOf('token')
    await store.createSession({ id: 's', userId: 'a', tokenHash, client: 'Browser', passwordHash: 'hash', at: now })
    const days = (count: number) => later(count * 24 * 60)
    expect(await store.useSession(tokenHash, days(89))).toMatchObject({ sessionId: 's', account: { id: 'a' } })
    expect(await store.useSession(tokenHash, days(178))).not.toBeNull()
    expect(await store.useSession(tokenHash, days(268))).toBeNull()
    expect(await store.useSession(hashOf('another'), now)).toBeNull()
  })

  test('of many who ask at once each finds the own session, and none once it has ended', async () => {
    for (const id of ['a', 'b']) {
      await createAccount(id, `${id}@example.org`)
      const session = { id, userId: id, tokenHash: hashOf(id), client: '', passwordHash: 'hash', at: now }
      await store.createSession(session)
    }
    const owners = async (...names: string[]) => {
      const found = await Promise.all(names.map((name) => store.useSession(hashOf(name), now)))
      return found.map((session) => session?.account.id)
    }
    expect(await owners('a', 'b', 'nobody', 'a')).toEqual(['a', 'b', undefined, 'a'])
    await store.endSession(hashOf('a'))
    expect(await owners('a', 'b', 'a')).toEqual([undefined, 'b', undefined])
  })

  test('a session ends a year after it began, however much it is used, also one from before there was that end', async () => {
    await createAccount('a', 'a@example.org')
    for (const [name, at] of [
      ['now', now],
      ['before', later(-300 * 24 * 60)],
    ] as const) {
      const session = { id: name, userId: 'a', tokenHash: hashOf(name), client: '', passwordHash: 'hash', at }
      await store.createSession(session)
    }
    await database
      .updateTable('sessions')
      .set({ expires_at: later(90 * 24 * 60) })
      .where('id', '=', 'before')
      .execute()
    const used = async (name: string, day: number) =>
      (await store.useSession(hashOf(name), later(day * 24 * 60))) !== null
    expect(await used('before', 60)).toBe(true)
    expect(await used('before', 66)).toBe(false)
    for (const day of [80, 160, 240, 320, 364]) expect(await used('now', day)).toBe(true)
    expect(await used('now', 366)).toBe(false)
  })

  test('a mailed token is used by exactly one of many at once', async () => {
    await createAccount('a', 'a@example.org')
    const hash = hashOf('mailed')
    const token = { hash, userId: 'a', email: 'a@example.org', createdAt: now, expiresAt: later(60) }
    await store.createToken({ ...token, purpose: 'verify-email' })
    const used = await Promise.all(Array.from({ length: 8 }, () => store.useToken(hash, now)))
    expect(used.filter(Boolean)).toHaveLength(1)
    expect(await store.token(hash, ['verify-email'])).toMatchObject({ userId: 'a', usedAt: now })
    expect(await store.token(hash, ['password-reset'])).toBeNull()
  })

  test('no session begins under a password that is no longer the account’s', async () => {
    await createAccount('a', 'a@example.org')
    const session = { id: 's', userId: 'a', tokenHash: hashOf('s'), client: '', at: now }
    expect(await store.createSession({ ...session, passwordHash: 'an older hash' })).toBe(false)
    expect(await store.useSession(hashOf('s'), now)).toBeNull()
  })

  test('of the links for a new password the newest counts alone, and none is made for a former address', async () => {
    await createAccount('a', 'a@example.org')
    const token = { userId: 'a', purpose: 'password-reset' as const, createdAt: now, expiresAt: later(60) }
    for (const link of ['first', 'second'])
      expect(await store.createToken({ ...token, hash: hashOf(link), email: 'a@example.org' })).toBe(true)
    expect(await store.token(hashOf('first'), ['password-reset'])).toBeNull()
    expect(await store.token(hashOf('second'), ['password-reset'])).not.toBeNull()
    expect(await store.createToken({ ...token, hash: hashOf('third'), email: 'former@example.org' })).toBe(false)
  })

  test('a session of the demo lasts a day, however much it is used, and only so many are kept', async () => {
    await createAccount('demo', 'demo@example.org')
    await database.updateTable('users').set({ demo: true }).execute()
    const begin = (id: string, at: Date) =>
      store.createSession({ id, userId: 'demo', tokenHash: hashOf(id), client: '', passwordHash: 'hash', at })
    await begin('first', now)
    expect(await store.useSession(hashOf('first'), later(23 * 60))).not.toBeNull()
    expect(await store.useSession(hashOf('first'), later(25 * 60))).toBeNull()

    const { most } = serverLimits.demoSessions
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
    expect(await store.useSession(hashOf('last'), later(3))).not.toBeNull()
    expect(await store.useSession(hashOf('first'), later(3))).toBeNull()
    expect(await database.selectFrom('sessions').select('id').execute()).toHaveLength(most)
  })

  test('accounts that were never verified are gone after 30 days, those that were once are not', async () => {
    for (const id of ['never', 'verified', 'unverified']) await createAccount(id, `${id}@example.org`)
    await store.markEmailVerified('verified', now)
    await store.markEmailVerified('unverified', now)
    await createAccountStore(database).unverify('unverified@example.org', now)
    const left = async () =>
      (await database.selectFrom('users').select('id').orderBy('id').execute()).map(({ id }) => id)
    await store.purge(later(29 * 24 * 60))
    expect(await left()).toEqual(['never', 'unverified', 'verified'])
    await store.purge(later(31 * 24 * 60))
    expect(await left()).toEqual(['unverified', 'verified'])
  })

  test('the purge removes what nobody can use any more', async () => {
    await createAccount('a', 'a@example.org')
    await store.markEmailVerified('a', now)
    await store.createSession({
      id: 's',
      userId: 'a',
      tokenHash: hashOf('s'),
      client: '',
      passwordHash: 'hash',
      at: now,
    })
    const token = { hash: hashOf('t'), userId: 'a', email: 'a@example.org', createdAt: now, expiresAt: later(60) }
    await store.createToken({ ...token, purpose: 'verify-email' })
    await store.purge(later(60 * 24 * 10))
    expect(await store.token(hashOf('t'), ['verify-email'])).not.toBeNull()
    await store.purge(later(60 * 24 * 200))
    expect(await store.token(hashOf('t'), ['verify-email'])).toBeNull()
    expect(await database.selectFrom('sessions').selectAll().execute()).toEqual([])
  })
})
