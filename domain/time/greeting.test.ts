import { expect, test } from 'vitest'
import { greetingAt } from './greeting.ts'

test.each([
  ['2026-07-01T02:59:00Z', 'Hallo'],
  ['2026-07-01T03:00:00Z', 'Guten Morgen'],
  ['2026-07-01T08:59:00Z', 'Guten Morgen'],
  ['2026-07-01T09:00:00Z', 'Guten Tag'],
  ['2026-07-01T15:59:00Z', 'Guten Tag'],
  ['2026-07-01T16:00:00Z', 'Guten Abend'],
  ['2026-07-01T21:59:00Z', 'Guten Abend'],
  ['2026-07-01T22:00:00Z', 'Hallo'],
  ['2026-12-01T16:59:00Z', 'Guten Tag'],
  ['2026-12-01T17:00:00Z', 'Guten Abend'],
])('at %s one says %s in Germany', (instant, greeting) => {
  expect(greetingAt(instant)).toBe(greeting)
})
