import { describe, expect, test } from 'vitest'
import { destination } from '#domain/geo/geo.ts'
import { middlesOfNights, type Night, usualPlaces } from './overnight.ts'

const home = { latitude: 49.0069, longitude: 8.4037 }
const at = (metres: number) => destination(home, metres, 90)
/** A night in which it stood there, with an error of a few metres. */
const night = (metres: number, error = 0): Night => ({ before: at(metres), after: at(metres + error) })

describe('where a vehicle usually stands overnight', () => {
  test.each<[string, Night[], number[]]>([
    ['is nowhere without nights', [], []],
    ['is nowhere after two', [night(0), night(0)], []],
    ['is at home after three', [night(0), night(4), night(-5)], [0]],
    ['is on both sides of the street', [night(0), night(30), night(60)], [30]],
    ['is at two places', [night(0), night(3), night(5_000), night(0), night(5_002), night(5_001)], [0, 5_001]],
    ['is not where it spent one night', [night(0), night(9_000), night(2), night(1)], [1]],
    ['is not where it was ridden that night', [night(0), night(0), night(0, 900)], []],
    ['is where it still stands', [night(0), night(0), { before: at(0), after: null }], [0]],
    ['is nowhere before anything was stored', [{ before: null, after: at(0) }, night(0), night(0)], []],
  ])('%s', (_name, nights, metres) => {
    const found = usualPlaces(nights).map(({ longitude }) => longitude)
    expect(found).toHaveLength(metres.length)
    for (const [index, expected] of metres.entries()) expect(found[index]).toBeCloseTo(at(expected).longitude, 6)
  })

  test('also where the longitude begins anew', () => {
    const east = { latitude: 0, longitude: 179.9999 }
    const west = { latitude: 0, longitude: -179.9999 }
    const nights = [east, west, east].map((place) => ({ before: place, after: place }))
    expect(usualPlaces(nights)).toEqual([east])
  })

  test('is asked of each night that is kept, at three in the morning on a German clock', () => {
    const middles = middlesOfNights(new Date('2026-11-21T12:00:00Z'))
    expect([middles.length, middles[0]?.toISOString(), middles.at(-1)?.toISOString()]).toEqual([
      14,
      '2026-11-21T02:00:00.000Z',
      '2026-11-08T02:00:00.000Z',
    ])
    expect(middlesOfNights(new Date('2026-11-21T01:00:00Z'))[0]?.toISOString()).toBe('2026-11-20T02:00:00.000Z')
  })
})
