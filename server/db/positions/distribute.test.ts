import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dbBackup } from '#server/commands/db/db-backup.ts'
import { dbDistribute } from '#server/commands/db/db-distribute.ts'
import { dbRestore } from '#server/commands/db/db-restore.ts'
import type { Command } from '#server/commands/command.ts'
import { clockFrom } from '#server/platform/clock.ts'
import { readSettings, type Settings } from '#server/config.ts'
import { connect, type Connection } from '#server/db/connection/database.ts'
import { type Cluster, type Direction, obstacleTo, readCluster, stepsTo } from './distribute.ts'
import { distributionOf } from './distribution.ts'
import { migrate } from '#server/db/schema/migrate.ts'
import { missingInSchema, readSchema } from '#server/db/schema/schema.ts'
import { keepPositions } from './stored-positions.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { startPostgres } from '#server/db/testing/postgres.ts'
import { addNode, standInForCitus } from '#server/db/testing/stand-in-citus.ts'
import { createReceptionService } from '#server/features/reception/reception.service.ts'
import { createReceptionStore } from '#server/features/reception/reception.store.ts'
import { fixReport, putTracker } from '#server/features/reception/testing/trackers.ts'
import { version } from '#server/platform/version.ts'
import { isRunDistributed, runPostgres } from '#server/db/testing/run-databases.ts'

const patienceMs = 120_000
const imei = '350000000000001'
const trigger = 'trigger positions.positions_told'
const log = pino({ level: 'silent' })

const ready: Cluster = {
  version: '13.2-1',
  knowsItself: true,
  workers: ['w1:5432', 'w2:5432'],
  walLevel: 'logical',
  outputPlugins: 'pgoutput, test_decoding, citus',
  distribution: null,
  tellsByTrigger: true,
  otherVersions: [],
}

test.each<[Direction, Partial<Cluster>, says: RegExp | null]>([
  ['apart', {}, null],
  ['apart', { outputPlugins: null }, null],
  ['apart', { version: null, knowsItself: false, workers: [] }, /fehlt Citus/],
  ['apart', { distribution: { shards: 8 } }, /schon verteilt/],
  ['apart', { knowsItself: false }, /citus_set_coordinator_host/],
  ['apart', { workers: [] }, /citus_add_node/],
  ['apart', { walLevel: 'replica' }, /wal_level = logical.*hier steht replica/],
  ['apart', { outputPlugins: 'pgoutput, test_decoding' }, /= pgoutput, test_decoding, citus“/],
  ['apart', { outputPlugins: '' }, /output_plugin_libraries = citus“/],
  ['apart', { otherVersions: ['1.0.0'] }, /noch ein Prozess der Version 1\.0\.0/],
  ['back', { version: null }, /schon auf einem Server/],
  ['back', { tellsByTrigger: false }, null],
  ['back', { distribution: { shards: 8 }, workers: [], otherVersions: ['1.0.0'] }, null],
])('%s with %j', (direction, cluster, says) => {
  const obstacle = obstacleTo(direction, { ...ready, ...cluster })
  expect(obstacle === null ? null : says?.test(obstacle), obstacle ?? '').toBe(says === null ? null : true)
  expect(obstacle ?? '').not.toContain('\n')
})

test('apart and back: what is set is reset, and a name is quoted', () => {
  expect(stepsTo('apart', 'weg"warte', 8, false)).toEqual([
    'alter database "weg""warte" set citus.max_adaptive_executor_pool_size = 1',
    'alter database "weg""warte" set citus.node_connection_timeout = 2000',
    "select create_distributed_table_concurrently('positions', 'device_id', shard_count => 8)",
  ])
  expect(stepsTo('back', 'weg"warte', 8, true)).toEqual([
    "select undistribute_table('positions')",
    'alter database "weg""warte" reset citus.max_adaptive_executor_pool_size',
    'alter database "weg""warte" reset citus.node_connection_timeout',
    expect.stringContaining('trigger positions_told after insert on positions'),
  ])
})

test('what an attempt that failed has left on one server gets back its trigger, and is not fetched', () => {
  expect(stepsTo('back', 'wegwarte', 8, false)).toEqual([
    'alter database "wegwarte" reset citus.max_adaptive_executor_pool_size',
    'alter database "wegwarte" reset citus.node_connection_timeout',
    expect.stringContaining('trigger positions_told after insert on positions'),
  ])
})

describeOnBothDatabases('a database without Citus', (database) => {
  test.skipIf(isRunDistributed())('says that it has none, and that positions lie on one server', async () => {
    const cluster = await readCluster(database, version)
    expect(cluster).toMatchObject({ version: null, knowsItself: false, workers: [], distribution: null })
    expect(obstacleTo('apart', cluster)).toMatch(/^Dieser Datenbank fehlt Citus/)
    expect(obstacleTo('back', cluster)).toMatch(/schon auf einem Server/)
  })

  test('names the version of a process that still runs, and forgets one that is gone', async () => {
    await sql`insert into process_signs (process_id, roles, version, seen_at) values
      ('a:1', array['api'], '0.9.0', now()), ('b:1', array['api'], ${version}, now()),
      ('c:1', array['api'], '0.8.0', now() - interval '1 hour')`.execute(database)
    expect((await readCluster(database, version)).otherVersions).toEqual(['0.9.0'])
  })
})

const now = new Date('2026-11-21T08:00:00Z')

