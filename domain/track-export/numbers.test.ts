import { expect, test } from 'vitest'
import { decimal, degrees, instant } from './numbers.ts'

test.each([
  [49.0069, '49.0069'],
  [8.40371234, '8.403712'],
  [8, '8'],
  [-0, '0'],
  [-0.000_000_1, '0'],
  [0.000_001, '0.000001'],
  [179.999_999_9, '180'],
])('%d degrees are written %s', (angle, text) => {
  expect(degrees(angle)).toBe(text)
})

test.each([
  [115.04, '115'],
  [10.25, '10.3'],
  [-1_000_000, '-1000000'],
])('%d is written %s with one decimal', (value, text) => {
  expect(decimal(value, 1)).toBe(text)
})

test.each([
  ['2026-03-01T08:00:00.000Z', '2026-03-01T08:00:00Z'],
  ['2026-03-01T08:00:10.500Z', '2026-03-01T08:00:10.5Z'],
  ['2026-03-01T08:00:10.007Z', '2026-03-01T08:00:10.007Z'],
  ['2026-03-01T08:00:00+01:00', '2026-03-01T07:00:00Z'],
])('%s is written %s', (at, text) => {
  expect(instant(at)).toBe(text)
})
