import { expect, test } from 'vitest'
import { metresAhead, secondsAhead } from './warning-distance.ts'

const inSeconds = (seconds: number) => ({ measure: 'seconds' as const, metres: 500, seconds })
const inMetres = (metres: number) => ({ measure: 'metres' as const, metres, seconds: 20 })

test.each([
  [20, 100, 556],
  [20, 50, 278],
  [20, 130, 722],
  [120, 100, 3333],
  [5, 30, 42],
])('%i s at %i km/h are %i m', (seconds, speed, metres) => {
  expect(metresAhead(inSeconds(seconds), speed)).toBe(metres)
  expect(secondsAhead(inSeconds(seconds), speed)).toBe(seconds)
})

test.each([
  [500, 100, 18],
  [500, 50, 36],
  [2000, 130, 55],
])('%i m at %i km/h leave %i s', (metres, speed, seconds) => {
  expect(secondsAhead(inMetres(metres), speed)).toBe(seconds)
  expect(metresAhead(inMetres(metres), speed)).toBe(metres)
})
