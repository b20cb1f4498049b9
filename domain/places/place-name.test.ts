import { describe, expect, test } from 'vitest'
import type { Place } from '#contract/base/place.ts'
import { destination } from '#domain/geo/geo.ts'
import { placeNameOf, type NearRoad, type Quarter, type Surroundings, type Town } from './place-name.ts'
import { across, road } from './testing/near-roads.ts'

const here: Place = { latitude: 49.0094, longitude: 8.4044 }
const path = (called: string, metres: number) => road(called, metres, { kind: 'path' })
/** Towards the road that is 4 m south of here, and ends so far before it. */
const towards = (called: string, before: number) =>
  road(called, 12, { pieces: [{ from: { east: 12, south: -20 }, to: { east: 12, south: 4 - before } }] })
/** A town so far away from here, in this direction. */
const town = (name: string, population: number, metres = 0, bearing = 0): Town => ({
  name,
  population,
  ...destination(here, metres, bearing),
})
const quarter = (name: string, metres = 0, kind: Quarter['kind'] = 'suburb', bearing = 0): Quarter => ({
  name,
  kind,
  ...destination(here, metres, bearing),
})
const name = (around: Partial<Surroundings>, place = here) =>
  placeNameOf(place, { roads: [], quarters: [], towns: [], ...around })

/** 5.9 km to its edge; we are 4 km south of its middle. */
const karlsruhe = town('Karlsruhe', 283_799, 4_000, 0)

describe('a place is called by', () => {
  const cases: [what: string, around: Partial<Surroundings>, name: string | null][] = [
    [
      'street, town and quarter',
      { roads: [road('Gartenstraße', 8)], quarters: [quarter('Rüppurr', 300)], towns: [karlsruhe] },
      'Gartenstraße, Karlsruhe-Rüppurr',
    ],
    [
      'the nearer of two streets',
      { roads: [road('Weg', 40), road('Allee', 25)], towns: [karlsruhe] },
      'Allee, Karlsruhe',
    ],
    [
      'both streets, where they meet',
      { roads: [across('Lange Straße', 12), road('Allee', 4), road('Allee', 9)], towns: [karlsruhe] },
      'Allee Ecke Lange Straße, Karlsruhe',
    ],
    ['the town alone, 61 m from a road', { roads: [road('Allee', 61)], towns: [karlsruhe] }, 'Karlsruhe'],
    ['the road 60 m away', { roads: [road('Allee', 60)], towns: [karlsruhe] }, 'Allee, Karlsruhe'],
    ['a path where there is no road', { roads: [path('Uferweg', 55)], towns: [karlsruhe] }, 'Uferweg, Karlsruhe'],
    [
      'the number of a road without a name',
      { roads: [road('K9650', 5, { isNumber: true })], towns: [karlsruhe] },
      'K 9650, Karlsruhe',
    ],
    [
      'distance and direction, in a forest',
      { towns: [town('Durlach', 30_000, 2_300, 225)] },
      '2 km nordöstlich von Durlach',
    ],
    [
      'road, distance and direction, on the open road',
      { roads: [road('A5', 12)], towns: [town('Rastatt', 49_783, 6_800, 0)] },
      'A 5, 7 km südlich von Rastatt',
    ],
    ['hundreds of metres, close by', { towns: [town('Weiler', 1_000, 620, 90)] }, '600 m westlich von Weiler'],
    [
      'the nearest of several towns',
      { towns: [town('A', 9_000, 9_000), town('B', 2_000, 3_000)] },
      '3 km südlich von B',
    ],
    ['the village beside the city', { towns: [karlsruhe, town('Wolfartsweier', 3_100, 200)] }, 'Wolfartsweier'],
    ['its quarter alone, outside of any town', { quarters: [quarter('Grötzingen', 500)] }, 'Grötzingen'],
    [
      'a quarter that is only a neighbourhood',
      { quarters: [quarter('Killisfeld', 400, 'neighbourhood')], towns: [karlsruhe] },
      'Karlsruhe-Killisfeld',
    ],
    [
      'its suburb, though a neighbourhood is nearer',
      { quarters: [quarter('Dornwald', 100, 'neighbourhood'), quarter('Durlach', 900)], towns: [karlsruhe] },
      'Karlsruhe-Durlach',
    ],
    [
      'the town alone, where the next quarter is far',
      { quarters: [quarter('Rüppurr', 2_100)], towns: [karlsruhe] },
      'Karlsruhe',
    ],
    [
      'a quarter that bears its town’s name',
      { quarters: [quarter('Hamburg-Mitte')], towns: [town('Hamburg', 1_739_117)] },
      'Hamburg-Mitte',
    ],
    [
      'such a one with a hyphen',
      { quarters: [quarter('Berlin Köpenick')], towns: [town('Berlin', 3_426_354)] },
      'Berlin-Köpenick',
    ],
    [
      'one that is called as the town',
      { quarters: [quarter('Ettlingen')], towns: [town('Ettlingen', 38_942)] },
      'Ettlingen',
    ],
    ['the road alone, abroad', { roads: [road('Rue de la Gare', 5)] }, 'Rue de la Gare'],
    [
      'the town across the border, from the towns that are known',
      { towns: [town('Kehl', 35_000, 6_000, 90)] },
      '6 km westlich von Kehl',
    ],
    ['nothing, at sea', { towns: [town('Büsum', 4_900, 25_100)] }, null],
    ['nothing, where nothing is known', {}, null],
  ]
  test.each(cases)('%s', (_what, around, expected) => {
    expect(name(around)).toBe(expected)
  })
})

