import { sql } from 'kysely'
import { basisInWords, type DataRecord } from './data-records.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'
import type { Table } from './register.ts'
import { registers } from '#server/registers.ts'

/**
 * Writes on each table what is stored in it, why and for how long, and on each column what people see of it in an export or
 * why they do not, where it does not say so yet. The database says the same as the privacy page. Not a
 * migration, because the texts change without one.
 */
export async function commentTables(database: Database): Promise<void> {
  if ((await differing(database)).length === 0) return
  await inTransaction(database, { turn: 'table comments' }, async (transaction) => {
    for (const [name, comment] of await differing(transaction)) {
      const what = name.includes('.') ? sql`column ${sql.ref(name)}` : sql`table ${sql.table(name)}`
      // No statement that defines something takes parameters.
      await sql`comment on ${what} is ${sql.lit(comment)}`.execute(transaction)
    }
  })
}

async function differing(queries: Queries): Promise<[name: string, comment: string][]> {
  const present = new Map([...(await readTableComments(queries)), ...(await readColumnComments(queries))])
  return wanted.filter(([name, comment]) => present.has(name) && present.get(name) !== comment)
}

/** Which are our own: neither partitions nor what belongs to PostGIS or the migrations. */
const areOurs = sql`
  relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
    and relname not like 'kysely%'
    and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')`

/** Our own tables with their comments, in the order of their names; null for a table that has none. */
export async function readTableComments(queries: Queries): Promise<Map<string, string | null>> {
  const { rows } = await sql<{ name: string; comment: string | null }>`
    select relname as name, obj_description(oid, 'pg_class') as comment from pg_class
    where ${areOurs} order by relname collate "C"`.execute(queries)
  return new Map(rows.map(({ name, comment }) => [name, comment]))
}

/** The same of their columns, by `table.column`. */
export async function readColumnComments(queries: Queries): Promise<Map<string, string | null>> {
  const { rows } = await sql<{ name: string; comment: string | null }>`
    select concat(relname, '.', attname) as name, col_description(pg_class.oid, attnum) as comment
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where ${areOurs} and attnum > 0 and not attisdropped`.execute(queries)
  return new Map(rows.map(({ name, comment }) => [name, comment]))
}

/** What the comments should be, by the names of tables and of columns. */
const wanted = registers.flatMap(({ about, tables }) =>
  Object.entries(tables)
    .filter(([, { isView }]) => !isView)
    .flatMap(([name, table]): [string, string][] => [
      [name, commentOfTable(table, about)],
      ...columnComments(name, table),
    ]),
)

function commentOfTable({ impersonal }: Table, about: DataRecord | null): string {
  if (impersonal !== null) return `Keine personenbezogenen Daten: ${impersonal}`
  if (about === null) throw new Error('a table with personal data is in a register that says what they are')
  return commentOf(about)
}

function columnComments(name: string, { part, columns }: Table): [string, string][] {
  if (part === null) return []
  return Object.entries(columns).map(([column, { fields = [], leftOut = null }]) => [
    `${name}.${column}`,
    leftOut === null ? fields.map(({ title }) => title).join(', ') : `In keinem Export: ${leftOut}`,
  ])
}

/** A line for the title and for each question. */
export function commentOf({ title, what, purpose, basis, kept, seenBy }: DataRecord): string {
  return [
    title,
    `Was: ${what}`,
    `Wozu: ${purpose}`,
    `Rechtsgrundlage: ${basisInWords(basis)}`,
    `Wie lange: ${kept}`,
    `Wer sonst davon erfährt: ${seenBy ?? 'Niemand.'}`,
  ].join('\n')
}
