import { describe, expect, it, test } from 'vitest'
import { metresPerPx, offsetFrom, placeIn, tilesAround, tileWith } from './tiles.ts'

it('a place lies in a picture where its tile shows it', () => {
  const middle = { latitude: 49, longitude: 8.4 }
  expect(offsetFrom(middle, middle, 11)).toEqual({ x: 0, y: 0 })
  // A tile of zoom 11 is 360 / 2048 degrees wide.
  expect(offsetFrom(middle, { latitude: 49, longitude: 8.4 + 360 / 2048 }, 11)).toEqual({ x: 256, y: 0 })
  expect(offsetFrom(middle, { latitude: 49.1, longitude: 8.4 }, 11).y).toBeLessThan(-200)
})

describe('the tiles of a picture', () => {
  it('hold its place in the middle', () => {
    // The Siegessäule in Berlin.
    const tiles = tilesAround({ latitude: 52.5145, longitude: 13.3501 }, 15, { width: 2, height: 2 })
    expect(tiles).toHaveLength(1)
    const [{ x, y, left, top } = { x: 0, y: 0, left: 0, top: 0 }] = tiles
    expect([x, y]).toEqual([17599, 10747])
    expect(left).toBeLessThanOrEqual(0)
    expect(left).toBeGreaterThan(-256)
    expect(top).toBeLessThanOrEqual(0)
    expect(top).toBeGreaterThan(-256)
  })

  it('cover all of it', () => {
    const [width, height] = [390, 200]
    const tiles = tilesAround({ latitude: 49, longitude: 8.4 }, 15, { width, height })
    expect(Math.min(...tiles.map(({ left }) => left))).toBeLessThanOrEqual(-width / 2)
    expect(Math.max(...tiles.map(({ left }) => left + 256))).toBeGreaterThanOrEqual(width / 2)
    expect(Math.min(...tiles.map(({ top }) => top))).toBeLessThanOrEqual(-height / 2)
    expect(Math.max(...tiles.map(({ top }) => top + 256))).toBeGreaterThanOrEqual(height / 2)
  })

  it('exist on both sides of the antimeridian and not beyond the pole', () => {
    const tiles = tilesAround({ latitude: 0, longitude: 180 }, 2, { width: 512, height: 4_000 })
    expect(new Set(tiles.map(({ x }) => x))).toEqual(new Set([3, 0]))
    expect(new Set(tiles.map(({ y }) => y))).toEqual(new Set([0, 1, 2, 3]))
  })
})

test('a place of a tile is the one that lies there in it', () => {
  const place = { latitude: 52.51, longitude: 13.35 }
  const { column, row, right, down } = tileWith(place, 14)
  const { latitude, longitude } = placeIn({ zoom: 14, column, row }, right, down)
  expect([latitude, longitude]).toEqual([expect.closeTo(52.51, 9), expect.closeTo(13.35, 9)])
})

test.each([
  // https://wiki.openstreetmap.org/wiki/Zoom_levels
  { latitude: 0, zoom: 0, metres: 156_543 },
  { latitude: 0, zoom: 16, metres: 2.3887 },
  { latitude: 60, zoom: 16, metres: 1.1943 },
])('a pixel is $metres m wide at latitude $latitude and zoom $zoom', ({ latitude, zoom, metres }) => {
  expect(metresPerPx(latitude, zoom) / metres).toBeCloseTo(1, 4)
})
