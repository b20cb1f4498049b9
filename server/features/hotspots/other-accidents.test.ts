import { expect, test } from 'vitest'
import { createSquares } from './other-accidents.ts'

test('accidents are gathered by part, square and whether they are in a built-up area, to the metre', () => {
  const squares = createSquares()
  squares.add(1, { east: 459_999.9, north: 5_600_000 }, true, 'turning')
  squares.add(1, { east: 460_000, north: 5_600_001.2 }, true, 'car')
  squares.add(1, { east: 460_003, north: 5_600_001.2 }, true, 'withoutCar')
  squares.add(1, { east: 460_000, north: 5_600_001.2 }, false, 'car')
  squares.add(2, { east: 460_000, north: 5_600_001.2 }, true, 'car')
  expect(squares.count()).toBe(5)
  const square = { squareEast: 460_000, squareNorth: 5_600_000, easts: [0], norths: [1], signs: [3] }
  expect(squares.taken()).toEqual([
    [
      { partId: 1, squareEast: 450_000, squareNorth: 5_600_000, builtUp: true, easts: [9999], norths: [0], signs: [0] },
      { ...square, partId: 1, builtUp: true, easts: [0, 3], norths: [1, 1], signs: [3, 5] },
      { ...square, partId: 1, builtUp: false },
      { ...square, partId: 2, builtUp: true },
    ],
  ])
  expect(squares.count()).toBe(0)
  expect(squares.taken()).toEqual([])
})

test('many are taken in pieces of a few thousand', () => {
  const squares = createSquares()
  for (let index = 0; index < 20_000; index += 1) {
    squares.add(1, { east: 500_000 + 100 * (index % 1000), north: 5_600_000 }, true, 'car')
  }
  const sizes = squares.taken().map((piece) => piece.reduce((sum, { signs }) => sum + signs.length, 0))
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(20_000)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(6000)
})
