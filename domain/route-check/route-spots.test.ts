import { expect, test } from 'vitest'
import type { PoiType } from '#contract/pois/pois.ts'
import type { CheckedRoute, RouteClosure, RouteItem } from '#contract/route-check/route-check.ts'
import { spotsOfRoute, rankSpots, type Verdict, verdictOf } from './route-spots.ts'

interface Known extends Partial<Pick<RouteItem, 'because' | 'onlyAt'>> {
  note?: string
  street?: string
  placeName?: string
  id?: string
  doubted?: boolean
}

function item(
  km: number,
  poiType: PoiType,
  { note, street, placeName, id, doubted, because = [], onlyAt = null }: Known = {},
): RouteItem {
  const at = '2026-11-21T12:00:00.000Z'
  const doubt = doubted === undefined ? {} : { doubted }
  return {
    alongMetres: km * 1000,
    distanceMetres: 5,
    side: 'on',
    direction: 'unknown',
    because,
    onlyAt,
    poi: {
      id: id ?? `${poiType} ${km}`,
      poiType,
      latitude: 49,
      longitude: 8.4,
      street: street ?? null,
      ...(placeName !== undefined && { placeName }),
      postcode: null,
      city: null,
      speed: null,
      createdAt: at,
      updatedAt: at,
      details: { source: 'test', attribution: '', fetchedAt: at, ...(note !== undefined && { note }), ...doubt },
    },
  }
}
const hotspot = (km: number, reason: string, known: Known = {}) =>
  item(km, 'AccidentHotspotMoto', { note: `${reason}. Zu erwarten: etwa 1,2 im Jahr.`, ...known })
const slight = '2 Motorradunfälle 2020'
const severe = '4 Motorradunfälle 2020, 1 schwer'
const fatal = '4 Motorradunfälle 2020, 1 tödlich'

test.each<[string, RouteItem[], [from: number, to: number][]]>([
  ['within 300 m', [hotspot(1, slight), hotspot(1.3, severe)], [[1, 1.3]]],
  [
    'further apart',
    [hotspot(1, slight), hotspot(1.31, severe)],
    [
      [1, 1],
      [1.31, 1.31],
    ],
  ],
  ['each within 300 m of the one before', [hotspot(1, slight), hotspot(1.2, slight), hotspot(1.4, slight)], [[1, 1.4]]],
  [
    'on another road',
    [hotspot(1, slight, { street: 'B 3' }), hotspot(1.1, slight, { street: 'B 10' })],
    [
      [1, 1],
      [1.1, 1.1],
    ],
  ],
  ['on a road that only one names', [hotspot(1, slight, { street: 'B 3' }), hotspot(1.1, slight)], [[1, 1.1]]],
  [
    'on another road by the map',
    [
      hotspot(1, slight, { placeName: 'Lindenstraße, Karlsruhe' }),
      hotspot(1.1, slight, { placeName: 'B 10, 2 km östlich von Karlsruhe' }),
    ],
    [
      [1, 1],
      [1.1, 1.1],
    ],
  ],
  [
    'at a crossing of the same road',
    [
      hotspot(1, slight, { placeName: 'Lindenstraße, Karlsruhe' }),
      hotspot(1.1, slight, { placeName: 'Am Markt Ecke Lindenstraße, Karlsruhe-Mitte' }),
    ],
    [[1, 1.1]],
  ],
  [
    'whose names tell no road',
    [hotspot(1, slight, { placeName: '300 m östlich von Wald' }), hotspot(1.1, slight, { placeName: 'Wald' })],
    [[1, 1.1]],
  ],
  [
    'with one of a side road between them',
    [
      hotspot(1, slight, { street: 'B 3' }),
      hotspot(1.1, slight, { street: 'Am Markt' }),
      hotspot(1.2, slight, { street: 'B 3' }),
    ],
    [
      [1, 1.2],
      [1.1, 1.1],
    ],
  ],
  [
    'with something else between them',
    [hotspot(1, slight), item(1.1, 'Obstacle'), hotspot(1.2, slight)],
    [
      [1, 1.2],
      [1.1, 1.1],
    ],
  ],
  [
    'that are no hotspots',
    [item(1, 'SpeedControl'), item(1.1, 'SpeedControl')],
    [
      [1, 1],
      [1.1, 1.1],
    ],
  ],
])('hotspots %s', (_, items, ranges) => {
  expect(spotsOfRoute(items).map(({ from, to }) => [from / 1000, to / 1000])).toEqual(ranges)
})

const dark = 'meist bei Dunkelheit'
test.each<
  [string, RouteItem[], { worst: number; each: number[]; accidents: number[]; because: string[]; weight: number }]
