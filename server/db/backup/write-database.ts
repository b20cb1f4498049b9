import { sql } from 'kysely'
import { backupServerLimits } from '#contract/limits/backup-limits.ts'
import { texts } from '#server/db/transactions/array-parameters.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import { holdTables, isInUse, inTransaction } from '#server/db/transactions/locks.ts'
import { migrate, migrations } from '#server/db/schema/migrate.ts'
import { type BackupHead, type BackupPage, readBackup, type RowCounts } from './backup-lines.ts'
import { BackupProblem, problemOfFile } from './backup-problem.ts'
import { type CatalogueTable, readTables, writeTextsAlike } from './catalogue.ts'

/**
 * Replaces all that the database has by a backup, in one transaction: wholly or not at all. The schema is built as it was when
 * the backup was written, filled, and brought to that of this version, so that older backups can be read for ever.
 * @param read the lines of the backup; called twice, because it is read to its end before anything is changed.
 * @throws {BackupProblem} where it is not whole, or not for this version.
 */
export async function writeDatabase(database: Database, read: () => AsyncIterable<string>): Promise<Restored> {
  const counts = await readBackup(read(), { head: refuseNewer, page: async () => undefined })
  const notThereBefore = await inTransaction(database, { turn: 'restore' }, (transaction) =>
    replaceAll(transaction, read()),
  ).catch(inWords)
  await migrate(database)
  return { counts, notThereBefore }
}

export interface Restored {
  counts: RowCounts
  /** The addresses of the accounts that the replaced database did not have; null where it had none at all. */
  notThereBefore: string[] | null
}

/** In the database, not here: there may be very many. */
async function rememberAccounts(transaction: Queries): Promise<void> {
  await sql`create temporary table accounts_before on commit drop as select id from users where not demo`.execute(
    transaction,
  )
}

async function accountsNotRemembered(transaction: Queries): Promise<string[] | null> {
  const { rows: some } = await sql`select from accounts_before limit 1`.execute(transaction)
  if (some.length === 0) return null
  const { rows } = await sql<{ email: string }>`
    select email from users where not demo and not exists (select from accounts_before where accounts_before.id = users.id)
    order by email`.execute(transaction)
  return rows.map(({ email }) => email)
}

/**
 * Reads a backup to its end, and keeps nothing of it. It may be of a newer version: beside one that it tolerates, this version
 * backs up a database that it could not restore (decision 63).
 * @throws {BackupProblem} where it is not whole.
 */
export function readWholeBackup(lines: AsyncIterable<string>): Promise<RowCounts> {
  return readBackup(lines, { head: async () => undefined, page: async () => undefined })
}

async function refuseNewer({ migrations: applied }: BackupHead): Promise<void> {
  if (applied.some((name) => !(name in migrations))) throw new BackupProblem(problemOfFile.newerFormat)
}

async function replaceAll(transaction: Queries, lines: AsyncIterable<string>): Promise<Restored['notThereBefore']> {
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction)
  await writeTextsAlike(transaction)
  await holdTables(transaction, await readTables(transaction), backupServerLimits.lockPatiencesMs)
  await rememberAccounts(transaction)
  let applied: readonly string[] = []
  let tables = new Map<string, CatalogueTable>()
  let references: Reference[] = []
  let before: readonly CatalogueTable[] = []
  await readBackup(lines, {
    async head(head) {
      applied = head.migrations
      before = await readTables(transaction)
      await dropAll(transaction)
      await runMigrations(transaction, applied)
      references = await dropReferences(transaction)
      tables = await prepareTables(transaction, head)
    },
    page: (page) => insertPage(transaction, tables, page),
  })
  for (const { name } of tables.values()) {
    await sql`alter table ${sql.table(name)} enable trigger user`.execute(transaction)
  }
  for (const { table, name, definition } of references) {
    await sql`alter table ${sql.table(table)} add constraint ${sql.id(name)} ${sql.raw(definition)}`.execute(
      transaction,
    )
  }
  await runMigrations(
    transaction,
    Object.keys(migrations).filter((name) => !applied.includes(name)),
  )
  await bringPartitionsBack(transaction, before)
  await rememberMigrations(transaction)
  await forgetWork(transaction)
  return accountsNotRemembered(transaction)
}

/** Tables with their views and triggers, then what is left: functions and sequences of the product. */
async function dropAll(transaction: Queries): Promise<void> {
  const tables = (await readTables(transaction)).map(({ name }) => sql.table(name))
  if (tables.length > 0) await sql`drop table ${sql.join(tables)} cascade`.execute(transaction)
  const { rows } = await sql<{ statement: string }>`
    select format('drop function %s cascade', oid::regprocedure) as statement from pg_proc
    where pronamespace = 'public'::regnamespace and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
    union all
    select format('drop sequence %s cascade', oid::regclass) from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'S'
      and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')`.execute(transaction)
  for (const { statement } of rows) await sql.raw(statement).execute(transaction)
}

