import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { dataRecords } from '#contract/data-protection.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { exportedTables, tablesLeftOut } from './exported-tables.ts'

const parts = Object.values(exportedTables)

describeOnBothDatabases('the export of an account', (database) => {
  test('has every table with personal data, or says why not', () => {
    const personal = dataRecords.flatMap(({ tables }) => tables)
    const told = new Set([...parts.map(({ table }) => table), ...Object.keys(tablesLeftOut)])
    expect(personal.filter((table) => !told.has(table))).toEqual([])
  })

  test('has every column of these tables, or says why not', async () => {
    const { rows } = await sql<{ table: string; columns: string[] }>`
      select table_name as table, array_agg(column_name::text order by column_name) as columns
      from information_schema.columns where table_schema = 'public' group by table_name`.execute(database)
    const present = new Map(rows.map(({ table, columns }) => [table, columns]))
    for (const { table, fields, leftOut } of parts) {
      const told = Object.values(fields).map((field) => (typeof field === 'string' ? field : field.of))
      const both = told.filter((column) => Object.hasOwn(leftOut, column))
      expect({ table, both }).toEqual({ table, both: [] })
      expect({ table, columns: [...new Set([...told, ...Object.keys(leftOut)])].toSorted() }).toEqual({
        table,
        columns: present.get(table)?.toSorted(),
      })
    }
  })

  test('leaves out whatever is called a hash, a token, a secret or a password', () => {
    const exported = parts.flatMap(({ fields }) => Object.values(fields).filter((field) => typeof field === 'string'))
    const suspicious = /hash|token|secret|password(?!_confirmed_at)|private|public_key|code$/
    expect(exported.filter((column) => suspicious.test(column))).toEqual(['postcode'])
  })
})
