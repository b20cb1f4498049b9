import { sql } from 'kysely'
import { basisInWords, type DataRecord, dataRecords, tablesWithoutPersonalData } from '#contract/data-protection.ts'
import type { Database, Queries } from '#server/db/database.ts'
import { whileHolding } from '#server/db/locks.ts'

/**
 * Writes on each table what is stored in it, why and for how long, where it does not say so yet. Whoever looks into the
 * database reads the same as on the privacy page. Not a migration, because the texts change without one.
 */
export async function commentTables(database: Database): Promise<void> {
  if ((await differing(database)).length === 0) return
  await whileHolding(database, { turn: 'table comments' }, async (transaction) => {
    for (const [table, comment] of await differing(transaction)) {
      // No statement that defines something takes parameters.
      await sql`comment on table ${sql.table(table)} is ${sql.lit(comment)}`.execute(transaction)
    }
  })
}

async function differing(queries: Queries): Promise<[table: string, comment: string][]> {
  const present = await readTableComments(queries)
  return [...tableComments()].filter(([table, comment]) => present.has(table) && present.get(table) !== comment)
}

/** Our own tables with their comments, in the order of their names; null for a table that has none. */
export async function readTableComments(queries: Queries): Promise<Map<string, string | null>> {
  const { rows } = await sql<{ name: string; comment: string | null }>`
    select relname as name, obj_description(oid, 'pg_class') as comment from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname not like 'kysely%'
      and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
    order by relname collate "C"`.execute(queries)
  return new Map(rows.map(({ name, comment }) => [name, comment]))
}

/** What each table's comment should be. */
function tableComments(): Map<string, string> {
  const personal = dataRecords.flatMap((record) =>
    record.tables.map((table): [string, string] => [table, commentOf(record)]),
  )
  const others = Object.entries(tablesWithoutPersonalData).map(([table, reason]): [string, string] => [
    table,
    `Keine personenbezogenen Daten: ${reason}`,
  ])
  return new Map([...personal, ...others])
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
