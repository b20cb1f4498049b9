import { describe, expect, test } from 'vitest'
import { randomFrom } from '#domain/testing/random.ts'
import {
  asEstimated,
  estimateOf,
  learntFrom,
  type LeftOutPlace,
  recalibrated,
  type Recalibration,
  usualRecalibration,
} from './recalibration.ts'
import { poisson } from './testing/made-up-country.ts'

describe('what is expected', () => {
  test.each<[string, number, Recalibration, number]>([
    ['as much as is estimated, where estimates are believed', 1.3, asEstimated, 1.3],
    ['a share of it, where all are too large', 1.3, { level: 0.8, slope: 1 }, 1.04],
    ['less of the largest', 2.8, { level: 1, slope: 0.5 }, 1.4],
    ['the same in their middle', 0.7, { level: 1, slope: 0.5 }, 0.7],
    ['more of the least', 0.175, { level: 1, slope: 0.5 }, 0.35],
    ['nothing where nothing is estimated', 0, { level: 1, slope: 0.5 }, 0],
  ])('is %s', (_what, estimated, recalibration, expected) => {
    expect(recalibrated(estimated, recalibration)).toBeCloseTo(expected, 6)
    expect(estimateOf(expected, recalibration)).toBeCloseTo(estimated, 6)
  })
})

describe('what an estimate is worth', () => {
  const placesWith = (count: number, { level, slope }: Recalibration, traffic = 1) => {
    const random = randomFrom(5)
    return Array.from({ length: count }, (): LeftOutPlace => {
      const estimated = 0.35 - 0.4 * Math.log(1 - random())
      return { estimated, came: poisson(traffic * recalibrated(estimated, { level, slope }), random), traffic }
    })
  }

  test('is the usual where nothing is known', () => {
    expect(learntFrom([])).toEqual({
      level: expect.closeTo(usualRecalibration.level, 6),
      slope: expect.closeTo(usualRecalibration.slope, 6),
    })
  })

  test.each<[string, Recalibration, number]>([
    ['the largest are too large', { level: 1.1, slope: 0.6 }, 1],
    ['all are right', { level: 1, slope: 1 }, 1],
    ['all are too large', { level: 0.75, slope: 0.9 }, 1],
    ['the largest are too large, in a year with half the traffic', { level: 1.1, slope: 0.6 }, 0.5],
  ])('is learnt from many places: %s', (_what, truth, traffic) => {
    const learnt = learntFrom(placesWith(6000, truth, traffic))
    expect(Math.abs(learnt.level - truth.level)).toBeLessThan(0.04)
    expect(Math.abs(learnt.slope - truth.slope)).toBeLessThan(0.08)
  })

  test('stays near the usual with a few', () => {
    const few = learntFrom(placesWith(10, { level: 1.6, slope: 1.1 }))
    expect(Math.abs(few.level - usualRecalibration.level)).toBeLessThan(0.15)
    expect(Math.abs(few.slope - usualRecalibration.slope)).toBeLessThan(0.1)
  })

  test('keeps the order of places, even where the largest had nothing', () => {
    const places = placesWith(2000, { level: 1, slope: 1 })
    const learnt = learntFrom(places.map(({ estimated }) => ({ estimated, came: estimated > 1 ? 0 : 1, traffic: 1 })))
    expect(recalibrated(2, learnt)).toBeGreaterThan(recalibrated(1, learnt))
  })
})
