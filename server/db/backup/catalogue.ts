import { sql } from 'kysely'
import type { Queries } from '#server/db/connection/database.ts'

/** A table of the product, as the database has it. */
export interface CatalogueTable {
  name: string
  columns: { name: string; type: string }[]
  partitions: { name: string; bound: string }[]
}

/** The product's tables, without those of migrations, jobs and extensions, and without columns that are computed. */
export async function readTables(queries: Queries): Promise<CatalogueTable[]> {
  const { rows } = await sql<CatalogueTable>`
    select relname as name,
      (select json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod)) order by attnum)
        from pg_attribute where attrelid = parent.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      (select coalesce(json_agg(json_build_object('name', child.relname, 'bound', pg_get_expr(child.relpartbound, child.oid))
        order by child.relname), '[]')
        from pg_inherits join pg_class child on child.oid = inhrelid where inhparent = parent.oid) as partitions
    from pg_class parent
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname not like 'kysely%'
      and not exists (select from pg_depend where objid = parent.oid and deptype = 'e')
    order by relname collate "C"`.execute(queries)
  return rows
}

/** How far each sequence has counted; null if it was never used. */
export async function readSequences(queries: Queries): Promise<{ name: string; value: string | null }[]> {
  const { rows } = await sql<{ name: string; value: string | null }>`
    select sequencename as name, last_value::text as value from pg_sequences
    where schemaname = 'public' order by sequencename collate "C"`.execute(queries)
  return rows
}

/** Times, bytes and numbers as texts that every database reads alike. */
export async function writeTextsAlike(queries: Queries): Promise<void> {
  for (const setting of [
    "timezone = 'UTC'",
    "datestyle = 'ISO, YMD'",
    "bytea_output = 'hex'",
    'extra_float_digits = 1',
  ]) {
    await sql`set local ${sql.raw(setting)}`.execute(queries)
  }
}
