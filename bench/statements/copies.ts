import { sql } from 'kysely'
import type { Database } from '#server/db/connection/database.ts'

/** Tables whose rows are not copied: positions are made apart, and a session's secret is its user's. */
const left = ['positions', 'sessions', 'attempts']

/** How many rows each table of the product has. */
export async function rowsOf(database: Database): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')`.execute(database)
  const counts = new Map<string, number>()
  for (const { name } of rows) {
    const { rows: found } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(name)}`.execute(
      database,
    )
    counts.set(name, found[0]?.count ?? 0)
  }
  return counts
}

/**
 * Makes many customers of one: each row that there is of them, as often as wanted, under ids, numbers, addresses and hashes of
 * its own. Foreign keys and triggers rest meanwhile: what follows from a row is copied, too.
 * @param before what each table had before there was that customer: only tables that were empty are copied.
 */
export async function copyCustomer(
  database: Database,
  before: ReadonlyMap<string, number>,
  customer: { imei: string },
  copies: number,
): Promise<void> {
  const after = await rowsOf(database)
  const copied = [...after].filter(([name, rows]) => rows > 0 && before.get(name) === 0 && !left.includes(name))
  await database.connection().execute(async (connection) => {
    await sql`set session_replication_role = replica`.execute(connection)
    for (const [name] of copied) await copyRows(connection, name, customer.imei, copies)
    await sql`set session_replication_role = origin`.execute(connection)
  })
}

async function copyRows(database: Database, name: string, imei: string, copies: number): Promise<void> {
  const { rows: columns } = await sql<{ name: string; sequence: string | null }>`
    select column_name as name, pg_get_serial_sequence(table_name, column_name) as sequence
    from information_schema.columns
    where table_schema = 'public' and table_name = ${name} and is_generated = 'NEVER'
    order by ordinal_position`.execute(database)
  const names = sql.join(columns.map((column) => sql.ref(column.name)))
  const values = sql.join(
    columns.map(({ name: column, sequence }) =>
      sequence === null ? sql`copied.${sql.ref(column)}` : sql`nextval(${sequence})`,
    ),
  )
  await sql`
    insert into ${sql.table(name)} (${names}) overriding system value
    select ${values}
    from (select to_jsonb(original)::text as written from ${sql.table(name)} as original) as originals,
      generate_series(1, ${copies}::int) as number,
      lateral jsonb_populate_record(
        null::${sql.table(name)},
        replace(
          regexp_replace(
            regexp_replace(
              regexp_replace(
                regexp_replace(written, '(WW-[A-Z0-9-]{10,})', '\\1-' || number, 'g'), '[0-9a-f]{8}(-[0-9a-f]{4}-)', lpad(to_hex(number), 8, '0') || '\\1', 'g'),
              '(\\\\x)[0-9a-f]{8}', '\\1' || lpad(to_hex(number), 8, '0'), 'g'),
            '([a-z0-9])@', '\\1-' || number || '@', 'g'),
          ${imei}, (${Number(imei)}::bigint + number)::text)::jsonb
      ) as copied`.execute(database)
}

/** Moves all times of a table's rows back, each by up to so many days. */
export async function spread(database: Database, name: string, days: number): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${name} and data_type = 'timestamp with time zone'`.execute(database)
  if (rows.length === 0) return
  const changes = sql.join(rows.map((column) => sql`${sql.ref(column.name)} = ${sql.ref(column.name)} - back`))
  await database.connection().execute(async (connection) => {
    await sql`set session_replication_role = replica`.execute(connection)
    await sql`
      update ${sql.table(name)} as moved set ${changes}
      from (select ctid as place, random() * ${days}::int * interval '1 day' as back from ${sql.table(name)}) as each
      where moved.ctid = each.place`.execute(connection)
    await sql`set session_replication_role = origin`.execute(connection)
  })
}
