import { sql } from 'kysely'
import type { TestProject } from 'vitest/node'
import { connect } from '#server/db/connection/database.ts'
import { migrate } from '#server/db/schema/migrate.ts'
import { startPostgres, urlOfDatabase } from '#server/db/testing/postgres.ts'

/** Where the run's PostgreSQL answers, migrated, or why there is none. The template is a copy that nobody connects to. */
export type TestPostgres = { url: string; template: string } | { missing: string }

declare module 'vitest' {
  interface ProvidedContext {
    postgres: TestPostgres
  }
}

/** Starts one PostgreSQL with PostGIS for the whole run, from what the machine has installed. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres()
  if ('missing' in postgres) {
    project.provide('postgres', postgres)
    return async () => undefined
  }
  const { database, close } = connect({ url: postgres.url })
  await migrate(database)
  await close()
  const template = 'migrated'
  const maintenance = connect({ url: urlOfDatabase(postgres.url, 'template1') })
  await sql`create database ${sql.id(template)} template postgres`.execute(maintenance.database)
  await maintenance.close()
  project.provide('postgres', { url: postgres.url, template })
  return postgres.stop
}