const installed = runPostgres()
if ('missing' in installed) test.skip(`db distribute (skipped: ${installed.missing})`)
else
  describe('on a PostgreSQL that answers as Citus does', () => {
    let postgres: { url: string; stop(): Promise<void> }
    let connection: Connection
    let folder: string
    let settings: Settings
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'wegwarte-distributed-'))
      const started = await startPostgres({ settings: ['wal_level=logical'] })
      if ('missing' in started) throw new Error(started.missing)
      postgres = started
      settings = readSettings({ DATABASE_URL: postgres.url })
      const first = connect(postgres)
      await migrate(first.database)
      const { outputPlugins } = await readCluster(first.database, version)
      if (outputPlugins !== null) {
        // Servers of 2026 know this setting; before them it would be a mistake.
        await sql`alter system set output_plugin_libraries = pgoutput, test_decoding, citus`.execute(first.database)
        await sql`select pg_reload_conf()`.execute(first.database)
      }
      await standInForCitus(first.database)
      await first.close()
      connection = connect(postgres)
    }, patienceMs)
    afterAll(async () => {
      await connection.close()
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    })

    const run = async (command: Command, ...args: string[]) => {
      const said: string[] = []
      await command.run(
        context((line) => void said.push(line)),
        args,
      )
      return said.join('\n')
    }
    const context = (say: (line: string) => void) => ({
      database: connection.database,
      settings,
      clock: clockFrom(settings.CLOCK),
      say,
    })
    const stored = async () => {
      const { rows } = await sql<{ count: number }>`select count(*)::integer as count from positions`.execute(
        connection.database,
      )
      return rows[0]?.count
    }
    const report = (at: string) =>
      createReceptionService({ store: createReceptionStore(connection.database, null), log }).receive(
        fixReport(imei, at),
        now,
      )

    test('what is missing is said until nothing is, and nothing is changed by it', async () => {
      const { database } = connection
      await expect(run(dbDistribute)).rejects.toThrow('citus_set_coordinator_host')
      await addNode(database, 'c', 0)
      await expect(run(dbDistribute)).rejects.toThrow('citus_add_node')
      await addNode(database, 'w1', 1)
      await addNode(database, 'w2', 2)
      await expect(run(dbDistribute, '--back')).rejects.toThrow('schon auf einem Server')
      await expect(run(dbDistribute, 'w1')).rejects.toThrow('Nur --back')
      expect(await readSchema(database)).toContain(trigger)
      const embedded = dbDistribute.run({ ...context(() => undefined), settings: readSettings({}) }, [])
      await expect(embedded).rejects.toThrow('eingebettete Datenbank ist ein Server')
    })

    test('positions are distributed before there are any, and then stored; a start finds nothing missing', async () => {
      const { database } = connection
      const deviceId = await putTracker(database, now, { imei })
      expect(await run(dbDistribute)).toBe(
        [
          'Die Positionen sind verteilt:',
          '  w1:5432  4 Teile, 8.000 Byte',
          '  w2:5432  4 Teile, 8.000 Byte',
          'Bitte jetzt jeden Prozess des Produkts neu starten.',
        ].join('\n'),
      )
      expect(await distributionOf(database)).toEqual({ shards: 8 })
      expect(await readSchema(database)).not.toContain(trigger)
      expect(await missingInSchema(database)).toEqual([])
      await database.transaction().execute((transaction) => keepPositions(transaction, [fixOf(deviceId)]))
      expect(await report('2026-11-21T07:59:00Z')).toBe('STORED')
      await expect(run(dbDistribute)).rejects.toThrow('schon verteilt')
    })

    test(
      'a backup says that it has no common moment, and what it brings back is distributed again',
      async () => {
        const file = join(folder, 'distributed.backup')
        expect(await run(dbBackup(undefined), file)).toContain('jeder wurde gelesen, als er an der Reihe war')
        expect(await report('2026-11-21T07:58:00Z')).toBe('STORED')
        expect(await run(dbRestore(undefined), file, '--replace')).toContain('Die Positionen sind wieder verteilt.')
        expect([await stored(), await distributionOf(connection.database)]).toEqual([2, { shards: 8 }])
      },
      patienceMs,
    )

    test(
      'a backup that cannot be distributed is there all the same, and says what to do',
      async () => {
        const { database } = connection
        const file = join(folder, 'refused.backup')
        await run(dbBackup(undefined), file)
        const named = (from: string, to: string) =>
          sql`alter function stand_in.${sql.id(from)} rename to ${sql.id(to)}`.execute(database)
        await named('create_distributed_table_concurrently', 'away')
        expect(await run(dbRestore(undefined), file, '--replace')).toMatch(
          /auf einem Server \(.*Bitte „wegwarte db distribute“/,
        )
        await named('away', 'create_distributed_table_concurrently')
        expect([await stored(), await distributionOf(database)]).toEqual([2, null])
        await run(dbDistribute)
      },
      patienceMs,
    )

    test('they are brought back to one server, as they were before', async () => {
      const { database } = connection
      expect(await run(dbDistribute, '--back')).toContain('wieder auf einem Server')
      expect(await distributionOf(database)).toBeNull()
      expect(await readSchema(database)).toContain(trigger)
      expect(await stored()).toBe(2)
      expect(await run(dbBackup(undefined), join(folder, 'plain.backup'))).not.toContain('Reihe')
    })
  })

function fixOf(deviceId: string) {
  const place = { latitude: 49, longitude: 8.4 }
  const measured = { accuracy: null, altitude: null, speed: null, course: null, flag: null }
  return { deviceId, recordedAt: now, receivedAt: now, ...place, ...measured }
}
