import { expect, test } from 'vitest'
import { placeKey, seemsSwapped, turned } from './swapped.ts'

test.each([
  ['Karlsruhe', 49.0069, 8.4037, false],
  ['Karlsruhe the other way round', 8.4037, 49.0069, true],
  ['the North Cape the other way round', 25.78, 71.17, true],
  ['Rome the other way round', 12.5, 41.9, true],
  // Swapped, it would lie in Europe, too: so it is kept as it is.
  ['Athens', 37.98, 23.73, false],
  ['New York', 40.7, -74, false],
  ['Cape Town', -33.9, 18.4, false],
])('%s seems swapped: %s, %s is %s', (_name, latitude, longitude, swapped) => {
  expect(seemsSwapped({ latitude, longitude })).toBe(swapped)
  if (swapped) expect(seemsSwapped(turned({ latitude, longitude }))).toBe(false)
})

test('two places are the same within about a metre and with the same limit', () => {
  const place = { latitude: 49.123_456_7, longitude: 8.4, speed: 50 }
  expect(placeKey({ ...place, latitude: 49.123_458 })).toBe(placeKey(place))
  expect(placeKey({ ...place, latitude: 49.1236 })).not.toBe(placeKey(place))
  expect(placeKey({ ...place, speed: 70 })).not.toBe(placeKey(place))
})
