import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Poi, poiCategories, type PoiCategory, poiTypes } from '#contract/pois/pois.ts'
import { clusterRadiusPx, lastClusteredZoom } from '#domain/geo/map.ts'
import { categoryOf } from '#domain/pois/pois.ts'
import { clusterPoints } from './clusters.ts'
import { pointColumns, pointsOf } from './points.ts'
import { decodeTile, poiAt, type Shown } from './testing/tiles.ts'
import { encodeTile } from './tile.ts'
import { worldX, worldY } from './z-order.ts'

const indexOf = (pois: readonly Poi[]) => clusterPoints(pointsOf([pointColumns(pois)]))

/** Everything that is shown of a world at a zoom: the tiles that may contain something, each read once. */
function shownAt(pois: readonly Poi[], zoom: number, categories: readonly PoiCategory[] = poiCategories): Shown[] {
  const clusters = indexOf(pois)
  const tiles = new Set<string>()
  for (const { longitude, latitude } of pois) {
    const [column, row] = tileOf(longitude, latitude, zoom)
    for (const east of [-1, 0, 1]) for (const south of [-1, 0, 1]) tiles.add(`${column + east},${row + south}`)
  }
  return [...tiles].flatMap((tile) => {
    const [column = NaN, row = NaN] = tile.split(',').map(Number)
    return decodeTile(encodeTile(clusters, { zoom, column, row }, categories), zoom, column, row)
  })
}

function tileOf(longitude: number, latitude: number, zoom: number): [number, number] {
  const side = 2 ** (32 - zoom)
  return [Math.floor(worldX(longitude) / side), Math.floor(worldY(latitude) / side)]
}

const countOf = ({ properties }: Shown) => (properties['cluster'] === true ? Number(properties['count']) : 1)
const total = (shown: readonly Shown[]) => shown.reduce((sum, each) => sum + countOf(each), 0)

/** Two POIs this many pixels apart, from west to east, at a zoom as the map's camera counts. */
function pairApart(pixels: number, zoom: number): Poi[] {
  const degrees = (pixels * 360) / (512 * 2 ** zoom)
  return [poiAt({ id: 'west', longitude: 8 }), poiAt({ id: 'east', longitude: 8 + degrees })]
}

describe('markers', () => {
  // The specification's zooms are one higher than those of tiles of 512 pixels.
  test.each([
    { zoom: 8, px: 100 },
    { zoom: 9, px: 60 },
    { zoom: 10, px: 60 },
    { zoom: 11, px: 40 },
    { zoom: 12, px: 40 },
  ])('at zoom $zoom become a cluster within $px pixels, not beyond', ({ zoom, px }) => {
    expect(clusterRadiusPx(zoom)).toBe(px)
    expect(shownAt(pairApart(px - 0.5, zoom), zoom).map(countOf)).toEqual([2])
    expect(shownAt(pairApart(px + 0.5, zoom), zoom).map(countOf)).toEqual([1, 1])
  })

  test.each([13, 14, 18, 19])('stand alone at zoom %d, even at the same place', (zoom) => {
    expect(lastClusteredZoom).toBe(12)
    const shown = shownAt([poiAt({ id: 'a' }), poiAt({ id: 'b' }), poiAt({ id: 'c' })], zoom)
    expect(shown.map(({ properties }) => properties['id']).toSorted()).toEqual(['a', 'b', 'c'])
  })

  test('show what they are, and speed and direction if they are known', () => {
    const details = { ...poiAt({ id: '' }).details, direction: 237 }
    const shown = shownAt([poiAt({ id: 'käthe', poiType: 'Accident', speed: 50, details })], 5)
    expect(shown).toMatchObject([
      { properties: { id: 'käthe', poiType: 'Accident', category: 'accidents', speed: 50, direction: 237 } },
    ])
    expect(Object.keys(shownAt([poiAt({ id: 'a' })], 5)[0]?.properties ?? {})).toEqual(['id', 'poiType', 'category'])
  })

  test('are at their given place, to a metre', () => {
    const [shown] = shownAt([poiAt({ id: 'a', latitude: 49.0069, longitude: 8.4037 })], 13)
    expect(shown?.latitude).toBeCloseTo(49.0069, 5)
    expect(shown?.longitude).toBeCloseTo(8.4037, 4)
  })
})

