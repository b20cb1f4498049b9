import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mapLimits } from '#contract/limits/map-limits.ts'
import { clusterBands, clusterSizePx, readableMarkers, ringEighths, worldPoint, zoomIntoCluster } from './map.ts'
import { processorMs } from '#domain/testing/processor-time.ts'

describe('clusters', () => {
  it.each([
    [2, 25],
    [10, 25],
    [11, 30],
    [50, 30],
    [51, 35],
    [100, 35],
    [101, 40],
    [12_000, 40],
  ])('of %i markers are %i pixels wide', (count, px) => {
    expect(clusterSizePx(count)).toBe(px)
  })

  it.each([
    { tileZoom: 9, radiusPx: 100 },
    { tileZoom: 10, radiusPx: 60 },
    { tileZoom: 11, radiusPx: 60 },
    { tileZoom: 12, radiusPx: 40 },
    { tileZoom: 19, radiusPx: 40 },
  ])('gather within $radiusPx pixels at zoom $tileZoom of the tiles', ({ tileZoom, radiusPx }) => {
    const camera = tileZoom - 1
    const bands = clusterBands.filter((band) => camera >= band.fromZoom && camera < band.toZoom)
    expect(bands.map((band) => band.radiusPx)).toEqual([radiusPx])
  })

  it.each([
    { at: 9, to: 11 },
    { at: 15.5, to: 17 },
    { at: 17, to: 17 },
    { at: 17.8, to: 17.8 },
  ])('lead from the camera zoom $at to $to when clicked', ({ at, to }) => {
    expect(zoomIntoCluster(at)).toBe(to)
  })

  it.each([
    { shares: [4, 0, 0, 0, 0], ring: [8, 0, 0, 0, 0] },
    { shares: [1, 1, 0, 0, 0], ring: [4, 4, 0, 0, 0] },
    { shares: [999, 1, 1, 0, 0], ring: [6, 1, 1, 0, 0] },
    { shares: [1, 1, 1, 0, 0], ring: [2, 3, 3, 0, 0] },
    { shares: [0, 0, 0, 0, 0], ring: [0, 0, 0, 0, 0] },
  ])('with shares $shares show them as $ring eighths', ({ shares, ring }) => {
    expect(ringEighths(shares)).toEqual(ring)
  })

  it('always show every kind they hold, on a full ring', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(10_000), { minLength: 5, maxLength: 5 }), (shares) => {
        fc.pre(shares.some((share) => share > 0))
        const ring = ringEighths(shares)
        expect(ring.reduce((sum, part) => sum + part, 0)).toBe(8)
        shares.forEach((share, index) => expect((ring[index] ?? 0) > 0).toBe(share > 0))
      }),
    )
  })
})

describe('readable markers', () => {
  const spacing = mapLimits.readableSpacingPx
  const parked = { latitude: 49.0069, longitude: 8.4037 }
  const ride = Array.from({ length: 500 }, (_, minute) => ({
    latitude: 49 + minute * 0.0004,
    longitude: 8.4 + Math.sin(minute / 40) * 0.05,
  }))

  const shownOf = (places: Parameters<typeof readableMarkers>[0], camera: number) =>
    readableMarkers(places, camera, spacing).map(({ index }) => index)

  it('are none where there is nothing', () => {
    expect(readableMarkers([], 12, spacing)).toEqual([])
  })

  it('are the first and the last even where they are at one place', () => {
    expect(shownOf([parked], 12)).toEqual([0])
    expect(shownOf([parked, parked, parked, parked], 12)).toEqual([0, 3])
  })

  it('become more the nearer one looks, and all in the end', () => {
    const counts = [6, 9, 12, 18].map((camera) => shownOf(ride, camera).length)
    expect(counts).toEqual(counts.toSorted((a, b) => a - b))
    expect(counts[0]).toBeLessThan(10)
    expect(counts.at(-1)).toBe(ride.length)
  })

  it('are as many on both sides of the antimeridian as elsewhere', () => {
    const overIt = ride.map(({ latitude, longitude }) => ({ latitude, longitude: longitude - 188.4 }))
    const cut = overIt.map(({ latitude, longitude }) => ({
      latitude,
      longitude: longitude < -180 ? longitude + 360 : longitude,
    }))
    expect(cut.some(({ longitude }) => longitude > 0) && cut.some(({ longitude }) => longitude < 0)).toBe(true)
    expect(shownOf(cut, 10)).toEqual(shownOf(overIt, 10))
  })

  it('never hide each other, not even the ends of a round trip', () => {
    const place = fc.record({
      latitude: fc.double({ min: 48.9, max: 49.1, noNaN: true }),
      longitude: fc.double({ min: 8.3, max: 8.5, noNaN: true }),
    })
    fc.assert(
      fc.property(
        fc.array(place, { minLength: 2, maxLength: 60 }),
        fc.integer({ min: 5, max: 14 }),
        (places, camera) => {
          const shown = readableMarkers(places, camera, spacing)
          expect(shown[0]?.index).toBe(0)
          expect(shown.at(-1)?.index).toBe(places.length - 1)
          const points = shown.flatMap(({ index, asidePx }) => {
            const { x, y } = worldPoint(places[index] ?? parked, camera)
            return [{ x: x + asidePx, y }]
          })
          points.forEach((one, index) =>
            points.slice(index + 1).forEach((other) => {
              expect(Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y))).toBeGreaterThanOrEqual(
                spacing - 1e-6,
              )
            }),
          )
        },
      ),
    )
  })

  it('of fourteen days of minutes are found within a frame or two', async () => {
    const fortnight = Array.from({ length: 20_160 }, (_, minute) => ({
      latitude: 49 + (minute % 900) * 0.001,
      longitude: 8.4 + minute * 0.00005,
    }))
    expect(await processorMs(() => readableMarkers(fortnight, 11, spacing))).toBeLessThan(250)
  })
})
