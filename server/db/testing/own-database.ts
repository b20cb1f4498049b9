import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { connect } from '#server/db/connection/database.ts'
import { urlOfDatabase } from './postgres.ts'
import { runPostgres } from './run-databases.ts'

/**
 * The setting for a product with a database of its own in the run's PostgreSQL, migrated and empty: a copy, made in a tenth of
 * a second. Where PostgreSQL is not installed, or another server was given, there is no such setting, and the product opens its
 * embedded database.
 */
export async function ownDatabase(postgres = runPostgres()): Promise<Record<string, string>> {
  if ('missing' in postgres || postgres.template === null) return {}
  const name = `product_${randomUUID().replaceAll('-', '')}`
  const { database, close } = connect({ url: postgres.url })
  try {
    await sql`create database ${sql.id(name)} template ${sql.id(postgres.template)}`.execute(database)
  } finally {
    await close()
  }
  return { DATABASE_URL: urlOfDatabase(postgres.url, name) }
}