describe('a cluster', () => {
  const pois = [
    poiAt({ id: 'a' }),
    poiAt({ id: 'b', poiType: 'RedLightControl' }),
    poiAt({ id: 'c', poiType: 'Accident', longitude: 8.42 }),
  ]

  test('shows its number, and that of each category', () => {
    expect(shownAt(pois, 8).map(({ properties }) => properties)).toEqual([
      {
        cluster: true,
        count: 3,
        stationarySpeedCameras: 2,
        mobileSpeedCameras: 0,
        weather: 0,
        accidents: 1,
        motorcycleHazards: 0,
      },
    ])
  })

  test('lies in the middle of its markers', () => {
    expect(shownAt(pois, 8)[0]?.longitude).toBeCloseTo((8.4 + 8.4 + 8.42) / 3, 3)
  })

  test('shows what remains when categories are left out: fewer, in their own middle, or one marker, or nothing', () => {
    const [cameras] = shownAt(pois, 8, ['stationarySpeedCameras'])
    expect(cameras?.properties).toMatchObject({ cluster: true, count: 2, stationarySpeedCameras: 2, accidents: 0 })
    expect(cameras?.longitude).toBeCloseTo(8.4, 3)
    const [accident] = shownAt(pois, 8, ['accidents', 'weather'])
    expect(accident?.properties).toMatchObject({ id: 'c', poiType: 'Accident' })
    expect(accident?.longitude).toBeCloseTo(8.42, 3)
    expect(shownAt(pois, 8, ['weather'])).toEqual([])
  })
})

describe('a tile', () => {
  const anywhere = fc.record({
    // Towns, and the rest of the world up to its edges.
    longitude: fc.oneof(
      fc.double({ min: 8.3, max: 8.6, noNaN: true }),
      fc.constantFrom(-180, 180, 8.4),
      fc.double({ min: -180, max: 180, noNaN: true }),
    ),
    latitude: fc.oneof(
      fc.double({ min: 48.9, max: 49.1, noNaN: true }),
      fc.constantFrom(-90, 90, 0, 49),
      fc.double({ min: -90, max: 90, noNaN: true }),
    ),
    poiType: fc.constantFrom(...poiTypes),
  })
  const world = fc
    .array(anywhere, { maxLength: 60 })
    .map((places) => places.map((place, index) => poiAt({ id: `${index}`, ...place })))
  const someCategories = fc.subarray([...poiCategories], { minLength: 1 })
  const zoom = fc.integer({ min: 0, max: 19 })

  test('together with all others counts every POI of the wanted categories once, at every zoom', () => {
    fc.assert(
      fc.property(world, zoom, someCategories, (pois, atZoom, categories) => {
        const wanted = pois.filter(({ poiType }) => categories.includes(categoryOf(poiType)))
        const shown = shownAt(pois, atZoom, categories)
        expect(total(shown)).toBe(wanted.length)
        const singles = shown.flatMap(({ properties }) => properties['id'] ?? [])
        expect(new Set(singles).size).toBe(singles.length)
        for (const category of poiCategories) {
          const expected = wanted.filter(({ poiType }) => categoryOf(poiType) === category).length
          expect(total(ofCategory(shown, category))).toBe(expected)
        }
      }),
      { numRuns: 150 },
    )
  })

  /** Single POIs of a category, and of each cluster only the part in this category. */
  function ofCategory(shown: readonly Shown[], category: PoiCategory): Shown[] {
    return shown.flatMap((each) => {
      if (each.properties['cluster'] === true) {
        return { ...each, properties: { ...each.properties, count: each.properties[category] ?? 0 } }
      }
      return each.properties['category'] === category ? each : []
    })
  }

  test('shows nothing from outside', () => {
    fc.assert(
      fc.property(world, zoom, someCategories, (pois, atZoom, categories) => {
        const clusters = indexOf(pois)
        for (const { longitude, latitude } of pois) {
          const [column, row] = tileOf(longitude, latitude, atZoom)
          for (const shown of decodeTile(encodeTile(clusters, { zoom: atZoom, column, row }, categories), 0, 0, 0)) {
            expect(Math.abs(shown.longitude)).toBeLessThanOrEqual(180)
            expect(Math.abs(shown.latitude)).toBeLessThanOrEqual(85.06)
          }
        }
      }),
      { numRuns: 50 },
    )
  })

  test('is null if it is empty, and beyond the world', () => {
    const clusters = indexOf([poiAt({ id: 'a' })])
    expect(encodeTile(indexOf([]), { zoom: 0, column: 0, row: 0 }, poiCategories)).toBeNull()
    expect(encodeTile(clusters, { zoom: 8, column: 0, row: 0 }, poiCategories)).toBeNull()
    expect(encodeTile(clusters, { zoom: 1, column: 2, row: 0 }, poiCategories)).toBeNull()
  })

  test('of ten thousand POIs at one place is one cluster, and all of them at zooms with single markers', () => {
    const pois = Array.from({ length: 10_000 }, (_, index) => poiAt({ id: `${index}` }))
    expect(shownAt(pois, 12).map(countOf)).toEqual([10_000])
    expect(shownAt(pois, 13)).toHaveLength(10_000)
  })
})
