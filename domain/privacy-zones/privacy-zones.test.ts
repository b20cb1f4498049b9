import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { destination, distanceMetres } from '#domain/geo/geo.ts'
import {
  drawnShift,
  hiddenAreaOf,
  isHidden,
  outsideOf,
  shiftAfter,
  type ShiftedZone,
  visiblePieces,
} from './privacy-zones.ts'

const home = { latitude: 49.0069, longitude: 8.4037 }
const unit = fc.double({ min: 0, max: 0.999999, noNaN: true })
const anywhere = fc.record({
  latitude: fc.double({ min: -89, max: 89, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
})

/** Gives these numbers one after the other. */
const numbers = (...given: number[]) => {
  const left = [...given]
  return () => left.shift() ?? 0
}

const zoneWith = (random: () => number, radiusMetres = 300): ShiftedZone => ({
  ...home,
  radiusMetres,
  shift: drawnShift(radiusMetres, random),
})

async function all<Value>(pages: AsyncIterable<Value[]>): Promise<Value[]> {
  const values: Value[] = []
  for await (const page of pages) values.push(...page)
  return values
}
async function* inPages<Value>(...pages: Value[][]) {
  yield* pages
}

describe('what is hidden of a zone', () => {
  test('is everything within the radius that its owner chose, wherever its centre was drawn', () => {
    const radius = fc.integer({ min: 100, max: 1000 })
    const within = fc.record({ bearing: fc.integer({ min: 0, max: 359 }), share: unit })
    fc.assert(
      fc.property(anywhere, radius, unit, unit, within, (centre, radiusMetres, far, around, { bearing, share }) => {
        const zone = { ...centre, radiusMetres, shift: drawnShift(radiusMetres, numbers(far, around)) }
        const place = destination(centre, share * radiusMetres * 0.999, bearing)
        expect(isHidden([hiddenAreaOf(zone)], place)).toBe(true)
      }),
    )
  })

  test('ends at two radii around its centre, whatever the shift: its size says nothing about the shift', () => {
    for (const far of [0, 0.3, 0.999]) {
      const area = hiddenAreaOf(zoneWith(numbers(far, 0.4)))
      expect(area.radiusMetres).toBe(600)
      expect(isHidden([area], destination(area.centre, 599, 77))).toBe(true)
      expect(isHidden([area], destination(area.centre, 601, 77))).toBe(false)
    }
  })

  test('is hidden across the antimeridian, too', () => {
    const centre = { latitude: -17, longitude: 179.9999 }
    const area = hiddenAreaOf({ ...centre, radiusMetres: 200, shift: { eastMetres: 100, northMetres: 0 } })
    expect(isHidden([area], { latitude: -17, longitude: -179.9999 })).toBe(true)
  })
})

describe('somebody who sees where lines end and computes the centre of that circle', () => {
  test('does not find the place: of a thousand zones it lies evenly in the circle around what they find', () => {
    let seed = 1
    // The numbers of Park and Miller: the test is the same each time.
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed / 2_147_483_647
    }
    const metres = Array.from({ length: 1000 }, () => distanceMetres(hiddenAreaOf(zoneWith(random)).centre, home))
    expect(Math.max(...metres)).toBeLessThanOrEqual(300.001)
    // In an even area a quarter lies within half the radius, and half of it within 0.707 of it.
    const shareWithin = (limit: number) => metres.filter((each) => each <= limit).length / metres.length
    expect(shareWithin(150)).toBeCloseTo(0.25, 1)
    expect(shareWithin(300 * Math.SQRT1_2)).toBeCloseTo(0.5, 1)
  })
})

describe('the shift of a zone that is changed', () => {
  const drawn = { eastMetres: 120, northMetres: -90 }
  const before: ShiftedZone = { ...home, radiusMetres: 300, shift: drawn }
  const never = () => {
    throw new Error('nothing is drawn anew')
  }
  const near = destination(home, 40, 10)
  const far = destination(home, 301, 10)

  test.each([
    { change: 'its name', after: { ...home, radiusMetres: 300 }, kept: true },
    { change: 'a larger radius', after: { ...home, radiusMetres: 900 }, kept: true },
    { change: 'a smaller radius that still holds the shift', after: { ...home, radiusMetres: 150 }, kept: true },
    { change: 'a radius smaller than the shift', after: { ...home, radiusMetres: 149 }, kept: false },
    { change: 'a place corrected by some metres', after: { ...near, radiusMetres: 300 }, kept: true },
    { change: 'another place', after: { ...far, radiusMetres: 300 }, kept: false },
  ])('with $change is kept: $kept', ({ after, kept }) => {
    if (kept) expect(shiftAfter(before, after, never)).toEqual(drawn)
    else
      expect(shiftAfter(before, after, numbers(0.25, 0))).toEqual({
        eastMetres: 0,
        northMetres: after.radiusMetres / 2,
      })
  })
})

describe('a line of fixes', () => {
  const areas = [hiddenAreaOf({ ...home, radiusMetres: 300, shift: { eastMetres: 0, northMetres: 0 } })]
  const at = (metres: number, recordedAt: string) => ({ ...destination(home, metres, 90), recordedAt })
  const away = at(5000, '09:00')
  const edge = at(650, '09:05')
  const inside = at(200, '09:06')

  test('that ends in a zone ends with the last fix before it', async () => {
    expect(await all(outsideOf(areas, inPages([away, edge, inside, inside])))).toEqual([away, edge])
  })

  test('that begins in a zone begins with the first fix after it', async () => {
    expect(await all(outsideOf(areas, inPages([inside], [inside, edge], [away])))).toEqual([
      { ...edge, afterCut: true },
      away,
    ])
  })

  test('that leads through a zone is not drawn across it, though it took only a minute', async () => {
    const after = { ...edge, recordedAt: '09:07' }
    expect(await all(outsideOf(areas, inPages([away, edge, inside], [after, away])))).toEqual([
      away,
      edge,
      { ...after, afterCut: true },
      away,
    ])
  })

  test('outside of all zones stays as it was', async () => {
    expect(await all(outsideOf(areas, inPages([away], [edge])))).toEqual([away, edge])
    expect(await all(outsideOf([], inPages([inside])))).toEqual([inside])
  })

  test('that is there as a whole is cut in the same way', () => {
    expect(visiblePieces(areas, [[away, edge, inside, edge], [inside, away], [inside]])).toEqual([
      [away, edge],
      [edge],
      [away],
    ])
    expect(visiblePieces([], [[inside], [away]])).toEqual([[inside], [away]])
  })
})
