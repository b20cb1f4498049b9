import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * A test that lets some time pass and then looks proves nothing on a slow machine, and wastes that time on a fast one. So
 * tests wait for an event (`vi.waitFor`, `expect.poll`, `e2e/at-rest.ts`). If time itself is what a test is about, the line
 * before has a comment that begins with `Timed:` and says so.
 */
const sleeps = /\b(?:waitForTimeout|setTimeout|sleep)\(/
const reason = /^\s*\/\/ Timed: \S/
/** With fake timers, time passes only when the test says so. */
const isTimeFaked = (text: string) => text.includes('vi.useFakeTimers()')

const files = globSync([
  '{contract,domain,server,web,run}/**/*.test.{ts,tsx}',
  '{contract,domain,server,web}/**/testing/**/*.ts',
  'e2e/**/*.ts',
])

function fixedSleepsIn(text: string): number[] {
  if (isTimeFaked(text)) return []
  const lines = text.split('\n')
  return lines.flatMap((line, index) => (sleeps.test(line) && !reason.test(lines[index - 1] ?? '') ? [index + 1] : []))
}

test('no test sleeps, unless time is what it is about and a comment says so', () => {
  expect(files.length).toBeGreaterThan(200)
  const found = files.flatMap((file) => fixedSleepsIn(readFileSync(file, 'utf8')).map((line) => `${file}:${line}`))
  expect(found).toEqual([])
})

test.each([
  ['await page.waitForTimeout(500)', 1],
  ['await sleep(100)', 1],
  ['await new Promise((resolve) => setTimeout(resolve, 50))', 1],
  ['// Timed: as fast as a tracker may report.\nawait sleep(30)', 0],
  ['// Timed:\nawait sleep(30)', 1],
  ['vi.useFakeTimers()\nawait new Promise((resolve) => setTimeout(resolve, 50))', 0],
  ['await vi.waitFor(() => expect(asked).toBe(2))', 0],
])('%j holds %i of them', (text, count) => {
  expect(fixedSleepsIn(text)).toHaveLength(count)
})
