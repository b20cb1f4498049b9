import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  bearingDegrees,
  boxAround,
  boxesOnTheGlobe,
  continued,
  boxOfCircle,
  circleAround,
  destination,
  distanceMetres,
  isInside,
} from './geo.ts'

const karlsruhe = { latitude: 49.0069, longitude: 8.4037 }
const berlin = { latitude: 52.52, longitude: 13.405 }

const anywhere = fc.record({
  latitude: fc.double({ min: -80, max: 80, noNaN: true }),
  longitude: fc.double({ min: -179, max: 179, noNaN: true }),
})

describe('distance', () => {
  it('from Karlsruhe to Berlin is about 525 kilometres', () => {
    expect(distanceMetres(karlsruhe, berlin) / 1000).toBeCloseTo(525.4, 0)
  })

  it('of a degree of latitude is 111.195 kilometres', () => {
    expect(distanceMetres({ latitude: 0, longitude: 0 }, { latitude: 1, longitude: 0 })).toBeCloseTo(111_195, 0)
  })

  it('is the same both ways and nothing to itself', () => {
    fc.assert(
      fc.property(anywhere, anywhere, (one, other) => {
        expect(distanceMetres(one, other)).toBeCloseTo(distanceMetres(other, one), 3)
        expect(distanceMetres(one, one)).toBe(0)
      }),
    )
  })
})

describe('bearing', () => {
  it.each([
    { direction: 'north', to: { latitude: 50, longitude: 8 }, bearing: 0 },
    { direction: 'east, a little north of it by the great circle', to: { latitude: 49, longitude: 9 }, bearing: 89.6 },
    { direction: 'south', to: { latitude: 48, longitude: 8 }, bearing: 180 },
    { direction: 'west', to: { latitude: 49, longitude: 7 }, bearing: 270.4 },
  ])('to the $direction', ({ to, bearing }) => {
    expect(bearingDegrees({ latitude: 49, longitude: 8 }, to)).toBeCloseTo(bearing, 1)
  })

  it('leads back to where one went', () => {
    fc.assert(
      fc.property(
        anywhere,
        fc.integer({ min: 10, max: 100_000 }),
        fc.integer({ min: 0, max: 359 }),
        (start, metres, bearing) => {
          const found = bearingDegrees(start, destination(start, metres, bearing))
          expect(Math.cos(((found - bearing) * Math.PI) / 180)).toBeCloseTo(1, 6)
        },
      ),
    )
  })
})

describe('destination', () => {
  it('lies as far away as was gone', () => {
    fc.assert(
      fc.property(
        anywhere,
        fc.integer({ min: 1, max: 100_000 }),
        fc.integer({ min: 0, max: 359 }),
        (start, metres, bearing) => {
          expect(distanceMetres(start, destination(start, metres, bearing)) / metres).toBeCloseTo(1, 4)
        },
      ),
    )
  })

  it('to the north changes the latitude only', () => {
    const north = destination(karlsruhe, 1000, 0)
    expect(north.longitude).toBeCloseTo(karlsruhe.longitude, 9)
    expect(north.latitude).toBeGreaterThan(karlsruhe.latitude)
  })
})

describe('circle', () => {
  it('is closed and everywhere its radius away from the centre', () => {
    const circle = circleAround(karlsruhe, 2.5)
    expect(circle).toHaveLength(65)
    expect(circle.at(-1)).toEqual(circle[0])
    circle.forEach((corner) => expect(distanceMetres(karlsruhe, corner)).toBeCloseTo(2500, 0))
  })
})

describe('box', () => {
  it('around nothing is nothing', () => {
    expect(boxAround([])).toBeNull()
  })

  it('of a circle touches it on all four sides', () => {
    const box = boxOfCircle(karlsruhe, 10)
    const { latitude, longitude } = karlsruhe
    const sides = [
      { latitude, longitude: box.west },
      { latitude, longitude: box.east },
      { latitude: box.south, longitude },
      { latitude: box.north, longitude },
    ]
    sides.forEach((side) => expect(distanceMetres(karlsruhe, side) / 1000).toBeCloseTo(10, 1))
  })

  it('holds the places it was made of, and not what lies beyond', () => {
    const box = boxAround([karlsruhe, berlin])
    expect(box).toEqual({ west: 8.4037, south: 49.0069, east: 13.405, north: 52.52 })
    expect(box && [karlsruhe, berlin].every((place) => isInside(box, place))).toBe(true)
    expect(box && isInside(box, { latitude: 53, longitude: 10 })).toBe(false)
  })

  it('holds nothing that is no number', () => {
    const box = { west: 5, south: 47, east: 15, north: 55 }
    expect(isInside(box, { latitude: 49, longitude: 8 })).toBe(true)
    expect(isInside(box, { latitude: NaN, longitude: 8 })).toBe(false)
    expect(isInside(box, { latitude: 49, longitude: NaN })).toBe(false)
  })

  it('of a line over the antimeridian leads over it, and not round the globe', () => {
    const line = [179.9, -179.9, -179.5, 179.8].map((longitude) => ({ latitude: -17, longitude }))
    const box = boxAround(line)
    expect(box?.west).toBeCloseTo(179.8, 9)
    expect(box?.east).toBeCloseTo(180.5, 9)
    expect(box && line.every((place) => isInside(box, place))).toBe(true)
    expect(box && isInside(box, { latitude: -17, longitude: 8 })).toBe(false)
    expect(continued(line.toReversed()).map(({ longitude }) => longitude.toFixed(1))).toEqual([
      '179.8',
      '180.5',
      '180.1',
      '179.9',
    ])
  })

  it.each([
    [[8, 10], ['8..10']],
    [
      [179, 181],
      ['179..180', '-180..-179'],
    ],
    [
      [-181, -179],
      ['179..180', '-180..-179'],
    ],
    [[181, 182], ['-179..-178']],
    [[-250, 260], ['-180..180']],
  ])('from %j degrees is looked up in %j', ([west = 0, east = 0], expected) => {
    const boxes = boxesOnTheGlobe({ west, east, south: -95, north: 50 })
    expect(boxes.map((box) => `${box.west}..${box.east}`)).toEqual(expected)
    expect(boxes.every(({ south, north }) => south === -90 && north === 50)).toBe(true)
  })
})
