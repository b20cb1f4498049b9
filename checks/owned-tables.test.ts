import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/*
 * A table is written by the feature that declares it. Others call a function of that feature, or tell it what happened: it
 * says in its `<feature>.hooks.ts` what must follow (`server/hooks.ts`).
 */

const writes = new RegExp(
  [
    /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*([^\s,)]+)/,
    /\binsert\s+into\s+([\w$]+)/,
    /\bupdate\s+(?!of\b|set\b)([\w$]+)(?:\{[^}]*\})?(?:\s+(?:as\s+)?\w+)?\s+set\b/,
    /\bdelete\s+from\s+([\w$]+)/,
    /\bmerge\s+into\s+([\w$]+)/,
    /\btruncate\s+(?:table\s+)?([\w$]+)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gi',
)

/** The tables that a text writes; `$` where the name is a variable. */
function written(text: string): string[] {
  const names = [...text.matchAll(writes)].map(([, inCall, ...inSql]) => {
    if (inCall === undefined) return inSql.find((name) => name !== undefined) ?? ''
    return /^'(\w+)/.exec(inCall)?.[1] ?? '$'
  })
  return [...new Set(names)]
}

/** Whose each table is: of the feature whose register declares it, or of `db`. */
function ownersOfTables(): ReadonlyMap<string, string> {
  return new Map(
    globSync('server/**/*.tables.ts').flatMap((file) => {
      const [, folder = '', feature = ''] = file.split('/')
      const owner = folder === 'features' ? feature : folder
      return [...readFileSync(file, 'utf8').matchAll(/^ +(\w+): table\(/gm)].map(
        ([, table = '']) => [table, owner] as const,
      )
    }),
  )
}

const owners = ownersOfTables()

/** What several features write of another one's: features import only types of one another. Each file by its owner. */
const sharedWrites: ReadonlyMap<string, string> = new Map([
  ['server/db/shared/activity-log.ts', 'activity'],
  ['server/db/shared/consent-ledger.ts', 'consents'],
  ['server/db/shared/tracker-life.ts', 'devices'],
  ['server/db/shared/messages.ts', 'messages'],
  ['server/db/shared/phones.ts', 'phones'],
  ['server/db/positions/position-removals.ts', 'history'],
  ['server/db/shared/reminders.ts', 'reminders'],
  ['server/db/positions/stored-positions.ts', 'history'],
  ['server/db/shared/support-log.ts', 'support'],
  ['server/db/shared/unlicensed-recording.ts', 'tracking'],
])

const sources = globSync('server/**/*.ts').filter((file) => !/\.test\.|\/testing\/|\/migrations\//.test(file))

/** The tables of others that a file writes. */
function foreign(file: string, text: string): string[] {
  const [, folder = '', feature] = file.split('/')
  const who = sharedWrites.get(file) ?? (folder === 'features' ? feature : folder)
  return written(text).filter((table) => owners.has(table) && owners.get(table) !== who)
}

const textOf = (file: string) => readFileSync(file, 'utf8')

test('a table is written by its own feature', () => {
  expect(sources.length).toBeGreaterThan(400)
  expect(owners.size).toBeGreaterThan(60)
  const found = sources.flatMap((file) => foreign(file, textOf(file)).map((table) => `${file} → ${table}`))
  expect(found, 'tell its feature of it by a hook: docs/decisions/0082-a-table-is-written-by-its-feature.md').toEqual(
    [],
  )
})

test.each([
  ['server/features/alarms/alarms.store.ts', ['users']],
  ['server/features/auth/auth.hooks.ts', []],
  ['server/db/shared/phones.ts', ['users']],
  ['server/commands/users/users-delete.ts', ['users']],
])('an account deleted in %s is the write of another: %j', (file, found) => {
  expect(foreign(file, "writing.deleteFrom('users')")).toEqual(found)
})

test('the name of a table that is written is no variable, but where all tables are written alike', () => {
  const found = sources.filter((file) => written(textOf(file)).includes('$')).toSorted()
  expect(
    found,
    'write the name itself into each statement, one function for each table: whose it is is read from there',
  ).toEqual(['server/db/backup/write-database.ts', 'server/features/retention/retention.store.ts'])
})

test.each([
  ["transaction.deleteFrom('calendars').where('user_id', '=', userId)", 'calendars'],
  ["database\n  .updateTable('shares')\n  .set({})", 'shares'],
  ["queries.updateTable(\n  'alarms as alarm')", 'alarms'],
  ['sql`insert into alarms (id) values (1)`', 'alarms'],
  ['sql`update messages set due_at = now()`', 'messages'],
  ['sql`update messages as hop\n set due_at = now()`', 'messages'],
  ['sql`delete from positions using gone`', 'positions'],
  ['sql`truncate positions`', 'positions'],
  ['transaction.deleteFrom(table)', '$'],
  ['sql`delete from ${table} where true`', '$'],
  ['sql`update ${sql.table(name)} set x = 1`', '$'],
])('%j is found', (text, table) => {
  expect(written(text)).toEqual([table])
})

test.each(["selectFrom('users')", 'select from users for no key update', 'on conflict do update set name = 1'])(
  '%j writes nothing',
  (text) => {
    expect(written(text)).toEqual([])
  },
)
