import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Poi, PoiType } from '#contract/pois/pois.ts'
import { destination, distanceMetres } from '#domain/geo/geo.ts'
import { neighbours } from '#domain/geo/neighbours.ts'
import { groupsOfSameThings, isSameThing, mergePois } from './same-things.ts'
import { processorMs } from '#domain/testing/processor-time.ts'

const karlsruhe = { latitude: 49.0069, longitude: 8.4037 }
const instant = '2026-11-21T12:00:00Z'

function poi(id: string, source: string, part: Partial<Omit<Poi, 'details'>> = {}, details: object = {}): Poi {
  return {
    id,
    poiType: 'SpeedControl',
    ...karlsruhe,
    street: null,
    postcode: null,
    city: null,
    speed: null,
    createdAt: instant,
    updatedAt: instant,
    ...part,
    details: { source, attribution: `© ${source}`, fetchedAt: instant, ...details },
  }
}
const east = (metres: number) => destination(karlsruhe, metres, 90)
const ids = (pois: readonly Poi[]) => pois.map(({ id }) => id).toSorted()
const shared = (pois: readonly Poi[]) => groupsOfSameThings(pois).map(ids).toSorted()

interface Told {
  /** The speed of the second; that of the first is then 50. */
  speed?: number
  direction?: number
  /** Whether the kind of the first is assumed. */
  kindAssumed?: boolean
}

describe('two entries of different sources are', () => {
  test.each<[string, PoiType, PoiType, number, Told, boolean]>([
    ['the same camera when they lie near each other', 'SpeedControl', 'SpeedControl', 59, {}, true],
    ['two cameras further apart', 'SpeedControl', 'SpeedControl', 61, {}, false],
    [
      'the same camera when both name one limit, also a little further apart',
      'SpeedControl',
      'SpeedControl',
      99,
      { speed: 50 },
      true,
    ],
    ['two cameras of one limit further apart', 'SpeedControl', 'SpeedControl', 101, { speed: 50 }, false],
    ['the same camera with a limit that has changed', 'SpeedControl', 'SpeedControl', 39, { speed: 70 }, true],
    ['two cameras of different limits further apart', 'SpeedControl', 'SpeedControl', 41, { speed: 70 }, false],
    ['two cameras when one watches lights', 'SpeedControl', 'RedLightControl', 5, {}, false],
    [
      'the same camera when one does not say what it watches',
      'SpeedControl',
      'RedLightControl',
      39,
      { kindAssumed: true },
      true,
    ],
    [
      'two cameras when one does not say what it watches, further apart',
      'SpeedControl',
      'RedLightControl',
      41,
      { kindAssumed: true },
      false,
    ],
    [
      'two cameras when one does not say what it watches, in different directions',
      'SpeedControl',
      'RedLightControl',
      5,
      { kindAssumed: true, direction: 200 },
      false,
    ],
    ['one that watches both', 'RedLightControl', 'SpeedAndRedLightControl', 5, {}, true],
    ['one trailer', 'MobileSpeedCamera', 'SemiStationarySpeedCameras', 240, {}, true],
    ['one jam at some distance', 'TrafficJam', 'TrafficJam', 990, {}, true],
    ['one building site', 'TemporaryRoadwork', 'LongTermRoadwork', 290, {}, true],
    ['a jam and an accident', 'TrafficJam', 'Accident', 1, {}, false],
    ['two directions of a road', 'SpeedControl', 'SpeedControl', 5, { direction: 200 }, false],
    ['one direction, measured roughly', 'SpeedControl', 'SpeedControl', 5, { direction: 335 }, true],
  ])('%s', (_, one, other, metres, { speed = null, kindAssumed, ...details }, same) => {
    const first = poi('1', 'a', { poiType: one, ...(speed !== null && { speed: 50 }) }, { direction: 10, kindAssumed })
    const second = poi('2', 'b', { poiType: other, speed, ...east(metres) }, details)
    expect(isSameThing(first, second)).toBe(same)
    expect(shared([first, second])).toEqual(same ? [['1', '2']] : [['1'], ['2']])
  })
})

test('within one source nothing is merged', () => {
  expect(shared([poi('1', 'a'), poi('2', 'a')])).toEqual([['1'], ['2']])
})

test('of two that would fit, the nearer one is taken', () => {
  expect(shared([poi('1', 'a'), poi('2', 'a', east(20)), poi('3', 'b', east(15))])).toEqual([['1'], ['2', '3']])
})

test('of two that would fit equally well, the one with the same limit is taken, not the nearer one', () => {
  const fast = poi('2', 'b', { ...east(10), speed: 100 })
  const slow = poi('3', 'b', { ...east(20), speed: 50 })
  expect(shared([poi('1', 'a', { speed: 50 }), fast, slow])).toEqual([['1', '3'], ['2']])
})

test('a row of cameras is not merged link by link', () => {
  expect(shared([poi('1', 'a'), poi('2', 'b', east(50)), poi('3', 'c', east(101))])).toEqual([['1', '2'], ['3']])
})

