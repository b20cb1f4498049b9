import { expect, test } from 'vitest'
import { minuteMs } from '#contract/base/time-units.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { noQueue } from '#server/jobs/testing/no-queue.ts'
import { hashOf } from '#server/platform/secrets.ts'
import { createAccountsStore } from './accounts.store.ts'
import { createMailedTokensStore } from './mailed-tokens.store.ts'

const now = new Date('2026-11-21T12:00:00Z')
const later = (minutes: number) => new Date(now.getTime() + minutes * minuteMs)

describeOnBothDatabases('e-mailed tokens', (database) => {
  const accounts = createAccountsStore(database, noQueue)
  const tokens = createMailedTokensStore(database)
  const createAccount = (id: string, email: string) =>
    accounts.createAccount({ id, email, passwordHash: 'hash', createdAt: now })

  test('only one of many simultaneous callers uses an e-mailed token', async () => {
    await createAccount('a', 'a@example.org')
    const hash = hashOf('mailed')
    const token = { hash, userId: 'a', email: 'a@example.org', createdAt: now, expiresAt: later(60) }
    await tokens.createToken({ ...token, purpose: 'verify-email' })
    const used = await Promise.all(Array.from({ length: 8 }, () => tokens.useToken(hash, now)))
    expect(used.filter(Boolean)).toHaveLength(1)
    expect(await tokens.token(hash, ['verify-email'])).toMatchObject({ userId: 'a', usedAt: now })
    expect(await tokens.token(hash, ['password-reset'])).toBeNull()
  })

  test('a link for a new password stays valid when another one is sent, and none is made for a former address', async () => {
    await createAccount('a', 'a@example.org')
    const token = { userId: 'a', purpose: 'password-reset' as const, createdAt: now, expiresAt: later(60) }
    for (const link of ['first', 'second'])
      expect(await tokens.createToken({ ...token, hash: hashOf(link), email: 'a@example.org' })).toBe(true)
    expect(await tokens.token(hashOf('first'), ['password-reset'])).not.toBeNull()
    expect(await tokens.token(hashOf('second'), ['password-reset'])).not.toBeNull()
    expect(await tokens.createToken({ ...token, hash: hashOf('third'), email: 'former@example.org' })).toBe(false)
  })
})
