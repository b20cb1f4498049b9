import { expect, test } from 'vitest'
import { contrastRatio, readColour } from './contrast.ts'

test.each([
  ['rgb(0, 0, 0)', 'rgb(255, 255, 255)', 21],
  ['rgb(255, 255, 255)', 'rgb(0, 0, 0)', 21],
  ['rgb(118, 118, 118)', 'rgb(255, 255, 255)', 4.54],
  ['rgb(10, 20, 30)', 'rgb(10, 20, 30)', 1],
])('%s on %s has a contrast of %s', (one, other, ratio) => {
  expect(contrastRatio(readColour(one), readColour(other))).toBeCloseTo(ratio, 2)
})
