import { describe, expect, test } from 'vitest'
import { destination } from '#domain/geo/geo.ts'
import { randomFrom } from '#domain/testing/random.ts'
import { type AccidentPart, idsOf, othersAreKnown, partsLookedAt, searchHotspots, yearsOf } from './hotspots.ts'
import { accidentsAt, columnsOf, done, junctions, type MadeUpAccident } from './testing/made-up-country.ts'

const home = { latitude: 49, longitude: 8.4 }

describe('hotspots', () => {
  const at = (east: number, count: number, more: Partial<MadeUpAccident> = {}) =>
    Array.from({ length: count }, () => ({
      east: 500_000 + east,
      north: 5_600_000,
      predictor: 'motorcycle' as const,
      ...more,
    }))
  const found = (...accidents: MadeUpAccident[][]) => done(searchHotspots(columnsOf(accidents.flat()), 0.5)).hotspots
  const middles = (...accidents: MadeUpAccident[][]) => found(...accidents).map(({ east }) => east - 500_000)

  test.each([
    { what: 'are none without accidents', accidents: [], middles: [] },
    { what: 'are where many are to be expected', accidents: [at(0, 20), at(1000, 2)], middles: [0] },
    { what: 'are the worst first', accidents: [at(0, 20), at(1000, 40)], middles: [1000, 0] },
    { what: 'do not reach into each other', accidents: [at(0, 60), at(95, 20), at(130, 40)], middles: [0, 130] },
    {
      what: 'reach further on the open road',
      accidents: [at(0, 80, { builtUp: false }), at(290, 20, { builtUp: false }), at(370, 55, { builtUp: false })],
      middles: [0, 370],
    },
    { what: 'had a motorcycle accident', accidents: [at(0, 60, { predictor: 'car' })], middles: [] },
    {
      what: 'are more where others had accidents, too',
      accidents: [at(0, 6), at(1000, 6), at(1000, 15, { predictor: 'turning' })],
      middles: [1000],
    },
    {
      what: 'are known where only motorcycles are',
      accidents: [at(0, 9, { predictor: 'motorcycleAlone' })],
      middles: [0],
    },
    { what: 'are never at accidents without a place', accidents: [at(NaN, 40), at(0, 20)], middles: [0] },
  ])('$what', ({ accidents, middles: expected }) => {
    expect(middles(...accidents)).toEqual(expected)
  })

  test('name the motorcycle accidents within their radius', () => {
    const [hotspot] = found(at(0, 20), at(45, 1), at(55, 1), at(0, 5, { predictor: 'car' }))
    expect(hotspot?.accidents).toHaveLength(21)
    expect(hotspot).toMatchObject({ years: 3, builtUp: true, expectation: { known: 21 } })
  })

  describe('of a made-up country', () => {
    const random = randomFrom(3)
    const places = junctions(random, { count: 1000, motorcyclesPerCar: 0.15 })
    const accidents = new Map([2, 5].map((years) => [years, accidentsAt(places, years, random)]))
    const countries = new Map<number, ReturnType<typeof found>>()
    /** Searched once: it is the longest work here. */
    const knownFor = (years: number) => {
      const hotspots = countries.get(years) ?? found(accidents.get(years) ?? [])
      countries.set(years, hotspots)
      return hotspots
    }

    test.each([2, 5])('expect what comes, with %i years known', (years) => {
      const hotspots = knownFor(years)
      const expected = hotspots.reduce((sum, { expectation }) => sum + expectation.motorcycles, 0)
      const truth = hotspots.reduce((sum, { east, north }) => {
        const place = places.find((each) => Math.hypot(each.east - east, each.north - north) < 100)
        return sum + (place?.motorcyclesAYear ?? 0)
      }, 0)
      expect(expected / truth).toBeGreaterThan(0.8)
      expect(expected / truth).toBeLessThan(1.2)
    })

    test.each([2, 5])('are nearly all places that have as many, and hardly more, with %i years known', (years) => {
      const truth = places.filter(({ motorcyclesAYear }) => motorcyclesAYear >= 0.5).length
      expect(knownFor(years).length / truth).toBeGreaterThan(0.6)
      expect(knownFor(years).length / truth).toBeLessThan(1.2)
    })
  })
})

describe('the parts that are looked at', () => {
  const part = (region: string, year: number, known: Partial<AccidentPart> = {}): AccidentPart => ({
    region,
    land: Number(region),
    whole: true,
    year,
    months: 12,
    withOthers: true,
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

test('other accidents are known of a region only if they are of each of its years', () => {
  const part = { region: '9', land: 9, whole: true, year: 2020, months: 12, withOthers: true }
  const parts = [part, { ...part, year: 2021, withOthers: false }, { ...part, region: '11' }]
  expect(['9', '11'].map((region) => othersAreKnown(parts, region))).toEqual([false, true])
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