describe('of two streets that are near it is called by', () => {
  const allee = road('Allee', 4)
  const bridge = { isBridge: true }
  const motorway = { kind: 'motorway' } as const
  const number = { isNumber: true }
  test.each<[what: string, roads: NearRoad[], name: string]>([
    ['both, where one ends at the other', [allee, towards('Gasse', 0)], 'Allee Ecke Gasse'],
    ['both, where one ends within 5 m of the other', [allee, towards('Gasse', 5)], 'Allee Ecke Gasse'],
    ['the nearer, where the other ends 6 m before it', [allee, towards('Gasse', 6)], 'Allee'],
    ['the nearer, where they run side by side', [allee, road('Gasse', 12)], 'Allee'],
    [
      'both, where only another part of the nearer one meets the other',
      [
        road('Allee', 2, { pieces: [{ from: { east: -25, south: 2 }, to: { east: -10, south: 2 } }] }),
        allee,
        across('Gasse', 12),
      ],
      'Allee Ecke Gasse',
    ],
    ['the nearer, where the other is more than 20 m away', [allee, across('Gasse', 21)], 'Allee'],
    ['the nearer, where the other passes above', [allee, across('Gasse', 12, bridge)], 'Allee'],
    ['the nearer, where it passes above the other', [road('Allee', 4, bridge), across('Gasse', 12)], 'Allee'],
    ['the nearer, where the other is a motorway', [allee, across('Ring', 12, motorway)], 'Allee'],
    ['the nearer, where it is a motorway', [road('A5', 4, { ...motorway, ...number }), across('Gasse', 12)], 'A 5'],
    ['the nearer, where the other has a number alone', [allee, across('L561', 12, number)], 'Allee'],
    ['the nearer, where it has a number alone', [road('L561', 4, number), across('Gasse', 12)], 'L 561'],
    ['the road, up to 20 m away, rather than a path', [path('Uferweg', 2), road('Gasse', 20)], 'Gasse'],
    [
      'the path, up to 10 m away, rather than a road further than 20 m',
      [path('Uferweg', 10), road('Gasse', 21)],
      'Uferweg',
    ],
    ['the road, where both are further away', [path('Uferweg', 11), road('Gasse', 21)], 'Gasse'],
  ])('%s', (_what, roads, expected) => {
    expect(name({ roads })).toBe(expected)
    expect(name({ roads: roads.toReversed() })).toBe(expected)
  })
})

test('the quarter of a neighbouring town is not taken for one’s own', () => {
  const towns = [town('Ettlingen', 38_942, 1_500, 180), town('Karlsruhe', 283_799, 6_500, 0)]
  // Rüppurr is nearer than Ettlingen’s middle, but lies in Karlsruhe.
  expect(name({ quarters: [quarter('Rüppurr', 1_200)], towns })).toBe('Ettlingen')
})

test.each([
  [0, 'südlich'],
  [45, 'südwestlich'],
  [90, 'westlich'],
  [135, 'nordwestlich'],
  [180, 'nördlich'],
  [225, 'nordöstlich'],
  [270, 'östlich'],
  [315, 'südöstlich'],
  [359, 'südlich'],
])('of a town in the direction %i° it lies %s', (bearing, direction) => {
  expect(name({ towns: [town('Ulm', 1_000, 5_000, bearing)] })).toBe(`5 km ${direction} von Ulm`)
})

test('a town beyond the antimeridian is as near as it is', () => {
  const place = { latitude: -16.8, longitude: 179.99 }
  const towns = [{ name: 'Waiyevo', population: 1_000, latitude: -16.8, longitude: -179.99 }]
  expect(name({ towns }, place)).toBe('2 km westlich von Waiyevo')
})
