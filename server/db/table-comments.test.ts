import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { dataRecords, tablesWithoutPersonalData } from '#contract/data-protection.ts'
import { migrate } from '#server/db/migrate.ts'
import { commentOf, commentTables, readTableComments } from '#server/db/table-comments.ts'
import { dataProtectionPage } from '#server/db/testing/data-protection-page.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'

/*
 * What is stored about people is written once (`contract/data-protection.ts`). After a change:
 * `npx vitest run --project stores server/db/table-comments.test.ts -u`
 */

const page = '../../docs/data-protection.md'

describeOnBothDatabases('the comments on the tables', (database) => {
  test('every table is in a record of contract/data-protection.ts or listed there as one without personal data', async () => {
    const present = [...(await readTableComments(database)).keys()]
    const named = [...dataRecords.flatMap(({ tables }) => tables), ...Object.keys(tablesWithoutPersonalData)]
    expect(named.toSorted()).toEqual(present)
  })

  test('say what each record says, once the migrations have run', async () => {
    await migrate(database)
    const comments = await readTableComments(database)
    for (const record of dataRecords) {
      for (const table of record.tables) expect(comments.get(table)).toBe(commentOf(record))
    }
    for (const [table, reason] of Object.entries(tablesWithoutPersonalData)) {
      expect(comments.get(table)).toBe(`Keine personenbezogenen Daten: ${reason}`)
    }
  })

  test('are written again where they differ, also by two processes at once', async () => {
    await sql`comment on table positions is 'for ever'`.execute(database)
    await sql`comment on table users is null`.execute(database)
    await Promise.all([commentTables(database), commentTables(database)])
    const comments = await readTableComments(database)
    expect(comments.get('positions')).toMatch(/^Positionen\nWas: Orte des Fahrzeugs .*\nWozu: /)
    expect(comments.get('users')).toMatch(/^Konto\nWas: E-Mail-Adresse/)
  })

  test('are in docs/data-protection.md', async () => {
    await migrate(database)
    const present = readFileSync(new URL(page, import.meta.url), 'utf8')
    await expect(dataProtectionPage(present, await readTableComments(database))).toMatchFileSnapshot(page)
  })
})
