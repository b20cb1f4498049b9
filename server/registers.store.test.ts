import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { registers } from './registers.ts'

/** By these names a version before goes on with what has moved; nothing here uses them. */
const ofVersionBefore = ['alarm_pushes', 'alarm_hops']

const tables = registers.flatMap(({ tables }) => Object.entries(tables))

describeOnBothDatabases('the registers of the features', (database) => {
  test('have every table and view of the catalogue, and each once', async () => {
    const present = await readColumns()
    expect(tables.map(([name]) => name).toSorted()).toEqual([...new Set(present.map(({ table }) => table))].toSorted())
  })

  test('have every column of the catalogue with its type, and say rightly whether it may be empty', async () => {
    const inCatalogue = (await readColumns()).map(
      ({ table, column, type, isRequired }) => `${table}.${column} ${type}${isRequired ? ' not null' : ''}`,
    )
    const said = tables.flatMap(([table, { columns, isView }]) =>
      Object.entries(columns).map(
        ([column, { kind, isNullable }]) => `${table}.${column} ${kind}${isNullable || isView ? '' : ' not null'}`,
      ),
    )
    const onlyIn = (some: readonly string[], others: readonly string[]) => {
      const known = new Set(others)
      return some.filter((line) => !known.has(line)).toSorted()
    }
    expect({ inNoRegister: onlyIn(inCatalogue, said), inNoDatabase: onlyIn(said, inCatalogue) }).toEqual({
      inNoRegister: [],
      inNoDatabase: [],
    })
  })

  async function readColumns() {
    const { rows } = await sql<{ table: string; column: string; type: string; isRequired: boolean }>`
      select relname as table, attname as column, attnotnull as "isRequired",
        case when atttypid = 'geometry'::regtype then 'geometry' else format_type(atttypid, null) end as type
      from pg_class join pg_attribute on attrelid = pg_class.oid
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v') and not relispartition
        and relname not like 'kysely%' and attnum > 0 and not attisdropped
        and relname <> all(${ofVersionBefore}::text[])
        and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')`.execute(database)
    return rows
  }
})
