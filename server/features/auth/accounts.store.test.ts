import { expect, test } from 'vitest'
import { minuteMs, dayMinutes } from '#contract/base/time-units.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { noQueue } from '#server/jobs/testing/no-queue.ts'
import { hashOf } from '#server/platform/secrets.ts'
import { deleteOld } from '#server/features/retention/retention.store.ts'
import { createAccountsStore } from './accounts.store.ts'
import { createMailedTokensStore } from './mailed-tokens.store.ts'
import { createSessionsStore } from './sessions.store.ts'

const now = new Date('2026-11-21T12:00:00Z')
const later = (minutes: number) => new Date(now.getTime() + minutes * minuteMs)

describeOnBothDatabases('accounts', (database) => {
  const accounts = createAccountsStore(database, noQueue)
  const tokens = createMailedTokensStore(database)
  const sessions = createSessionsStore(database, noQueue)
  const createAccount = (id: string, email: string) =>
    accounts.createAccount({ id, email, passwordHash: 'hash', createdAt: now })

  test('an address has one account, whatever its case, also when two register at once', async () => {
    const created = await Promise.all([
      createAccount('a', 'Erika@example.org'),
      createAccount('b', 'erika@EXAMPLE.org'),
    ])
    expect(created.filter((account) => account !== null)).toHaveLength(1)
    expect(await accounts.accountByEmail('ERIKA@example.org')).toMatchObject({ emailVerified: false, disabled: false })
  })

  test('the networks are removed that versions before noted', async () => {
    await createAccount('a', 'a@example.org')
    const network = { user_id: 'a', network_hash: hashOf('a network'), last_used_at: now }
    await database.insertInto('known_networks').values(network).execute()
    await deleteOld(database, now)
    expect(await database.selectFrom('known_networks').selectAll().execute()).toEqual([])
  })

  test('a hash of the same password takes the place of the one it was made for, and of no other', async () => {
    await createAccount('a', 'a@example.org')
    expect(await accounts.renewPasswordHash('a', 'another', 'renewed')).toBe(false)
    expect(await accounts.renewPasswordHash('a', 'hash', 'renewed')).toBe(true)
    expect(await accounts.passwordHash('a')).toBe('renewed')
  })

  test('the purge removes what nobody can use any more', async () => {
    await createAccount('a', 'a@example.org')
    await accounts.markEmailVerified('a', now)
    await sessions.createSession({
      id: 's',
      userId: 'a',
      tokenHash: hashOf('s'),
      client: '',
      passwordHash: 'hash',
      at: now,
    })
    const token = { hash: hashOf('t'), userId: 'a', email: 'a@example.org', createdAt: now, expiresAt: later(60) }
    await tokens.createToken({ ...token, purpose: 'verify-email' })
    await deleteOld(database, later(10 * dayMinutes))
    expect(await tokens.token(hashOf('t'), ['verify-email'])).not.toBeNull()
    await accounts.purge(later(200 * dayMinutes))
    await deleteOld(database, later(200 * dayMinutes))
    expect(await tokens.token(hashOf('t'), ['verify-email'])).toBeNull()
    expect(await database.selectFrom('sessions').selectAll().execute()).toEqual([])
  })
})
