import { expect, test } from 'vitest'
import { openRelay } from '#server/db/testing/relay.ts'
import { send } from '#server/testing/client.ts'
import { startTestProduct } from '#server/testing/test-product.ts'
import { runPostgres } from '#server/db/testing/run-databases.ts'

const postgres = runPostgres()

test.skipIf('missing' in postgres)(
  'while PostgreSQL sends nothing, not even an end, answers say when to come back, and the health soon shows it',
  async () => {
    if ('missing' in postgres) return
    const relay = await openRelay(postgres.url)
    const product = await startTestProduct({ DATABASE_URL: relay.url })
    const login = () =>
      send(product.url, 'POST', '/api/auth/login', { body: { email: 'nobody@example.org', password: 'geheim' } })
    expect((await send(product.url, 'GET', '/api/health')).status).toBe(200)
    expect((await login()).status).toBe(401)

    relay.lose('everything')
    relay.setGone(true)
    const begun = performance.now()
    const health = await send(product.url, 'GET', '/api/health')
    expect([health.status, Number(health.headers.get('retry-after')) > 0]).toEqual([503, true])
    // On an idle machine it takes 1.5 s. Without a limit of its own it would take minutes.
    expect(performance.now() - begun).toBeLessThan(25_000)
    const { status, headers } = await login()
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([503, true])
    expect(performance.now() - begun).toBeLessThan(50_000)
    expect((await send(product.url, 'GET', '/api/time')).status).toBe(200)

    await relay.close()
    await product.close()
  },
  60_000,
)
