import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ConfigProblem, readSettings } from '#server/config.ts'
import { command } from '#server/testing/command.ts'
import { patience } from '#server/testing/patience.ts'
import { connect, type Connection } from './database.ts'
import { type Listening, listenOn, notificationsArrive } from './notifications.ts'
import { openDatabase } from './open.ts'
import { isPoolerInstalled, type Pooler, startPooler } from '#server/db/testing/pooler.ts'
import { runPostgres } from '#server/db/testing/run-databases.ts'

/* A real PgBouncer between the product and its database. */

const patienceMs = 60_000
const soon = { everyMs: 50, patienceMs: 1_000 }
const postgres = runPostgres()

if ('missing' in postgres) test.skip(`behind a pooler (skipped: ${postgres.missing})`)
else if (!isPoolerInstalled) test.skip('behind a pooler (skipped: pgbouncer is not installed)')
else {
  describe('behind a pooler', { timeout: patienceMs }, () => {
    let forTransactions: Pooler
    let forSessions: Pooler
    const open: (Connection | Pooler | Listening)[] = []
    beforeAll(async () => {
      const ignored = 'extra_float_digits,options,idle_in_transaction_session_timeout,statement_timeout,lock_timeout'
      forTransactions = await startPooler(postgres.url, [
        'pool_mode = transaction',
        `ignore_startup_parameters = ${ignored}`,
      ])
      // Nothing is ignored here: whatever a connection began with and it does not know would be refused.
      forSessions = await startPooler(postgres.url, ['pool_mode = session', 'default_pool_size = 20'])
      open.push(forTransactions, forSessions)
    }, patienceMs)
    afterAll(async () => {
      for (const one of open.toReversed()) await ('close' in one ? one.close() : one.stop())
    }, patienceMs)

    const connectTo = (url: string) => {
      const connection = connect({ url })
      open.push(connection)
      return connection
    }
    const listenTo = (connection: Connection) => {
      const heard: boolean[] = []
      const received: string[] = []
      const listening = listenOn(
        connection,
        'heard_or_not',
        { received: (payload) => void received.push(payload), heard: (isHeard) => void heard.push(isHeard) },
        soon,
      )
      open.push(listening)
      return { heard, received, begun: listening.begun }
    }

    test('one that hands sessions around is refused at the start and by settings check, with what to do', async () => {
      const settings = readSettings({ DATABASE_URL: forTransactions.url })
      const refused = openDatabase(settings, 'command')
      await expect(refused).rejects.toThrow(ConfigProblem)
      await expect(refused).rejects.toThrow(/Verbindungspooler.*pool_mode = session/)
      const { code, err } = await command(['settings', 'check'], { DATABASE_URL: forTransactions.url })
      expect([code, err]).toEqual([
        1,
        expect.stringMatching(/^DATABASE_URL führt .*pool_mode = session einstellen\.$/m),
      ])
    })

    test('it proves nothing that the session which listened last sends the notification itself', async () => {
      const { pool } = connectTo(forTransactions.url)
      const client = await pool.connect()
      const received: string[] = []
      client.on('notification', ({ channel }) => void received.push(channel))
      await client.query('listen seemingly_well')
      await client.query("select pg_notify('seemingly_well', '')")
      client.release(true)
      expect(received).toEqual(['seemingly_well'])
      expect(await notificationsArrive(connectTo(forTransactions.url), 1_000)).toBe(false)
    })

    test('one that keeps sessions passes notifications, and each session is as the driver needs it', async () => {
      const { database, close } = await openDatabase(readSettings({ DATABASE_URL: forSessions.url }), 'command')
      const shown = await sql<{ style: string; wait: string; jit: string }>`
        select current_setting('DateStyle') as style, current_setting('jit') as jit,
          current_setting('idle_in_transaction_session_timeout') as wait`.execute(database)
      expect(shown.rows).toEqual([{ style: 'ISO, MDY', wait: '10s', jit: 'off' }])
      const { received, begun } = listenTo(connectTo(forSessions.url))
      await begun
      await sql`select pg_notify('heard_or_not', 'it works')`.execute(database)
      await vi.waitFor(() => expect(received).toEqual(['it works']), patience)
      await close()
    })

    test('a connection that listens and hears nothing is noticed', async () => {
      const { heard } = listenTo(connectTo(forTransactions.url))
      await vi.waitFor(() => expect(heard).toEqual([false]), patience)
    })
  })

  test('a listening connection that is lost is noticed, and that its successor hears', async () => {
    const connection = connect(postgres)
    const heard: boolean[] = []
    const { begun, stop } = listenOn(
      connection,
      'lost_and_found',
      { received: () => undefined, heard: (isHeard) => void heard.push(isHeard) },
      soon,
    )
    await begun
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where query like 'listen "echo%' or query = 'listen lost_and_found'`.execute(connection.database)
    await vi.waitFor(() => expect(heard).toEqual([false, true]), patience)
    await stop()
    await connection.close()
  }, 60_000)
}
