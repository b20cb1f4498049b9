import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Code that begins a transaction, holds rows or makes others wait. */
const holding =
  /\.(start)?transaction\(|\bfor(NoKey)?Update\(|\bfor(Key)?Share\(|\bskipLocked\(|\bfor (no key )?update\b|\bfor (key )?share\b|advisory_|\block table\b/i
const onlyPlace = 'server/db/transactions/locks.ts'

test('transactions begin and rows are held in one place only, which knows the order', () => {
  const sources = globSync('server/**/*.ts').filter(
    (file) => !file.includes('.test.') && !file.includes('/testing/') && !file.includes('/migrations/'),
  )
  expect(sources.length).toBeGreaterThan(150)
  expect(sources.filter((file) => file !== onlyPlace && holding.test(readFileSync(file, 'utf8')))).toEqual([])
  expect(readFileSync(onlyPlace, 'utf8')).toMatch(holding)
})

test.each([
  'await database.transaction().execute(work)',
  'await database.startTransaction().execute()',
  "database.selectFrom('users').forUpdate()",
  "database.selectFrom('users').forNoKeyUpdate()",
  'select id from users for no key update',
  'select id from users\n FOR SHARE',
  'select pg_advisory_xact_lock(1)',
  'lock table users',
])('%j is found', (text) => {
  expect(text).toMatch(holding)
})
