import { expect, it } from 'vitest'
import { isFresh } from './last-position.ts'

it.each([
  ['2026-06-13T12:00:00Z', true],
  ['2026-06-13T11:45:01Z', true],
  ['2026-06-13T11:45:00Z', false],
  ['2026-06-12T12:00:00Z', false],
  ['2026-06-13T12:02:00Z', true],
  ['2026-06-13T12:02:01Z', false],
])('a position of %s is current at noon: %s', (recordedAt, fresh) => {
  expect(isFresh(recordedAt, new Date('2026-06-13T12:00:00Z'))).toBe(fresh)
})
