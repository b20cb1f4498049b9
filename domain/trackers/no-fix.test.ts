import { expect, test } from 'vitest'
import { isNoFix } from './no-fix.ts'

test.each([
  ['both coordinates are 0', 0, 0, true],
  ['the longitude is exactly 0', 49.00833, 0, true],
  ['the latitude is exactly 0', 0, 8.40417, true],
  ['a coordinate is 0 with a sign', -0, 8.40417, true],
  ['a rider is beside the meridian of Greenwich', 51.47788, 0.00001, false],
  ['a rider is on the other side of it', 51.47788, -0.00001, false],
])('it is told whether %s: %d/%d', (_name, latitude, longitude, expected) => {
  expect(isNoFix({ latitude, longitude })).toBe(expected)
})
