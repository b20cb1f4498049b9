import { expect, test } from 'vitest'
import { up } from '#server/db/migrations/0040_ascii_domains.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { insertUser } from '#server/testing/rows.ts'

const now = new Date('2026-11-22T08:00:00Z')

describeOnBothDatabases('e-mail addresses whose domain has letters beyond ASCII', (database) => {
  test('get the spelling in which they are looked up, unless another account already has it', async () => {
    const emails = {
      a: 'a@müller.example',
      b: 'b@müller.example',
      c: 'b@xn--mller-kva.example',
      d: 'dörte@example.org',
    }
    for (const [id, email] of Object.entries(emails)) {
      await insertUser(database, id, now)
      await database.updateTable('users').set({ email }).where('id', '=', id).execute()
    }
    await up(database)
    const rows = await database.selectFrom('users').select(['id', 'email']).orderBy('id').execute()
    expect(rows).toEqual([
      { id: 'a', email: 'a@xn--mller-kva.example' },
      { id: 'b', email: 'b@müller.example' },
      { id: 'c', email: 'b@xn--mller-kva.example' },
      { id: 'd', email: 'dörte@example.org' },
    ])
  })
})
