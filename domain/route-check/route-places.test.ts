import { expect, test } from 'vitest'
import type { PoiType } from '#contract/pois.ts'
import type { RouteItem } from '#contract/route-check.ts'
import { placesOfRoute, rankPlaces } from './route-places.ts'

interface Known extends Partial<Pick<RouteItem, 'because' | 'onlyAt'>> {
  note?: string
  street?: string
  doubted?: boolean
}

function item(
  km: number,
  poiType: PoiType,
  { note, street, doubted, because = [], onlyAt = null }: Known = {},
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
      id: `${poiType} ${km}`,
      poiType,
      latitude: 49,
      longitude: 8.4,
      street: street ?? null,
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
  expect(placesOfRoute(items).map(({ from, to }) => [from / 1000, to / 1000])).toEqual(ranges)
})

test('the worst of several hotspots stands for all, with what happened at each', () => {
  const [place] = placesOfRoute([hotspot(1, slight), hotspot(1.1, fatal), hotspot(1.2, severe)])
  expect(place?.item.alongMetres).toBe(1100)
  expect(place?.records.map(({ accidents }) => accidents)).toEqual([2, 4, 4])
})

const ranked = (items: RouteItem[]) => {
  const { mattering, first, others } = rankPlaces(placesOfRoute(items))
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
