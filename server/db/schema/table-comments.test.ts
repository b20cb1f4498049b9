import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from './migrate.ts'
import { commentOf, commentTables, readColumnComments, readTableComments } from './table-comments.ts'
import { dataProtectionPage } from '#server/db/testing/data-protection-page.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { registers } from '#server/registers.ts'

/*
 * What is stored about people is written once (`<feature>.tables.ts`). After a change:
 * `npx vitest run --project stores server/db/schema/table-comments.test.ts -u`
 */

const page = '../../../docs/data-protection.md'

describeOnBothDatabases('the comments on the tables', (database) => {
  test('say what each register says, once the migrations have run', async () => {
    await migrate(database)
    const comments = await readTableComments(database)
    for (const { about, tables } of registers) {
      for (const [name, { impersonal, isView }] of Object.entries(tables)) {
        if (isView) continue
        const said =
          about === null || impersonal !== null ? `Keine personenbezogenen Daten: ${impersonal}` : commentOf(about)
        expect(comments.get(name)).toBe(said)
      }
    }
  })

  test('say of each exported column its heading, and of the others why they are in no export', async () => {
    await migrate(database)
    const comments = await readColumnComments(database)
    expect(comments.get('devices.vehicle_plate')).toBe('Kennzeichen')
    expect(comments.get('own_pois.place')).toBe('Breite, Länge')
    expect(comments.get('users.password_hash')).toBe('In keinem Export: Prüfwert eines Geheimnisses')
    expect(comments.get('positions.latitude')).toBeNull()
  })

  test('are written again where they differ, also by two processes at once', async () => {
    await sql`comment on table positions is 'for ever'`.execute(database)
    await sql`comment on table users is null`.execute(database)
    await sql`comment on column users.email is 'a name'`.execute(database)
    await Promise.all([commentTables(database), commentTables(database)])
    const comments = await readTableComments(database)
    expect(comments.get('positions')).toMatch(/^Positionen\nWas: Orte des Fahrzeugs .*\nWozu: /)
    expect(comments.get('users')).toMatch(/^Konto\nWas: E-Mail-Adresse/)
    expect((await readColumnComments(database)).get('users.email')).toBe('E-Mail-Adresse')
  })

  test('are in docs/data-protection.md', async () => {
    await migrate(database)
    const present = readFileSync(new URL(page, import.meta.url), 'utf8')
    await expect(dataProtectionPage(present, await readTableComments(database))).toMatchFileSnapshot(page)
  })
})
