import { expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { hourMs, dayMs } from '#contract/time-units.ts'
import { createAttempts } from '#server/db/attempts.ts'
import { clockAt } from '#server/db/testing/clock.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { createAccountsStore } from './accounts.store.ts'
import { createSessionsStore } from './sessions.store.ts'
import { createSignInLimits } from './sign-in-limits.ts'
import { hashOf } from '#server/secrets.ts'

const { rules } = auth.login.limit

describeOnBothDatabases('limits of signing in', (database) => {
  async function begin() {
    const clock = clockAt('2026-05-01T08:00:00Z')
    const accounts = createAccountsStore(database)
    const sessions = createSessionsStore(database)
    const limits = createSignInLimits({ sessions, attempts: createAttempts(database, clock), clock })
    await accounts.createAccount({
      id: 'anna',
      email: 'anna@example.org',
      passwordHash: 'hash',
      createdAt: clock.now(),
    })
    await limits.knows('anna', 'home')
    const attempt = (email: string, network: string) =>
      limits.take({ email, network, userId: email === 'anna@example.org' ? 'anna' : null })
    /** How many of this many tries are allowed. */
    const passed = async (count: number, of: (index: number) => [email: string, network: string]) => {
      let through = 0
      for (let index = 0; index < count; index += 1) {
        if (index % (rules.all.max - 1) === 0) clock.advance(60_000)
        through += await attempt(...of(index)).then(
          () => 1,
          () => 0,
        )
      }
      return through
    }
    return { clock, accounts, sessions, limits, attempt, passed }
  }
  const anna = 'anna@example.org'

  test('one account can be tried only a limited number of times an hour from all networks together; known networks count separately', async () => {
    const { clock, attempt, passed } = await begin()
    expect(await passed(rules.account.max + 10, (index) => [anna, `network ${index}`])).toBe(rules.account.max)
    await attempt(anna, 'home')
    await expect(attempt(anna, 'elsewhere')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    clock.advance(hourMs)
    await attempt(anna, 'elsewhere')
  })

  test('one network can try only a limited number of times an hour for all accounts together; its owner is not held back', async () => {
    const { attempt, passed } = await begin()
    expect(await passed(rules.network.max + 10, (index) => [`user${index}@example.org`, 'home'])).toBe(
      rules.network.max,
    )
    await attempt(anna, 'home')
  })

  test('only a limited number of tries a minute is allowed in all, except for owners on networks that they have used before', async () => {
    const { clock, attempt } = await begin()
    for (let index = 0; index < rules.all.max; index += 1) await attempt(`user${index}@example.org`, `network ${index}`)
    await expect(attempt('more@example.org', 'another')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    await attempt(anna, 'home')
    clock.advance(60_000)
    await attempt('more@example.org', 'another')
  })

  test('a known network is still held back after ten failures at this account', async () => {
    const { passed } = await begin()
    expect(await passed(rules.failures.max + 5, () => [anna, 'home'])).toBe(rules.failures.max)
  })

  test('a right password counts nowhere, and a try that one rule refuses is not counted by the others', async () => {
    const { attempt } = await begin()
    const counted = async () =>
      (
        await database
          .selectFrom('attempts')
          .select(({ fn }) => fn.countAll<string>().as('all'))
          .executeTakeFirstOrThrow()
      ).all
    await (await attempt(anna, 'elsewhere')).forgive()
    expect(Number(await counted())).toBe(0)
    for (let index = 0; index < rules.account.max; index += 1) await attempt(anna, `network ${index}`)
    const before = await counted()
    await expect(attempt(anna, 'one more')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    expect(await counted()).toBe(before)
  })

  test('a network is deleted some months after the last sign-in, and never stored in plain text', async () => {
    const { clock, accounts, sessions } = await begin()
    const rows = await database.selectFrom('known_networks').selectAll().execute()
    expect(rows).toMatchObject([{ user_id: 'anna', network_hash: hashOf('anna home') }])
    expect(await sessions.knowsNetwork('anna', 'home')).toBe(true)
    clock.advance(91 * dayMs)
    await accounts.purge(clock.now())
    expect(await sessions.knowsNetwork('anna', 'home')).toBe(false)
  })
})
