import { sql } from 'kysely'
import { appLimits } from '#contract/limits/app-limits.ts'
import { backupServerLimits } from '#contract/limits/backup-limits.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'
import type { BackupHead, RowCounts } from './backup-lines.ts'
import { type CatalogueTable, readSequences, readTables, writeTextsAlike } from './catalogue.ts'

/**
 * Reads the whole database as it is at one moment, while others go on changing it. The embedded database has one session
 * for all: there, everybody waits meanwhile.
 * @param write gets the lines of a backup; the database is read as fast as it takes them.
 */
export function readDatabase<T>(
  database: Database,
  now: Date,
  write: (lines: AsyncIterable<string>) => Promise<T>,
): Promise<T> {
  return inTransaction(database, {}, async (transaction) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(transaction)
    // A slow disk may keep us waiting between two pages.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction)
    await writeTextsAlike(transaction)
    return write(linesOf(transaction, now))
  })
}

async function* linesOf(transaction: Queries, now: Date): AsyncGenerator<string> {
  const tables = await readTables(transaction)
  const { rows: applied } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
    transaction,
  )
  const head: BackupHead = {
    format: 'wegwarte',
    version: appLimits.version,
    createdAt: now.toISOString(),
    migrations: applied.map(({ name }) => name),
    sequences: await readSequences(transaction),
    tables: tables.map(({ name, columns, partitions }) => ({
      name,
      columns: columns.map((column) => column.name),
      partitions,
    })),
  }
  yield `${JSON.stringify(head)}\n`
  const end: RowCounts = {}
  for (const table of tables) {
    end[table.name] = 0
    for await (const rows of pagesOf(transaction, table)) {
      end[table.name] = (end[table.name] ?? 0) + rows.length
      yield `{"table":${JSON.stringify(table.name)},"rows":[${rows.join(',')}]}\n`
    }
  }
  yield `${JSON.stringify({ end })}\n`
}

/** The rows of a table, each as the JSON of its columns' texts. */
async function* pagesOf(transaction: Queries, { name, columns }: CatalogueTable): AsyncGenerator<string[]> {
  const texts = columns.map((column) => sql`${sql.ref(column.name)}::text`)
  await sql`
    declare backup_rows no scroll cursor for
    select json_build_array(${sql.join(texts)})::text as line from ${sql.table(name)}`.execute(transaction)
  for (let count = 1; ;) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.raw(String(count))} from backup_rows`.execute(transaction)
    if (rows.length === 0) break
    yield rows.map(({ line }) => line)
    count = nextCount(count, Math.max(...rows.map(({ line }) => line.length)))
  }
  await sql`close backup_rows`.execute(transaction)
}

/** Twice as many as before, unless the longest row shows that it would be too much text. */
function nextCount(count: number, longest: number): number {
  const { pageRows, pageBytes } = backupServerLimits
  return Math.max(1, Math.min(2 * count, pageRows, Math.floor(pageBytes / longest)))
}
