import { expect, test } from 'vitest'
import { savedRoutesLimits } from '#contract/saved-routes/saved-routes-limits.ts'
import { piecesToSave } from './pieces-to-save.ts'

const piece = (points: number, start = 0) =>
  Array.from({ length: points }, (_, index) => ({
    latitude: 49 + Math.sin(index / 7) / 100,
    longitude: 8 + (start + index) / 10_000,
  }))

test('a short line is kept as it is', () => {
  expect(piecesToSave([piece(400), piece(300)])).toEqual([piece(400), piece(300)])
})

test.each([
  [1, 5000],
  [savedRoutesLimits.pieces, 100],
  [savedRoutesLimits.pieces, 21],
  [3, 400],
])('a line of %i pieces with %i points each keeps its ends and fits', (pieces, points) => {
  const whole = Array.from({ length: pieces }, (_, index) => piece(points, index * points))
  const saved = piecesToSave(whole)
  expect(saved.flat().length).toBeLessThanOrEqual(savedRoutesLimits.points)
  expect(saved.map((each) => [each[0], each.at(-1)])).toEqual(whole.map((each) => [each[0], each.at(-1)]))
})
