import { sql } from 'kysely'
import type { TestProject } from 'vitest/node'
import { connect } from '#server/db/connection/database.ts'
import { distribute, obstacleTo, readCluster } from '#server/db/positions/distribute.ts'
import { distributionOf } from '#server/db/positions/distribution.ts'
import { migrate } from '#server/db/schema/migrate.ts'
import { startPostgres, urlOfDatabase } from '#server/db/testing/postgres.ts'
import { version } from '#server/platform/version.ts'

/**
 * Where the run's PostgreSQL answers, migrated, or why there is none. The template is a copy that nobody connects to; a given
 * server has none.
 */
export type TestPostgres = { url: string; template: string | null; isDistributed: boolean } | { missing: string }

declare module 'vitest' {
  interface ProvidedContext {
    /** For each worker its own. */
    postgres: readonly TestPostgres[]
  }
}

/** A database of another server, for the tests of stores: they empty it, so its name says that it is for tests. */
const given = process.env['TEST_DATABASE_URL']

/**
 * Starts a PostgreSQL with PostGIS for each worker, for the whole run, from what the machine has installed; or takes the one that
 * `TEST_DATABASE_URL` names, for one worker, and distributes positions there if it is a coordinator with servers beside it.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (given !== undefined && !/(?:^|[/_-])test(?:[_-]|$)/.test(new URL(given).pathname)) {
    throw new Error(
      'TEST_DATABASE_URL has to name a database with "test" as a word in its name: everything in it is deleted',
    )
  }
  const started =
    given === undefined
      ? await Promise.all(Array.from({ length: project.config.maxWorkers }, startMigrated))
      : [await takeGiven(given)]
  project.provide(
    'postgres',
    started.map(({ postgres }) => postgres),
  )
  return async () => {
    await Promise.all(started.map(({ stop }) => stop()))
  }
}

interface Started {
  postgres: TestPostgres
  stop(): Promise<void>
}

/** Starts one with a PostGIS, whose database is migrated. */
export async function startMigrated(): Promise<Started> {
  const started = await startPostgres()
  if ('missing' in started) return { postgres: started, stop: async () => undefined }
  const { database, close } = connect({ url: started.url })
  await migrate(database)
  await close()
  const template = await copyOf(started.url)
  return { postgres: { url: started.url, template, isDistributed: false }, stop: started.stop }
}

async function takeGiven(url: string): Promise<Started> {
  const { database, close } = connect({ url })
  await migrate(database)
  if (obstacleTo('apart', await readCluster(database, version)) === null)
    await distribute(database, 'apart', new Date())
  const isDistributed = (await distributionOf(database)) !== null
  await close()
  return { postgres: { url, template: null, isDistributed }, stop: async () => undefined }
}

async function copyOf(url: string): Promise<string> {
  const template = 'migrated'
  const maintenance = connect({ url: urlOfDatabase(url, 'template1') })
  await sql`create database ${sql.id(template)} template postgres`.execute(maintenance.database)
  await maintenance.close()
  return template
}