describe('a merged POI', () => {
  test('has what any of its sources knows, and names all of them', () => {
    const [only, ...others] = mergePois([
      poi('1', 'osm', { speed: 50 }, { direction: 90 }),
      poi('2', 'list', { speed: 70, street: 'Kriegsstraße', ...east(9) }, { note: 'drehbar' }),
    ])
    expect(others).toEqual([])
    expect(only).toMatchObject({
      id: '1',
      speed: 50,
      street: 'Kriegsstraße',
      details: {
        direction: 90,
        note: 'drehbar',
        source: 'osm',
        sources: [
          { source: 'osm', attribution: '© osm', fetchedAt: instant },
          { source: 'list', attribution: '© list', fetchedAt: instant },
        ],
      },
    })
  })

  test('has the kind that a source states, not one that is only assumed', () => {
    const assumed = poi('1', 'osm', { speed: 50 }, { kindAssumed: true })
    const stated = poi('2', 'list', { poiType: 'RedLightControl' })
    const [only, ...others] = mergePois([assumed, stated])
    expect(others).toEqual([])
    expect(only).toMatchObject({ id: '1', poiType: 'RedLightControl', speed: 50 })
    expect(only?.details.kindAssumed).toBeUndefined()
    expect(
      mergePois([assumed, { ...assumed, id: '3', details: { ...assumed.details, source: 'x' } }])[0]?.details,
    ).toHaveProperty('kindAssumed', true)
  })

  test('keeps the id of a POI report, which can be confirmed', () => {
    const report = poi('z', 'reports', {}, { confidence: 0.5, confirmations: 0, denials: 0 })
    const [only] = mergePois([poi('a', 'osm', { speed: 50, street: 'x' }, { direction: 1 }), report])
    expect(only).toMatchObject({ id: 'z', speed: 50, details: { confidence: 0.5, direction: 1 } })
  })

  test('can be merged with a further source, but not with one that it already has', () => {
    const merged = mergePois([poi('1', 'a'), poi('2', 'b')])
    expect(mergePois([...merged, poi('3', 'c')])[0]?.details.sources?.map(({ source }) => source)).toHaveLength(3)
    expect(mergePois([...merged, poi('3', 'b')])).toHaveLength(2)
  })

  test('is unchanged if there is no other', () => {
    const alone = poi('1', 'a')
    expect(mergePois([alone])).toEqual([alone])
  })
})

const anyPois = fc
  .array(
    fc.record({
      source: fc.constantFrom('a', 'b', 'c'),
      poiType: fc.constantFrom<PoiType>('SpeedControl', 'SpeedAndRedLightControl', 'RedLightControl', 'TrafficJam'),
      metres: fc.integer({ min: 0, max: 400 }),
      bearing: fc.constantFrom(0, 90, 180, 270),
      direction: fc.option(fc.integer({ min: 0, max: 359 }), { nil: undefined }),
      speed: fc.constantFrom(null, 50, 70),
      kindAssumed: fc.boolean(),
    }),
    { maxLength: 25 },
  )
  .map((entries) =>
    entries.map(({ source, poiType, metres, bearing, direction, speed, kindAssumed }, index) =>
      poi(
        `${index}`,
        source,
        { poiType, speed, ...destination(karlsruhe, metres, bearing) },
        { direction, kindAssumed },
      ),
    ),
  )

describe('whatever the sources name', () => {
  test('the order they come in does not matter', () => {
    fc.assert(
      fc.property(
        anyPois.chain((pois) =>
          fc.tuple(fc.constant(pois), fc.shuffledSubarray(pois, { minLength: pois.length, maxLength: pois.length })),
        ),
        ([pois, shuffled]) => {
          const byId = (merged: readonly Poi[]) => merged.toSorted((a, b) => (a.id < b.id ? -1 : 1))
          expect(byId(mergePois(shuffled))).toEqual(byId(mergePois(pois)))
        },
      ),
    )
  })

  test('no POI is lost, and no source is twice in one thing', () => {
    fc.assert(
      fc.property(anyPois, (pois) => {
        const groups = groupsOfSameThings(pois)
        expect(ids(groups.flat())).toEqual(ids(pois))
        for (const group of groups) {
          expect(new Set(group.map(({ details }) => details.source)).size).toBe(group.length)
          for (const one of group) for (const other of group) expect(isSameThing(one, other)).toBe(true)
        }
        const named = mergePois(pois).reduce((sum, { details }) => sum + (details.sources?.length ?? 1), 0)
        expect(named).toBe(pois.length)
      }),
    )
  })
})

test('neighbours are found anywhere on earth: over the poles and the 180th meridian, too', () => {
  const anywhere = fc.record({
    latitude: fc.oneof(fc.double({ min: -90, max: 90, noNaN: true }), fc.constantFrom(89.9999, -90, 0)),
    longitude: fc.oneof(fc.double({ min: -180, max: 180, noNaN: true }), fc.constantFrom(180, -180, 179.9999)),
  })
  fc.assert(
    fc.property(
      anywhere,
      fc.integer({ min: 0, max: 360 }),
      fc.integer({ min: 0, max: 99 }),
      (start, bearing, metres) => {
        const end = destination(start, metres, bearing)
        expect(distanceMetres(start, end)).toBeLessThan(100)
        expect(neighbours([start, end], 100)).toEqual([[start, end]])
      },
    ),
  )
})

test('two lists of a whole country are merged fast enough for a request', async () => {
  const entries = Array.from({ length: 20_000 }, (_, index) => {
    const [north, east] = [47.5 + (index % 141) * 0.05, 6 + Math.floor(index / 141) * 0.06]
    return { id: index, latitude: north, longitude: east }
  })
  const pois = entries.flatMap(({ id, latitude, longitude }) => [
    poi(`a${id}`, 'a', { latitude, longitude }),
    poi(`b${id}`, 'b', { latitude: latitude + 0.0002, longitude }),
  ])
  expect(await processorMs(() => expect(mergePois(pois)).toHaveLength(20_000))).toBeLessThan(3000)
})
