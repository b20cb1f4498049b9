import { expect, test } from 'vitest'
import type { Place } from '#contract/base/place.ts'
import { destination, distanceMetres } from '#domain/geo/geo.ts'
import { directionArrows } from './direction-arrows.ts'

const home: Place = { latitude: 49, longitude: 8.4 }
/** A step of 100 m each, all in one direction. */
const way = (from: Place, steps: number, bearing: number) =>
  Array.from({ length: steps + 1 }, (_, step) => destination(from, step * 100, bearing))

test.each<[string, Place[][], number, number[]]>([
  ['a way to the north has two that point north', [way(home, 40, 0)], 2, [0, 0]],
  ['a way to the east has four that point east', [way(home, 40, 90)], 4, [90, 90, 90, 90]],
  [
    'a way that was ridden out and back points both ways',
    [[...way(home, 20, 0), ...way(destination(home, 2_000, 0), 20, 180)]],
    2,
    [0, 180],
  ],
  ['a way of one step has one', [way(home, 1, 90)], 5, [90]],
  ['a gap between two pieces has none', [way(home, 20, 0), way(destination(home, 9_000, 90), 20, 0)], 2, [0, 0]],
  ['what stood has none', [[home, home]], 3, []],
  ['nothing has none', [], 3, []],
])('%s', (_name, segments, count, bearings) => {
  expect(directionArrows(segments, count).map(({ bearing }) => Math.round(bearing) % 360)).toEqual(bearings)
})

test('arrows stand half a distance from both ends', () => {
  const found = directionArrows([way(home, 40, 0)], 2)
  const metres = found.map(({ place }) => Math.round(distanceMetres(home, place) / 200) * 200)
  expect(metres).toEqual([1_000, 3_000])
})
