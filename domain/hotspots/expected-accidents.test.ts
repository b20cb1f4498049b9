import { describe, expect, test } from 'vitest'
import { randomFrom } from '#domain/testing/random.ts'
import type { AccidentPredictor } from './accidents.ts'
import { estimate, isStriking, rangeOf, spreadOf } from './expected-accidents.ts'
import { accidentsAt, columnsOf, done, junctions, type MadeUpAccident } from './testing/made-up-country.ts'

const here = { east: 500_000, north: 5_600_000 }
const times = (count: number, predictor: AccidentPredictor, more: Partial<MadeUpAccident> = {}) =>
  Array.from({ length: count }, () => ({ ...here, predictor, ...more }))
const expectedHere = (accidents: readonly MadeUpAccident[], builtUp = true) =>
  done(estimate(columnsOf(accidents))).at(here, builtUp)

describe('with few accidents, what is usual decides', () => {
  test.each([
    ['none', [], 0],
    ['one with a motorcycle in one year', times(1, 'motorcycle', { years: 1 }), 0.123],
    ['one with a motorcycle in five years', times(1, 'motorcycle', { years: 5 }), 0.025],
    ['a car that turned off', times(1, 'turning', { years: 1 }), 0.131],
    ['a car and somebody on foot', times(1, 'carWithOthers', { years: 1 }), 0.07],
    ['one 60 m away', times(1, 'motorcycle', { years: 1, east: here.east + 60 }), 0.039],
    ['one a kilometre away', times(1, 'motorcycle', { years: 1, east: here.east + 1000 }), 0],
    ['one without a place', times(1, 'motorcycle', { years: 1, east: NaN }), 0],
  ])('%s', (_what, accidents, expected) => {
    expect(expectedHere(accidents).motorcycles).toBeCloseTo(expected, 2)
  })

  test('three in a small town are believed a little more than one, and never as three a year', () => {
    const { motorcycles, known } = expectedHere(times(3, 'motorcycle', { years: 1 }))
    expect(known).toBe(3)
    expect(motorcycles).toBeGreaterThan(0.3)
    expect(motorcycles).toBeLessThan(1)
  })
})

test('on the open road a place reaches 150 m, in built-up areas 50 m', () => {
  const accidents = times(4, 'motorcycle', { east: here.east + 100, builtUp: false })
  expect([expectedHere(accidents, false).known, expectedHere(accidents, true).known]).toEqual([4, 0])
})

test.each([
  [0.05, 0.3],
  [0.2, 1],
])('how often cars go with motorcycles is learnt: %d for each of a car', (motorcyclesPerCar, expected) => {
  const random = randomFrom(1)
  const country = accidentsAt(junctions(random, { count: 3000, motorcyclesPerCar }), 3, random)
  // A place that is like the others but had no motorcycle accident.
  const quiet = { east: 700_000, north: 5_700_000 }
  const cars = Array.from({ length: 15 }, () => ({ ...quiet, predictor: 'car' as const }))
  const { motorcycles, byExposure } = done(estimate(columnsOf([...country, ...cars]))).at(quiet, true)
  expect(byExposure).toBeGreaterThan(0.7 * expected * 0.8)
  expect(byExposure).toBeLessThan(1.4 * expected)
  expect(motorcycles).toBeLessThanOrEqual(byExposure ?? 0)
})

describe('whether a place is striking', () => {
  const random = randomFrom(7)
  const places = junctions(random, { count: 4000, motorcyclesPerCar: 0.2, strikingEvery: 50 })
  const estimated = done(estimate(columnsOf(accidentsAt(places, 5, random))))
  const spread = done(spreadOf(estimated))
  const striking = places.map((place) => isStriking(estimated.at(place, true), 5, spread))
  const isOf = (_: unknown, index: number) => index % 50 === 49

  test('is found for some of those that are', () => {
    expect(striking.filter(isOf).filter(Boolean).length).toBeGreaterThan(15)
  })

  test('is said of not one in a hundred of the others', () => {
    const others = striking.filter((_, index) => index % 50 !== 49)
    expect(others.filter(Boolean).length).toBeLessThan(others.length / 100)
  })

  test('is never said where nobody knows the other accidents', () => {
    const alone = times(20, 'motorcycleAlone')
    const estimated = done(estimate(columnsOf(alone)))
    expect(estimated.at(here, true).byExposure).toBeNull()
    expect(isStriking(estimated.at(here, true), 3, done(spreadOf(estimated)))).toBe(false)
  })
})

test.each([
  [0, 0.2, 2.2],
  [2, 0.3, 1.9],
  [20, 0.6, 1.4],
])('with %i accidents known, the true number is between %d and %d times the expected one', (known, least, most) => {
  const range = rangeOf({ motorcycles: 1, byExposure: 1, exposureVariance: 0.02, known }, 3, {
    level: 1,
    shape: 3,
    unseen: 0.1,
  })
  expect(range.least).toBeGreaterThan(least)
  expect(range.most).toBeLessThan(most)
  expect(range.least).toBeLessThan(1)
  expect(range.most).toBeGreaterThan(1)
})
