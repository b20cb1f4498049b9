import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { ConfigProblem } from '#server/config.ts'
import type { Database } from '#server/db/connection/database.ts'
import { isInUse } from '#server/db/transactions/locks.ts'
import { commentTables } from './table-comments.ts'
import { noteTolerated, notTolerated, type ProductMigration } from './tolerated-migrations.ts'

/** Each file of the folder is one; its name is what the database remembers. In the order of their numbers. */
export const migrations: Record<string, ProductMigration> = await readMigrations(
  new URL('../migrations/', import.meta.url),
)

async function readMigrations(folder: URL): Promise<Record<string, ProductMigration>> {
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts'))
  const read = files.toSorted().map(async (file): Promise<[string, ProductMigration]> => {
    // What is imported by a made-up name has no type; `checks/migrations.test.ts` runs each of them.
    // oxlint-disable-next-line typescript/no-unsafe-assignment
    const migration: ProductMigration = await import(new URL(file, folder).href)
    return [basename(file, '.ts'), migration]
  })
  return Object.fromEntries(await Promise.all(read))
}

/**
 * Brings the database to the newest version, and the comments on its tables. Returns the names of the migrations that ran
 * now. Does nothing where a newer version has migrated the database, and this one can work on it.
 * @throws {ConfigProblem} one line, when it cannot.
 */
export async function migrate(database: Database): Promise<string[]> {
  const applied = await appliedMigrations(database)
  const newer = newerThanThis(applied)
  if (newer.length > 0) {
    const refused = await notTolerated(database, newer, isKnown)
    if (refused.length > 0) {
      throw new ConfigProblem(
        `Die Datenbank stammt von einer neueren Version von Wegwarte (${refused.join(', ')}). ` +
          'Bitte diese oder eine noch neuere Version starten, oder die Sicherung von vor der Aktualisierung einspielen',
      )
    }
    // Not a newer version's but another one's: a migration that is missing cannot run after later ones that we do not know.
    const missing = Object.keys(migrations).filter((name) => !applied.includes(name))
    if (missing.length === 0) return []
    throw new ConfigProblem(
      `Die Datenbank stammt von einer Version von Wegwarte, der ${missing.join(', ')} fehlt. ` +
        'Bitte eine Version starten, die alle Migrationen hat: diese hier und die der Datenbank',
    )
  }
  // Kysely reads the whole catalogue before it sees that there is nothing to do. That is slow on the embedded database.
  const isDone = applied.length === Object.keys(migrations).length
  const ran = isDone ? [] : await runMigrations(database, migrations)
  await noteTolerated(database, migrations)
  await commentTables(database)
  return ran
}

/** Whether a newer version has migrated the database, so that its schema is not this version's. */
export async function isAhead(database: Database): Promise<boolean> {
  return newerThanThis(await appliedMigrations(database)).length > 0
}

const isKnown = (name: string) => name in migrations

function newerThanThis(applied: readonly string[]): string[] {
  return applied.filter((name) => !isKnown(name))
}

async function appliedMigrations(database: Database): Promise<string[]> {
  const { rows: tables } = await sql<{ there: boolean }>`
    select to_regclass('public.kysely_migration') is not null as there`.execute(database)
  if (tables[0]?.there !== true) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(database)
  return rows.map(({ name }) => name)
}

/** All or none; once more where a process that is at work came in the way. */
export async function runMigrations(
  database: Database,
  some: Record<string, Migration>,
  tries = mostTries,
): Promise<string[]> {
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: async () => some },
    // Up to 0094 some were written at the same time, and none of these needs another: a database may have a later number already.
    allowUnorderedMigrations: true,
  })
  const { error, results } = await migrator.migrateToLatest()
  if (error === undefined) return (results ?? []).map((result) => result.migrationName)
  // A process of the version before held what was wanted, and waited for what was held. All was taken back.
  if (isInUse(error) && tries > 1) return runMigrations(database, some, tries - 1)
  throw error
}

const mostTries = 5
