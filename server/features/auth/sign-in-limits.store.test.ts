import { expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { createAttempts } from '#server/db/attempts.ts'
import { clockAt } from '#server/db/testing/clock.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { createAuthStore } from './auth.store.ts'
import { createSignInLimits } from './sign-in-limits.ts'
import { hashOf } from '#server/secrets.ts'

const { rules } = auth.login.limit

describeOnBothDatabases('limits of signing in', (database) => {
  async function begin() {
    const clock = clockAt('2026-05-01T08:00:00Z')
    const store = createAuthStore(database)
    const limits = createSignInLimits({ store, attempts: createAttempts(database, clock), clock })
    await store.createAccount({ id: 'anna', email: 'anna@example.org', passwordHash: 'hash', createdAt: clock.now() })
    await limits.knows('anna', 'home')
    const attempt = (email: string, network: string) =>
      limits.take({ email, network, userId: email === 'anna@example.org' ? 'anna' : null })
    /** How many of so many tries are let through. */
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
    return { clock, store, limits, attempt, passed }
  }
  const anna = 'anna@example.org'

  test('one account can be tried only so often an hour from all networks together; one that it knows is counted apart', async () => {
    const { clock, attempt, passed } = await begin()
    expect(await passed(rules.account.max + 10, (index) => [anna, `network ${index}`])).toBe(rules.account.max)
    await attempt(anna, 'home')
    await expect(attempt(anna, 'elsewhere')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    clock.advance(60 * 60_000)
    await attempt(anna, 'elsewhere')
  })

  test('one network can try only so often an hour, all accounts together; its owner goes on', async () => {
    const { attempt, passed } = await begin()
    expect(await passed(rules.network.max + 10, (index) => [`user${index}@example.org`, 'home'])).toBe(
      rules.network.max,
    )
    await attempt(anna, 'home')
  })

  test('only so many tries a minute are let through in all, except those of owners on networks that they have used before', async () => {
    const { clock, attempt } = await begin()
    for (let index = 0; index < rules.all.max; index += 1) await attempt(`user${index}@example.org`, `network ${index}`)
    await expect(attempt('more@example.org', 'another')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    await attempt(anna, 'home')
    clock.advance(60_000)
    await attempt('more@example.org', 'another')
  })

  test('a network that is known is still held back after ten failures at this account', async () => {
    const { passed } = await begin()
    expect(await passed(rules.failures.max + 5, () => [anna, 'home'])).toBe(rules.failures.max)
  })

  test('a right password counts nowhere, and a try that one rule refuses is counted by no other', async () => {
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

  test('a network is forgotten some months after the last sign-in, and never stored as it is', async () => {
    const { clock, store } = await begin()
    const rows = await database.selectFrom('known_networks').selectAll().execute()
    expect(rows).toMatchObject([{ user_id: 'anna', network_hash: hashOf('anna home') }])
    expect(await store.knowsNetwork('anna', 'home')).toBe(true)
    clock.advance(91 * 24 * 60 * 60_000)
    await store.purge(clock.now())
    expect(await store.knowsNetwork('anna', 'home')).toBe(false)
  })
})
