import { expect, test } from 'vitest'
import { up } from '#server/db/migrations/0095_email_spelling.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { insertUser } from '#server/testing/rows.ts'

const now = new Date('2026-11-22T08:00:00Z')

/** Of one text, as one character with both marks, as one with a mark after it, and as all in a row. */
const [whole, half, apart] = ['\u1ed3', '\u00f4\u0300', 'o\u0302\u0300']

describeOnBothDatabases('e-mail addresses with letters in another spelling', (database) => {
  test('get the one in which they are looked up, unless another account has it', async () => {
    const emails = {
      a: `a${apart}@example.org`,
      b: `b${apart}@example.org`,
      c: `B${whole}@example.org`,
      d: `d${apart}@example.org`,
      e: `d${half}@example.org`,
      f: 'f@example.org',
    }
    for (const [id, email] of Object.entries(emails)) {
      await insertUser(database, id, now)
      await database.updateTable('users').set({ email, pending_email: email }).where('id', '=', id).execute()
    }
    const former = ['a', apart, half].map((email) => ({
      user_id: 'f',
      email: `${email}@example.org`,
      replaced_at: now,
    }))
    await database.insertInto('former_emails').values(former).execute()

    await up(database)

    const rows = await database.selectFrom('users').select(['id', 'email', 'pending_email']).orderBy('id').execute()
    expect(rows).toEqual([
      { id: 'a', email: `a${whole}@example.org`, pending_email: `a${whole}@example.org` },
      { id: 'b', email: emails.b, pending_email: `b${whole}@example.org` },
      { id: 'c', email: emails.c, pending_email: emails.c },
      { id: 'd', email: `d${whole}@example.org`, pending_email: `d${whole}@example.org` },
      { id: 'e', email: emails.e, pending_email: `d${whole}@example.org` },
      { id: 'f', email: emails.f, pending_email: emails.f },
    ])
    const kept = await database.selectFrom('former_emails').select('email').execute()
    expect(kept.map(({ email }) => email)).toContain(`${whole}@example.org`)
    expect(kept).toHaveLength(3)
  })
})
