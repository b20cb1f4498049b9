import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { texts } from '#server/db/transactions/array-parameters.ts'
import type { Database } from '#server/db/connection/database.ts'

/*
 * While an upgrade rolls over several machines, processes of the version before work on the schema of the new one, and one
 * that crashes has to start there again. So the database says beside which of its migrations earlier versions go on.
 */

/** A migration, and since which one the versions go on beside it. */
export interface ProductMigration extends Migration {
  /**
   * Without it, the migration only adds what no earlier version has to know (`checks/migrations.test.ts`). Otherwise the name
   * of a migration: versions that have that one no longer read what this one takes away. Null: no earlier version goes on.
   */
  toleratedSince?: string | null
}

/** Earlier versions look for nothing like this. */
const firstTolerant = '0093_processes_and_tolerated_migrations'
/** Landed after it all the same. Since then each number is above all that landed before (`checks/migrations.test.ts`). */
const landedAfterIt: readonly string[] = ['0088_weekend_accidents', '0090_closures']

/** Notes for processes of earlier versions which of these migrations they tolerate. */
export async function noteTolerated(
  database: Database,
  known: Readonly<Record<string, ProductMigration>>,
): Promise<void> {
  const newer = Object.entries(known).filter(([name]) => name > firstTolerant || landedAfterIt.includes(name))
  const rows = newer.flatMap(([name, { toleratedSince: since = firstTolerant }]) =>
    since === null ? [] : [{ name, since }],
  )
  if (rows.length === 0) return
  await database
    .insertInto('tolerated_migrations')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Those of a newer version's migrations beside which this version, with the migrations it knows, must not work. */
export async function notTolerated(
  database: Database,
  newer: readonly string[],
  isKnown: (name: string) => boolean,
): Promise<string[]> {
  const { rows: tables } = await sql<{ there: boolean }>`
    select to_regclass('public.tolerated_migrations') is not null as there`.execute(database)
  if (tables[0]?.there !== true) return [...newer]
  const { rows } = await sql<{ name: string; since: string }>`
    select name, since from tolerated_migrations where name = any(${texts(newer)}::text[])`.execute(database)
  const tolerated = new Set(rows.filter(({ since }) => isKnown(since)).map(({ name }) => name))
  return newer.filter((name) => !tolerated.has(name))
}
