import { expect, test } from 'vitest'
import { kilometresPerHour } from './speed-unit.ts'

test.each([
  [10, 'knots', 18.52],
  [10, 'm/s', 36],
  [10, 'km/h', 10],
] as const)('%d %s are %d km/h', (value, unit, kmh) => {
  expect(kilometresPerHour(value, unit)).toBeCloseTo(kmh, 9)
})
