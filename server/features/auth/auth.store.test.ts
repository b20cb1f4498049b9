import { expect, test } from 'vitest'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
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
    await store.createSession({ id: 's', userId: 'a', tokenHash, client: 'Browser', at: now })
    const days = (count: number) => later(count * 24 * 60)
    expect(await store.useSession(tokenHash, days(89))).toMatchObject({ sessionId: 's', account: { id: 'a' } })
    expect(await store.useSession(tokenHash, days(178))).not.toBeNull()
    expect(await store.useSession(tokenHash, days(268))).toBeNull()
    expect(await store.useSession(hashOf('another'), now)).toBeNull()
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

  test('a confirmed new address is adopted once, and not when somebody else has it by then', async () => {
    await createAccount('a', 'a@example.org')
    await createAccount('b', 'b@example.org')
    const want = (id: string, email: string) =>
      database.updateTable('users').set({ pending_email: email }).where('id', '=', id).execute()
    await want('a', 'b@example.org')
    expect(await store.adoptEmail('a', 'b@example.org', now)).toBe(false)
    await want('a', 'neu@example.org')
    expect(await store.adoptEmail('a', 'older@example.org', now)).toBe(false)
    expect(await store.adoptEmail('a', 'neu@example.org', now)).toBe(true)
    expect(await store.adoptEmail('a', 'neu@example.org', now)).toBe(false)
    const account = await store.accountByEmail('neu@example.org')
    expect(account).toMatchObject({ id: 'a', emailVerified: true })
    expect(account).not.toHaveProperty('pendingEmail')
  })

  test('that letters came back is forgotten with the address that they went to', async () => {
    await createAccount('a', 'a@example.org')
    await database.updateTable('users').set({ email_returned_at: now, pending_email: 'neu@example.org' }).execute()
    expect(await store.accountById('a')).toMatchObject({ emailReturnedAt: now.toISOString() })
    await store.adoptEmail('a', 'neu@example.org', now)
    expect(await store.accountById('a')).not.toHaveProperty('emailReturnedAt')
  })

  test('a reset password ends the sessions of its user only', async () => {
    for (const id of ['a', 'b']) {
      await createAccount(id, `${id}@example.org`)
      await store.createSession({ id, userId: id, tokenHash: hashOf(id), client: '', at: now })
    }
    await store.resetPassword('a', 'new hash')
    expect(await store.useSession(hashOf('a'), now)).toBeNull()
    expect(await store.useSession(hashOf('b'), now)).not.toBeNull()
    expect(await store.accountById('a')).toMatchObject({ passwordHash: 'new hash' })
  })

  test('the purge removes what nobody can use any more', async () => {
    await createAccount('a', 'a@example.org')
    await store.createSession({ id: 's', userId: 'a', tokenHash: hashOf('s'), client: '', at: now })
    const token = { hash: hashOf('t'), userId: 'a', email: 'a@example.org', createdAt: now, expiresAt: later(60) }
    await store.createToken({ ...token, purpose: 'verify-email' })
    await store.purge(later(60 * 24 * 10))
    expect(await store.token(hashOf('t'), ['verify-email'])).not.toBeNull()
    await store.purge(later(60 * 24 * 200))
    expect(await store.token(hashOf('t'), ['verify-email'])).toBeNull()
    expect(await database.selectFrom('sessions').selectAll().execute()).toEqual([])
  })
})
