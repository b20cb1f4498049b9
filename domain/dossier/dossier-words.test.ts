import { expect, test } from 'vitest'
import { deletionSentence } from './dossier-words.ts'

test.each([
  ['2026-06-01T21:59:59Z', '01.06.2026', '15.06.2026'],
  ['2026-06-01T22:00:00Z', '02.06.2026', '16.06.2026'],
  // From one midnight on: by then the clocks are put back, and it is an hour earlier.
  ['2026-10-24T22:10:00Z', '25.10.2026', '07.11.2026'],
])('positions since %s are said to be of %s and to be deleted on %s, by German days', (oldest, measured, deleted) => {
  expect(deletionSentence(oldest)).toBe(`Positionen vom ${measured} werden am ${deleted} gelöscht.`)
})