async function runMigrations(transaction: Queries, names: readonly string[]): Promise<void> {
  for (const name of names.toSorted()) await migrations[name]?.up(transaction)
}

/** Empty tables with the backup's partitions, whose triggers tell nobody of what is filled in. */
async function prepareTables(transaction: Queries, head: BackupHead): Promise<Map<string, CatalogueTable>> {
  const present = new Map((await readTables(transaction)).map((table) => [table.name, table]))
  for (const { name, partitions } of present.values()) {
    for (const partition of partitions) await sql`drop table ${sql.table(partition.name)}`.execute(transaction)
    await sql`alter table ${sql.table(name)} disable trigger user`.execute(transaction)
    await sql`delete from ${sql.table(name)}`.execute(transaction)
  }
  const tables = new Map<string, CatalogueTable>()
  for (const { name, columns, partitions } of head.tables) {
    const table = present.get(name)
    const found = columns.map((column) => table?.columns.find((known) => known.name === column))
    if (table === undefined || found.includes(undefined)) throw new BackupProblem(problemOfFile.damaged)
    for (const { name: partition, bound } of partitions) {
      await sql`create table ${sql.table(partition)} partition of ${sql.table(name)} ${sql.raw(bound)}`.execute(
        transaction,
      )
    }
    tables.set(name, { ...table, columns: found.filter((column) => column !== undefined) })
  }
  for (const { name, value } of head.sequences) {
    if (value !== null) await sql`select setval(${name}::regclass, ${value}::bigint)`.execute(transaction)
  }
  return tables
}

/**
 * A process that runs on remembers the days for which it has seen a partition (`position-days.ts`). Without it, what trackers
 * report until that process is restarted could not be stored.
 */
async function bringPartitionsBack(transaction: Queries, before: readonly CatalogueTable[]): Promise<void> {
  const present = new Set(
    (await readTables(transaction)).flatMap(({ partitions }) => partitions.map(({ name }) => name)),
  )
  for (const { name, partitions } of before) {
    for (const { name: partition, bound } of partitions) {
      if (present.has(partition)) continue
      await sql`create table ${sql.table(partition)} partition of ${sql.table(name)} ${sql.raw(bound)}`.execute(
        transaction,
      )
    }
  }
}

interface Reference {
  table: string
  name: string
  definition: string
}

/** Rows refer to others in both directions: references are checked when all are there. */
async function dropReferences(transaction: Queries): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select relname as table, conname as name, pg_get_constraintdef(pg_constraint.oid) as definition
    from pg_constraint join pg_class on pg_class.oid = conrelid
    where contype = 'f' and conparentid = 0 and relnamespace = 'public'::regnamespace`.execute(transaction)
  for (const { table, name } of rows) {
    await sql`alter table ${sql.table(table)} drop constraint ${sql.id(name)}`.execute(transaction)
  }
  return rows
}

async function insertPage(
  transaction: Queries,
  tables: ReadonlyMap<string, CatalogueTable>,
  { table, rows }: BackupPage,
): Promise<void> {
  const columns = tables.get(table)?.columns ?? []
  const lists = columns.map((_, index) => sql`${texts(rows.map((row) => row[index] ?? null))}::text[]`)
  const names = columns.map((_, index) => sql.id(`c${index}`))
  const values = columns.map(({ type }, index) => sql`${names[index]}::${sql.raw(type)}`)
  await sql`
    insert into ${sql.table(table)} (${sql.join(columns.map(({ name }) => sql.ref(name)))}) overriding system value
    select ${sql.join(values)} from unnest(${sql.join(lists)}) as line (${sql.join(names)})`.execute(transaction)
}

async function rememberMigrations(transaction: Queries): Promise<void> {
  await sql`delete from kysely_migration`.execute(transaction)
  await sql`
    insert into kysely_migration (name, timestamp)
    select name, to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    from unnest(${Object.keys(migrations)}::text[]) as name`.execute(transaction)
}

/** Work that waits is about accounts and alarms as they were just now. What is due by the tables is found by the rounds. */
async function forgetWork(transaction: Queries): Promise<void> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('pgboss.job') is not null as there`.execute(
    transaction,
  )
  if (rows[0]?.there !== true) return
  await sql`delete from pgboss.job where state in ('created', 'retry')`.execute(transaction)
}

/** A database's error about what is in the file, or about somebody who has a table in use. Nothing was changed. */
function inWords(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (isInUse(error)) {
    throw new BackupProblem(
      'Nichts geändert: Das Produkt hat Tabellen gerade in Gebrauch. Bitte noch einmal versuchen oder das Produkt solange anhalten.',
      { cause: error },
    )
  }
  // Data exceptions and violated constraints.
  if (typeof code === 'string' && /^2[23]/.test(code)) throw new BackupProblem(problemOfFile.damaged, { cause: error })
  throw error
}
