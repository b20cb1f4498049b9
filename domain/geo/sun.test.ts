import { expect, test } from 'vitest'
import { sunPosition } from './sun.ts'

const karlsruhe = { latitude: 49.0069, longitude: 8.4037 }

/** The highest sun is 90 degrees less the latitude, and more or less by the tilt of the earth; it stands in the south then. */
test.each([
  ['the longest day', karlsruhe, '2026-06-21T11:28:00Z', 64.4, 180],
  ['the shortest day', karlsruhe, '2026-12-21T11:25:00Z', 17.6, 180],
  ['the longest day south of the equator', { latitude: -49.0069, longitude: 8.4037 }, '2026-12-21T11:25:00Z', 64.4, 0],
])('at noon of %s', (_, place, at, height, bearing) => {
  const sun = sunPosition(place, new Date(at))
  expect(Math.abs(sun.height - height)).toBeLessThan(0.1)
  expect(Math.abs(((sun.bearing - bearing + 540) % 360) - 180)).toBeLessThan(1)
})

test('it rises in the east and sets in the west when day and night are equal', () => {
  const [morning, evening] = ['2026-03-20T05:36:00Z', '2026-03-20T17:34:00Z'].map((at) =>
    sunPosition(karlsruhe, new Date(at)),
  )
  expect([morning, evening].map((sun) => Math.round((sun?.bearing ?? 0) / 10) * 10)).toEqual([90, 270])
  expect([morning, evening].every((sun) => Math.abs(sun?.height ?? 90) < 1.5)).toBe(true)
})

test('it stands in the same place on both sides of the antimeridian', () => {
  const at = new Date('2026-06-21T00:00:00Z')
  const [west, east] = [-180, 180].map((longitude) => sunPosition({ latitude: 10, longitude }, at))
  expect(west?.height).toBeCloseTo(east?.height ?? 0, 6)
  expect(west?.bearing).toBeCloseTo(east?.bearing ?? 0, 6)
})
