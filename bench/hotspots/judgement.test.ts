import { describe, expect, test } from 'vitest'
import { poisson } from '#domain/hotspots/testing/made-up-country.ts'
import { randomFrom } from '#domain/testing/random.ts'
import { judged, type JudgedPlace, meansOf, tilted } from './judgement.ts'

test.each([
  [0, 0, 3],
  [10, 5.43, 16.96],
  [48, 37.2, 61.1],
])('%i that came are no surprise where %d to %d are expected', (came, least, most) => {
  expect(meansOf(came, 0.9).least).toBeCloseTo(least, 1)
  expect(meansOf(came, 0.9).most).toBeCloseTo(most, 1)
})

describe('a judge of expectations', () => {
  const random = randomFrom(11)
  /** As many places as four years of Berlin have, and what comes there by chance. */
  const places = Array.from({ length: 900 }, (): JudgedPlace => {
    const expected = 0.45 + 0.45 * -Math.log(1 - random())
    return { expected, came: poisson(expected, random) }
  })

  test('finds nothing where as many come as are expected', () => {
    expect(judged(places).misses).toEqual([])
  })

  test.each([1.4, 1 / 1.4])('finds a tilt of %d', (tilt) => {
    const { misses, slope } = judged(tilted(places, tilt))
    expect(misses).not.toEqual([])
    expect(Math.abs(slope.value - 1)).toBeGreaterThan(0.2)
  })

  test('finds that all expect a fifth too much', () => {
    const { misses } = judged(places.map(({ expected, came }) => ({ expected: 1.2 * expected, came })))
    expect(misses).not.toEqual([])
  })

  test('leaves the sum as it is when it plants a tilt', () => {
    const of = (judgedPlaces: readonly JudgedPlace[]) => judgedPlaces.reduce((sum, { expected }) => sum + expected, 0)
    expect(of(tilted(places, 1.4))).toBeCloseTo(of(places), 6)
  })
})
