import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createInstantWriter } from './instant-writer.ts'

const iso = (time: number) => new Date(time).toISOString()

test.each([
  ['a minute apart', [0, 60_000, 120_000]],
  ['on both sides of an hour', [Date.UTC(2026, 2, 29, 0, 59, 59, 999), Date.UTC(2026, 2, 29, 1)]],
  ['on both sides of a year, and back', [Date.UTC(2026, 11, 31, 23, 59, 59, 999), Date.UTC(2027, 0, 1), 0]],
  ['before 1970', [-1, -3_600_000, -3_600_001]],
])('times %s are written as instants', (_name, times) => {
  expect(times.map(createInstantWriter())).toEqual(times.map(iso))
})

test('any times are written as `toISOString` would', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: Date.UTC(2200, 0) })), (times) => {
      expect(times.map(createInstantWriter())).toEqual(times.map(iso))
    }),
  )
})
