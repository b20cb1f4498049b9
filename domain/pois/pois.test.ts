import { describe, expect, test } from 'vitest'
import { poiTypes } from '#contract/pois/pois.ts'
import { categoriesNamed, categoryOf, typesOf } from './pois.ts'

test('every type belongs to exactly one category', () => {
  for (const type of poiTypes) {
    const category = categoryOf(type)
    expect(category && typesOf([category])).toContain(type)
  }
  expect(new Set(poiTypes).size).toBe(poiTypes.length)
})

test.each([
  ['SpeedControl', 'stationarySpeedCameras'],
  ['SemiStationarySpeedCameras', 'mobileSpeedCameras'],
  ['Weather', 'weather'],
  ['Accident', 'accidents'],
  ['AccidentHotspotMoto', 'motorcycleHazards'],
] as const)('%s is one of the %s', (type, category) => {
  expect(categoryOf(type)).toBe(category)
})

describe('a list of categories', () => {
  test.each([
    ['accidents', ['accidents']],
    [' accidents , weather,', ['accidents', 'weather']],
    ['', []],
  ])('"%s" is understood', (list, categories) => {
    expect(categoriesNamed(list)).toEqual(categories)
  })

  test.each(['Accidents', 'accidents;weather', 'accidents,toString'])('"%s" is refused', (list) => {
    expect(categoriesNamed(list)).toBeNull()
  })
})
