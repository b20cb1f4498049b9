import { expect, test } from 'vitest'
import { heightsInWords } from './weather.ts'

test.each([
  [null, null, null],
  [600, null, 'nur oberhalb 600 m'],
  [null, 1000, 'nur unterhalb 1.000 m'],
  [600, 1000, 'nur zwischen 600 m und 1.000 m'],
])('a warning from %s m to %s m holds %s', (aboveMetres, belowMetres, words) => {
  expect(heightsInWords({ aboveMetres, belowMetres })).toBe(words)
})
