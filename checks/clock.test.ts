import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The linter finds `Date.now()`; it has no rule for `new Date()`, which also gives the present time. */
const presentTaken = /\bnew Date\(\s*\)|\bDate\(\)/
const clocks = ['server/platform/clock.ts', 'web/browser/clock.ts']

test('only the two clocks read the present time', () => {
  const sources = globSync('{contract,domain,server,web}/**/*.{ts,tsx}').filter(
    (file) => !clocks.includes(file) && !file.includes('.test.') && !file.includes('/testing/'),
  )
  expect(sources.length).toBeGreaterThan(150)
  expect(sources.filter((file) => presentTaken.test(readFileSync(file, 'utf8')))).toEqual([])
  expect(readFileSync('server/platform/clock.ts', 'utf8')).toMatch(presentTaken)
})
