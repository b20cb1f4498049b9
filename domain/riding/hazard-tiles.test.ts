import { expect, test } from 'vitest'
import { destination, isInside } from '#domain/geo/geo.ts'
import { boxOfTile, tilesKnownAt } from './hazard-tiles.ts'

test.each([
  ['Hannover', 52.37, 9.73],
  ['Oberstdorf', 47.41, 10.28],
  ['a place at the antimeridian', -17, 179.9],
])('around %s every place within 50 km lies in one of at most nine tiles', (_, latitude, longitude) => {
  const tiles = tilesKnownAt({ latitude, longitude })
  expect(tiles.length).toBeLessThanOrEqual(9)
  for (let bearing = 0; bearing < 360; bearing += 15) {
    for (const metres of [0, 20_000, 49_900]) {
      const place = destination({ latitude, longitude }, metres, bearing)
      expect(tiles.filter((tile) => isInside(boxOfTile(tile), place))).toHaveLength(1)
    }
  }
})

test('the tile of the rider comes first', () => {
  for (const longitude of [9.73, -0.001, 179.99]) {
    const place = { latitude: 52.37, longitude }
    const [first] = tilesKnownAt(place)
    expect(first !== undefined && isInside(boxOfTile(first), place)).toBe(true)
  }
})

test('at the pole there is no tile beyond the map', () => {
  expect(tilesKnownAt({ latitude: 85.05, longitude: 0 }).every(({ y }) => y >= 0)).toBe(true)
})
