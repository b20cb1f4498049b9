import { expect, test } from 'vitest'
import { withHeights } from './weather.ts'

test.each([
  [null, null, 'Sturm'],
  [600, null, 'Nur oberhalb 600 m: Sturm'],
  [null, 1000, 'Nur unterhalb 1.000 m: Sturm'],
  [600, 1000, 'Nur zwischen 600 m und 1.000 m: Sturm'],
])('a warning from %s m to %s m begins with its heights: %s', (aboveMetres, belowMetres, words) => {
  expect(withHeights({ aboveMetres, belowMetres }, 'Sturm')).toBe(words)
})
