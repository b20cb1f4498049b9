import { expect, test } from 'vitest'
import { accidentPredictors, countOfYears, isMotorcycle, otherAccidentOf, predictorIndex } from './accidents.ts'

test.each([
  [2, true, false, 'turning'],
  [2, true, true, 'turning'],
  [3, true, false, 'crossing'],
  [6, true, false, 'along'],
  [1, true, false, 'car'],
  [null, true, false, 'car'],
  [4, true, true, 'carWithOthers'],
  [null, true, true, 'carWithOthers'],
  [2, false, true, 'withoutCar'],
])('type %s, with a car: %s, with bicycles or on foot: %s is "%s"', (type, withCar, withBicycleOrOnFoot, predictor) => {
  expect(otherAccidentOf({ type, withCar, withBicycleOrOnFoot })).toBe(predictor)
})

test('two predictors are of motorcycles', () => {
  expect(accidentPredictors.filter((predictor) => isMotorcycle(predictorIndex(predictor)))).toEqual([
    'motorcycle',
    'motorcycleAlone',
  ])
})

test.each([
  [0, 0],
  [0b00001, 1],
  [0b10100, 2],
  [0b11111, 5],
])('the known years %i are %i', (knownYears, count) => {
  expect(countOfYears(knownYears)).toBe(count)
})
