import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { connect, type Connection } from '#server/db/connection/database.ts'
import { migrate } from '#server/db/schema/migrate.ts'
import { startPostgres } from '#server/db/testing/postgres.ts'
import { runPostgres } from '#server/db/testing/run-databases.ts'
import { addNode, needing, silence, standInForCitus } from '#server/db/testing/stand-in-citus.ts'
import { putTracker } from '#server/features/reception/testing/trackers.ts'
import { isPartAway } from '#server/platform/outage.ts'
import { patience } from '#server/testing/patience.ts'
import { distribute } from './distribute.ts'
import type { PositionServers } from '#server/platform/position-servers.ts'
import { watchPositionServers } from './watch-position-servers.ts'

const now = new Date('2026-11-29T08:00:00Z')
const setUpMs = 120_000
const servers = ['w1:5432', 'w2:5432']

const installed = runPostgres()
if ('missing' in installed) test.skip(`servers with positions (skipped: ${installed.missing})`)
else
  describe('servers with positions, on a PostgreSQL that answers as Citus does', () => {
    let postgres: { url: string; stop(): Promise<void> }
    /** Of the product. */
    let connection: Connection
    /** Of what happens to it. */
    let outside: Connection
    let watch: PositionServers
    beforeAll(async () => {
      const started = await startPostgres()
      if ('missing' in started) throw new Error(started.missing)
      postgres = started
      const first = connect(postgres)
      await migrate(first.database)
      await standInForCitus(first.database)
      await first.close()
      outside = connect(postgres)
      await addNode(outside.database, 'c', 0)
      await addNode(outside.database, 'w1', 1)
      await addNode(outside.database, 'w2', 2)
      await distribute(outside.database, 'apart', now)
    }, setUpMs)
    afterAll(async () => {
      await outside.close()
      await postgres.stop()
    })
    beforeEach(() => {
      connection = connect(postgres)
      watch = watchPositionServers({ connection, url: postgres.url, log: pino({ level: 'silent' }), now: () => now })
    })
    afterEach(async () => {
      await watch.close()
      await connection.close()
    })

    test('each tracker has its positions on one of them, by each of its names', async () => {
      const imeis = Array.from({ length: 12 }, (_, index) => String(350_000_000_000_100 + index))
      for (const imei of imeis) await putTracker(outside.database, now, { imei })
      await sql`update device_inventory set tracker_id = 'T' || imei`.execute(outside.database)
      const found = await watch.of([...imeis, `T${imeis[0]}`, 'unknown'])
      expect(new Set(found.values())).toEqual(new Set(servers))
      expect(found.size).toBe(2 * imeis.length)
      expect(found.get(`T${imeis[0]}`)).toBe(found.get(imeis[0] ?? ''))
    })

    test('a statement that waits for a silent one is given up, and the server is named until it answers again', async () => {
      const answersAgain = await silence(outside.database, 'w1')
      const waiting = needing('w1').execute(connection.database)
      await expect(waiting).rejects.toSatisfy(isPartAway)
      expect([...watch.silent()]).toEqual([['w1:5432', now]])
      await needing('w2').execute(connection.database)
      await answersAgain()
      await vi.waitFor(() => expect(watch.silent().size).toBe(0), patience)
      await needing('w1').execute(connection.database)
    })

    test('one that is suspected is asked, though nothing waits for it', async () => {
      const answersAgain = await silence(outside.database, 'w2')
      watch.suspect()
      await vi.waitFor(() => expect([...watch.silent().keys()]).toEqual(['w2:5432']), patience)
      await answersAgain()
    })

    test('even while all connections of the product wait for it', async () => {
      const answersAgain = await silence(outside.database, 'w1')
      const many = Array.from({ length: 20 }, () => needing('w1').execute(connection.database))
      const outcomes = await Promise.allSettled(many.slice(0, 9))
      expect(outcomes.every((outcome) => outcome.status === 'rejected' && isPartAway(outcome.reason))).toBe(true)
      await answersAgain()
      await Promise.allSettled(many)
    })

    test('a connection that is busy with other statements all the time is kept while one is silent', async () => {
      const answersAgain = await silence(outside.database, 'w1')
      watch.suspect()
      await vi.waitFor(() => expect(watch.silent().size).toBe(1), patience)
      const begun = performance.now()
      const { client, broke } = await connection.lend().then((lent) => ({ client: lent, broke: vi.fn<() => void>() }))
      client.on('error', broke)
      while (performance.now() - begun < 3_000) await client.query('select count(*) from generate_series(1, 20000)')
      client.release()
      expect(broke).not.toHaveBeenCalled()
      await answersAgain()
    })

    test('a statement that takes long for another reason is waited for', async () => {
      const release = await silence(outside.database, 'a lock')
      const waiting = needing('a lock').execute(connection.database)
      const asked = vi.spyOn(connection, 'waiting')
      await vi.waitFor(() => expect(asked.mock.calls.length).toBeGreaterThan(6), patience)
      await release()
      await waiting
    })
  })
