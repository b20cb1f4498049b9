import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect, type Connection } from '#server/db/connection/database.ts'
import { send } from '#server/testing/client.ts'
import { type ProductProcess, startProductProcess } from '#server/testing/product-process.ts'
import { runPostgres } from '#server/db/testing/run-databases.ts'

/* Processes of two versions on one PostgreSQL, as in the middle of an upgrade. */

/** Five starts, which take half a minute each on a busy machine. */
const patienceMs = 300_000
const postgres = runPostgres()

if ('missing' in postgres) test.skip(`an upgrade process by process (skipped: ${postgres.missing})`)
else {
  describe('an upgrade process by process', () => {
    const settings = { DATABASE_URL: postgres.url.replace('/postgres?', '/upgraded?') }
    let server: Connection
    const running: ProductProcess[] = []
    beforeAll(async () => {
      server = connect(postgres)
      await sql`create database upgraded`.execute(server.database)
    })
    afterAll(async () => {
      for (const one of running) await one.stop()
      await sql`drop database upgraded with (force)`.execute(server.database)
      await server.close()
    })
    const start = async (next?: 'tolerated' | 'not tolerated') => {
      const started = await startProductProcess(
        { ...settings, ...(next !== undefined && { NEXT_MIGRATION: next }) },
        next === undefined ? [] : ['--import', './server/testing/next-version.ts'],
      )
      running.push(started)
      return started
    }
    const healthOf = async ({ url }: ProductProcess) => (await send(url, 'GET', '/api/health')).status

    test(
      'an old process that crashes starts again beside a newer one; not where the newer one took away what it needs',
      async () => {
        const old = await start()
        const next = await start('tolerated')
        await old.kill()
        await old.startAgain()
        expect([await healthOf(old), await healthOf(next)]).toEqual([200, 200])
        const body = { email: 'between@example.org', password: 'geheim-123' }
        expect((await send(old.url, 'POST', '/api/auth/register', { body })).status).toBe(201)

        await old.kill()
        await start('not tolerated')
        await expect(old.startAgain()).rejects.toThrow('did not start')
      },
      patienceMs,
    )
  })
}
