import { describe, expect, test } from 'vitest'
import type { Accident } from './accidents.ts'
import { destination } from '#domain/geo/geo.ts'
import {
  type AccidentPart,
  centreOf,
  cutIntoPlaces,
  idsOf,
  isHotspot,
  partsLookedAt,
  radiusMetres,
  yearsOf,
} from './hotspots.ts'

const home = { latitude: 49, longitude: 8.4 }
const accident = (known: Partial<Accident> = {}): Accident => ({
  ...home,
  year: 2020,
  category: 3,
  kind: null,
  type: null,
  light: null,
  surface: null,
  ...known,
})
const ofCategories = (categories: string) =>
  [...categories].map((digit) => accident({ category: digit === '1' ? 1 : digit === '2' ? 2 : 3 }))

describe('a hotspot is', () => {
  test.each([
    // Over all five years: 5 for killed or seriously injured, 2 for slightly, 15 in all, or three severe.
    ['222', 5, true],
    ['122', 5, true],
    ['111', 5, true],
    ['22', 5, false],
    ['22333', 5, true],
    ['2233', 5, false],
    ['33333333', 5, true],
    ['3333333', 5, false],
    ['2333333', 5, true],
    ['', 5, false],
    // With three of the five years: 9, or two severe (1.8).
    ['223', 3, true],
    ['22', 3, false],
    ['233', 3, true],
    ['33333', 3, true],
    ['3333', 3, false],
    // With one year: 3, or one severe; but never fewer than three accidents.
    ['333', 1, true],
    ['33', 1, false],
    ['2', 1, false],
    ['11', 1, false],
  ])('accidents of the categories "%s" in %i years: %s', (categories, years, expected) => {
    expect(isHotspot(ofCategories(categories), years)).toBe(expected)
  })
})

test('accidents belong together within 50 m in built-up areas and 150 m outside', () => {
  expect([radiusMetres(true), radiusMetres(false)]).toEqual([50, 150])
})

describe('a chain of neighbours', () => {
  const along = (...metres: number[]) => metres.map((at) => accident(destination(home, at, 90)))

  test.each([
    {
      what: 'without an accident further than two radii from the middle is one place',
      at: [0, 45, 90, 130],
      places: [4],
    },
    {
      what: 'that is longer is cut around its densest place',
      at: [0, 40, 80, 120, 160, 200, 210, 220],
      places: [7, 1],
    },
    { what: 'of two crowds becomes two', at: [0, 5, 10, 290, 295, 300], places: [3, 3] },
    { what: 'of none is none', at: [], places: [] },
  ])('$what', ({ at, places }) => {
    const cut = cutIntoPlaces(along(...at), 50)
    expect(cut.map((place) => place.length)).toEqual(places)
    expect(cut.flat()).toHaveLength(at.length)
  })

  test('has its centre on one of its accidents', () => {
    const accidents = along(0, 10, 100)
    expect(centreOf(accidents)).toBe(accidents[1])
    expect(centreOf([])).toBeNull()
  })
})

describe('the parts that are looked at', () => {
  const part = (region: string, year: number, known: Partial<AccidentPart> = {}): AccidentPart => ({
    region,
    land: Number(region),
    whole: true,
    year,
    months: 12,
    ...known,
  })
  const town = (year: number) => part('regensburg.csv', year, { land: 9, whole: false })
  const looked = (...parts: AccidentPart[]) => partsLookedAt(parts, 2026).map(({ region, year }) => `${region} ${year}`)

  test('are of the last five years that are known, the same ones for every Land', () => {
    expect(looked(part('11', 2016), part('11', 2018), part('9', 2022), part('9', 2017))).toEqual(['11 2018', '9 2022'])
  })

  test('are of complete years: not of this year, and not from a file that lacks months', () => {
    expect(looked(part('9', 2026), part('9', 2025, { months: 11 }), part('9', 2020))).toEqual(['9 2020'])
  })

  test('are the whole Land if it is known, otherwise the known parts of it', () => {
    expect(looked(town(2019), town(2020), part('9', 2020), part('11', 2019))).toEqual([
      'regensburg.csv 2019',
      '9 2020',
      '11 2019',
    ])
  })

  test('are none if there are no files', () => expect(looked()).toEqual([]))

  test('give the years that are known of the regions of some accidents', () => {
    const parts = [town(2018), part('9', 2020), part('9', 2019), part('11', 2016)]
    expect(yearsOf(parts, ['9'])).toEqual([2019, 2020])
    expect(yearsOf(parts, ['9', 'regensburg.csv'])).toEqual([2018, 2019, 2020])
  })
})

describe('the id of a hotspot', () => {
  const at = (metres: number, radius = 50) => ({ ...destination(home, metres, 0), radius })
  const known = (sourceId: string, metres: number) => ({ sourceId, ...destination(home, metres, 0) })

  test.each([
    { what: 'is that of the hotspot that was there', now: [at(0)], before: [known('a', 0)], ids: ['a'] },
    { what: 'stays when its middle moves', now: [at(0)], before: [known('a', 40)], ids: ['a'] },
    {
      what: 'is new if it is further away than the radius',
      now: [at(0)],
      before: [known('a', 60)],
      ids: ['49.00000,8.40000'],
    },
    {
      what: 'goes to the nearest of two',
      now: [at(0), at(30)],
      before: [known('a', 25)],
      ids: ['49.00000,8.40000', 'a'],
    },
    { what: 'is never used twice', now: [at(0), at(30)], before: [known('a', 10), known('b', 20)], ids: ['a', 'b'] },
    { what: 'is found over the edge of a cell', now: [at(1100, 150)], before: [known('a', 1150)], ids: ['a'] },
    {
      what: 'is new at a place whose id has gone to another one',
      now: [at(0), at(8)],
      before: [known('49.00000,8.40000', 7)],
      ids: ['49.00000,8.40000+', '49.00000,8.40000'],
    },
  ])('$what', ({ now, before, ids }) => {
    expect(idsOf(now, before)).toEqual(ids)
  })
})
