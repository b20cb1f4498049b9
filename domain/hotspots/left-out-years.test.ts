import { expect, test } from 'vitest'
import { randomFrom } from '#domain/testing/random.ts'
import { learnRecalibrations } from './left-out-years.ts'
import { usualRecalibration } from './recalibration.ts'
import { accidentsAt, columnsOf, done, junctions } from './testing/made-up-country.ts'

/** What is learnt in a country: whether its places differ, or all have the same traffic and the largest are chance. */
function learntIn({ years, differ }: { years: number; differ: boolean }) {
  const random = randomFrom(4)
  const places = junctions(random, { count: 1500, motorcyclesPerCar: 0.25 }).map((place) =>
    differ ? place : { ...place, carsAYear: 2, motorcyclesAYear: 0.5 },
  )
  return done(learnRecalibrations(columnsOf(accidentsAt(places, years, random)))).builtUp
}

test('where places differ, large estimates are believed more than where they are chance', () => {
  const [differing, alike] = [true, false].map((differ) => learntIn({ years: 2, differ }))
  expect(differing?.slope).toBeGreaterThan(usualRecalibration.slope)
  expect(alike?.slope).toBeLessThan(usualRecalibration.slope)
})

test('from a single year nothing is learnt', () => {
  expect(learntIn({ years: 1, differ: false })).toEqual({
    level: expect.closeTo(usualRecalibration.level, 6),
    slope: expect.closeTo(usualRecalibration.slope, 6),
  })
})
