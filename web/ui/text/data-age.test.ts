import { expect, test } from 'vitest'
import { ageInWords } from './data-age.ts'

test.each([
  ['2026-11-22T20:20:00Z', 'Stand: 21:20 Uhr, vor 12 Minuten'],
  ['2026-11-22T20:31:40Z', 'Stand: 21:31 Uhr, vor 20 Sekunden'],
  // The day is that of Germany: 23:30 UTC is already the 22nd here.
  ['2026-11-21T23:30:00Z', 'Stand: 00:30 Uhr, vor 21 Stunden'],
  ['2026-11-21T20:00:00Z', 'Stand: 21.11.2026, 21:00 Uhr, gestern'],
])('what was answered at %s is said to be as old as it is: %s', (at, words) => {
  expect(ageInWords(new Date(at), new Date('2026-11-22T20:32:00Z'))).toBe(words)
})