>([
  [
    'the worst stands for all',
    [hotspot(1, slight), hotspot(1.1, fatal), hotspot(1.2, severe)],
    { worst: 1.1, each: [1, 1.1, 1.2], accidents: [2, 4, 4], because: [], weight: 4.5 },
  ],
  [
    'of two that weigh the same the one where worse happened',
    [hotspot(1, `${slight}, ${dark}`, { because: ['dark'] }), hotspot(1.1, severe)],
    { worst: 1.1, each: [1, 1.1], accidents: [2, 4], because: ['dark'], weight: 3.5 },
  ],
  [
    'what holds at any of them is said of all',
    [hotspot(1, fatal, { because: ['weekend'] }), hotspot(1.1, slight, { because: ['wet', 'dark'] })],
    { worst: 1, each: [1, 1.1], accidents: [4, 2], because: ['dark', 'wet', 'weekend'], weight: 5.5 },
  ],
  [
    'one that is passed twice on a spur is one',
    [hotspot(1, severe, { id: 'spur' }), hotspot(1.2, severe, { id: 'spur', because: ['dark'] })],
    { worst: 1.2, each: [1.2], accidents: [4], because: ['dark'], weight: 4 },
  ],
  [
    'two in a hairpin are two',
    [
      hotspot(1, slight, { id: 'a' }),
      hotspot(1.1, severe, { id: 'b' }),
      hotspot(1.3, severe, { id: 'b' }),
      hotspot(1.4, slight, { id: 'a' }),
    ],
    { worst: 1.1, each: [1, 1.1], accidents: [2, 4], because: [], weight: 3.5 },
  ],
])('of several hotspots %s', (_, items, expected) => {
  const found = spotsOfRoute(items).map((place) => ({
    worst: place.item.alongMetres / 1000,
    each: place.items.map(({ alongMetres }) => alongMetres / 1000),
    accidents: place.records.map(({ accidents }) => accidents),
    because: place.because,
    weight: place.weight,
  }))
  expect(found).toEqual([expected])
})

test.each<[string, Known[], boolean]>([
  ['one alone', [{}], true],
  ['all on one', [{ street: 'B 3' }, { street: 'B 3' }], true],
  ['all on one by the map', [{ placeName: 'B 3, Wald' }, { placeName: 'Am Markt Ecke B 3, Wald' }], true],
  ['one of which nobody knows it', [{ street: 'B 3' }, {}], false],
  ['none of which anybody knows it', [{}, {}], false],
  ['two roads with one between them that is on no known one', [{ street: 'B 3' }, {}, { street: 'B 10' }], false],
])('that hotspots lie on one road is known: %s', (_, known, expected) => {
  const places = spotsOfRoute(known.map((each, index) => hotspot(1 + index / 10, slight, each)))
  expect(places.map(({ isOnOneRoad }) => isOnOneRoad)).toEqual([expected])
})

const ranked = (items: RouteItem[]) => {
  const { mattering, first, others } = rankSpots(spotsOfRoute(items))
  const km = (places: typeof first) => places.map(({ from }) => from / 1000)
  return [mattering, km(first), km(others)]
}

test.each<[string, RouteItem[], ReturnType<typeof ranked>]>([
  ['nothing', [], [0, [], []]],
  ['cameras and slight hotspots alone do not matter', [item(1, 'SpeedControl'), hotspot(2, slight)], [0, [], [1, 2]]],
  [
    'the worst first, of equally bad ones the next',
    [hotspot(1, severe), item(2, 'Slippery'), hotspot(3, fatal), item(4, 'LongTermRoadwork'), hotspot(5, fatal)],
    [5, [2, 3, 5], [1, 4]],
  ],
  [
    'what its accidents have in common holds then',
    [hotspot(1, slight), hotspot(2, slight, { because: ['dark'] })],
    [1, [2], [1]],
  ],
  [
    'road works of other hours do not matter',
    [item(1, 'TemporaryRoadwork', { onlyAt: '22:00–05:00 Uhr' })],
    [0, [], [1]],
  ],
  ['what others doubt matters less', [item(1, 'Obstacle', { doubted: true }), item(2, 'Obstacle')], [2, [2, 1], []]],
  [
    'several hotspots in a row are worse than one',
    [hotspot(1, severe), hotspot(5, severe), hotspot(5.2, slight)],
    [2, [5, 1], []],
  ],
])('on a route: %s', (_, items, expected) => {
  expect(ranked(items)).toEqual(expected)
})

const closure = (access: RouteClosure['access']): RouteClosure => ({
  id: 'c',
  name: null,
  rules: [],
  attribution: '',
  range: { from: 0, to: 100 },
  access,
})
const warning = (advance: boolean): CheckedRoute['warnings'][number] => ({
  ranges: [],
  warning: {
    id: 'w',
    warningType: 'STURM',
    regionName: '',
    latitude: 49,
    longitude: 8.4,
    validFrom: '2026-11-21T12:00:00.000Z',
    validUntil: null,
    warningLevel: 3,
    headline: '',
    description: '',
    instruction: null,
    attribution: '',
    advance,
    aboveMetres: null,
    belowMetres: null,
  },
})

test.each<[string, number, Partial<Parameters<typeof verdictOf>[0]>, Verdict]>([
  ['nothing at all', 0, {}, { kind: 'none' }],
  ['places', 2, {}, { kind: 'some', count: 2, atLeast: false }],
  ['a closed road', 0, { closures: [closure('closed')] }, { kind: 'some', count: 1, atLeast: false }],
  ['a road closed at times', 1, { closures: [closure(null)] }, { kind: 'some', count: 2, atLeast: false }],
  ['a road that may be closed', 0, { closures: [closure('unread')] }, { kind: 'some', count: 1, atLeast: false }],
  ['a road that is open then', 0, { closures: [closure('open')] }, { kind: 'none' }],
  ['a weather warning', 0, { warnings: [warning(false)] }, { kind: 'weather' }],
  ['places and a weather warning', 1, { warnings: [warning(false)] }, { kind: 'some', count: 1, atLeast: false }],
  ['advance information', 0, { warnings: [warning(true)] }, { kind: 'none' }],
  ['a list that is cut off', 0, { truncated: true }, { kind: 'unfinished' }],
  ['places on a list that is cut off', 3, { truncated: true }, { kind: 'some', count: 3, atLeast: true }],
])('the verdict on %s', (_, mattering, route, expected) => {
  expect(verdictOf({ closures: [], warnings: [], truncated: false, ...route }, mattering)).toEqual(expected)
})
