import { expect, test } from 'vitest'
import { accountServerLimits } from '#contract/account/account-limits.ts'
import { auth } from '#contract/auth/auth.ts'
import { hourMs, minuteMs } from '#contract/base/time-units.ts'
import { createAttempts } from '#server/db/transactions/attempts.ts'
import { clockAt } from '#server/db/testing/clock.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { noQueue } from '#server/jobs/testing/no-queue.ts'
import { hashOf } from '#server/platform/secrets.ts'
import { createAccountsStore } from './accounts.store.ts'
import { createSessionsStore } from './sessions.store.ts'
import { createSignInLimits } from './sign-in-limits.ts'

const { rules } = auth.login.limit

describeOnBothDatabases('limits of signing in', (database) => {
  async function begin() {
    const clock = clockAt('2026-05-01T08:00:00Z')
    const accounts = createAccountsStore(database, noQueue)
    const sessions = createSessionsStore(database, noQueue)
    const limits = createSignInLimits({ accounts, sessions, attempts: createAttempts(database, clock), clock })
    await accounts.createAccount({ id: 'anna', email: anna, passwordHash: 'hash', createdAt: clock.now() })
    const session = { id: 's', userId: 'anna', passwordHash: 'hash', tokenHash: hashOf('s'), client: '' }
    await sessions.createSession({ ...session, browserKey: 'own', at: clock.now() })
    const attempt = (email: string, network: string, browserKey?: string) => limits.take({ email, network, browserKey })
    /** How many of this many tries are allowed. */
    const passed = async (count: number, of: (index: number) => Parameters<typeof attempt>) => {
      let through = 0
      for (let index = 0; index < count; index += 1) {
        through += await attempt(...of(index)).then(
          () => 1,
          () => 0,
        )
      }
      return through
    }
    return { clock, sessions, limits, attempt, passed }
  }
  const anna = 'anna@example.org'
  const refusal = (minutes: number) => ({ code: 'RATE_LIMITED', details: { retryAfter: minutes * 60 } })

  test('three failures at one account from one network pause both for ten minutes, and nobody else', async () => {
    const { clock, attempt, passed } = await begin()
    expect(await passed(8, () => [anna, 'net'])).toBe(rules.account.max)
    await expect(attempt('Anna@example.org', 'net')).rejects.toMatchObject(refusal(10))
    await attempt('bert@example.org', 'net')
    await attempt(anna, 'elsewhere')
    clock.advance(10 * minuteMs)
    expect(await passed(8, () => [anna, 'net'])).toBe(rules.account.max)
  })

  test('twenty failures in a minute pause a network for ten minutes after the last of them', async () => {
    const { clock, attempt, passed } = await begin()
    expect(await passed(30, (index) => [`user${index}@example.org`, 'net'])).toBe(rules.network.max)
    await expect(attempt(anna, 'net')).rejects.toMatchObject(refusal(10))
    clock.advance(10 * minuteMs - 1)
    await expect(attempt(anna, 'net')).rejects.toMatchObject({ code: 'RATE_LIMITED', details: { retryAfter: 1 } })
    clock.advance(1)
    await attempt(anna, 'net')
  })

  test('a network whose failures are spread over more than a minute is not paused', async () => {
    const { clock, passed } = await begin()
    for (let minute = 0; minute < 5; minute += 1) {
      const from = minute * 19
      expect(await passed(19, (index) => [`user${from + index}@example.org`, 'net'])).toBe(19)
      clock.advance(minuteMs)
    }
  })

  test('failures at one account from however many networks hold nobody else back', async () => {
    const { attempt, passed } = await begin()
    expect(await passed(200, (index) => [anna, `network ${index}`])).toBe(200)
    await attempt(anna, 'its owner elsewhere')
  })

  test('a browser that was signed in to the account before counts by itself, and waits in a line of its own', async () => {
    const { attempt, passed } = await begin()
    await passed(30, (index) => [`user${index}@example.org`, 'net'])
    await expect(attempt(anna, 'net')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    await expect(attempt(anna, 'net', 'somebody else’s')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    const { place, undo } = await attempt(anna, 'net', 'own')
    expect(place).toMatchObject({ first: true })
    expect(place.line).not.toBe('net')
    await undo()
    expect(await passed(15, (index) => [anna, `network ${index}`, 'own'])).toBe(rules.browser.max)
    await attempt(anna, 'network 1')
  })

  test('a network without a failure in the last hour is first; one with any is not', async () => {
    const { clock, limits, attempt } = await begin()
    expect((await attempt(anna, 'net')).place).toEqual({ line: 'net', first: true })
    expect((await attempt(anna, 'net')).place).toEqual({ line: 'net', first: false })
    expect((await attempt('bert@example.org', 'net')).place.first).toBe(false)
    expect((await limits.placeOf('elsewhere')).first).toBe(true)
    clock.advance(hourMs - 1)
    expect((await limits.placeOf('net')).first).toBe(false)
    clock.advance(1)
    expect((await limits.placeOf('net')).first).toBe(true)
  })

  test('a right password counts nowhere and forgives the failures at this account, not those at others', async () => {
    const { limits, attempt, passed } = await begin()
    await (await attempt(anna, 'net')).forgive()
    expect((await limits.placeOf('net')).first).toBe(true)
    await passed(2, () => [anna, 'net'])
    await passed(3, () => ['bert@example.org', 'net'])
    await (await attempt(anna, 'net')).forgive()
    expect(await passed(5, () => [anna, 'net'])).toBe(3)
    await expect(attempt('bert@example.org', 'net')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  })

  test('a try that one rule refuses is not counted by the other', async () => {
    const { attempt, passed } = await begin()
    expect(await passed(100, () => [anna, 'net'])).toBe(3)
    expect(await passed(17, (index) => [`user${index}@example.org`, 'net'])).toBe(17)
    await expect(attempt('one-more@example.org', 'net')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  })

  test('a crowd with made-up keys of browsers does not take all connections to the database', async () => {
    const clock = clockAt('2026-05-01T08:00:00Z')
    const stored = createAccountsStore(database, noQueue)
    let [asking, most] = [0, 0]
    const accounts = {
      accountByEmail(email: string) {
        most = Math.max(most, (asking += 1))
        return stored.accountByEmail(email).finally(() => (asking -= 1))
      },
    }
    const [sessions, attempts] = [createSessionsStore(database, noQueue), createAttempts(database, clock)]
    const limits = createSignInLimits({ accounts, sessions, attempts, clock })
    const crowd = Array.from({ length: 40 }, (_, index) => index)
    await Promise.all(
      crowd.map((index) => limits.take({ email: anna, network: `net${index}`, browserKey: `made up ${index}` })),
    )
    const { recognisedAtOnce, countedAtOnce } = accountServerLimits
    expect(most).toBeLessThanOrEqual(recognisedAtOnce + countedAtOnce)
  })

  test('the key of a browser is stored nowhere in plain text', async () => {
    const { attempt } = await begin()
    await attempt(anna, 'net', 'own')
    const [row] = await database.selectFrom('attempts').select('subject').execute()
    expect(row?.subject).toBe(hashOf('anna with own').toString('hex'))
  })
})
