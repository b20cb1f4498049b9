import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Database } from '#server/db/connection/database.ts'

/** What the migrations lead to, a line each, sorted; `migrate.test.ts` writes it with `vitest --update`. */
const schemaFile = new URL('./schema.txt', import.meta.url)

/**
 * Tables, columns, indexes, constraints, functions and triggers, a line each, sorted. Every version of PostgreSQL gives the
 * same text. Left out are partitions, and whatever belongs to PostGIS, the migrations or the jobs. The shape and reference
 * system of a geometry are given as one number: naming them would load PostGIS, and no start has to wait for that.
 */
export async function readSchema(database: Database): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    with tables as (
      select oid, relname from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v') and not relispartition
        and relname not like 'kysely%'
        and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
    )
    select format('column %s.%s %s%s', relname, attname,
      case when atttypid = 'geometry'::regtype then format('geometry(%s)', atttypmod) else format_type(atttypid, atttypmod) end,
      case when attnotnull then ' not null' else '' end) as line
    from tables join pg_attribute on attrelid = tables.oid where attnum > 0 and not attisdropped
    union all
    select format('index %s.%s', tables.relname, index_class.relname)
    from tables join pg_index on indrelid = tables.oid join pg_class as index_class on index_class.oid = indexrelid
    union all
    select format('constraint %s.%s', relname, conname)
    from tables join pg_constraint on conrelid = tables.oid where contype in ('c', 'f', 'p', 'u', 'x')
    union all
    select format('trigger %s.%s', relname, tgname)
    from tables join pg_trigger on tgrelid = tables.oid where not tgisinternal
    union all
    select format('function %s %s', proname, md5(prosrc)) from pg_proc
    where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`.execute(database)
  return rows.map(({ line }) => line).toSorted()
}

/** What is missing where positions are distributed (`distribute.ts`); with the next release it goes everywhere. */
const dispensable = 'trigger positions.positions_told'

/** The parts of the product's schema that a database lacks or has in another form. None if it is whole. */
export async function missingInSchema(database: Database): Promise<string[]> {
  const present = new Set([...(await readSchema(database)), dispensable])
  const expected = readFileSync(schemaFile, 'utf8').split('\n')
  return expected.filter((line) => line !== '' && !present.has(line))
}
