import { expect, test } from 'vitest'
import { roadsInName } from './named-roads.ts'
import { type NearRoad, placeNameOf } from './place-name.ts'

const place = { latitude: 49, longitude: 8.4 }
const road = (name: string, metres: number, other: Partial<NearRoad> = {}): NearRoad => ({
  name,
  metres,
  isNumber: false,
  kind: 'road',
  isBridge: false,
  pieces: [{ from: { east: -25, south: metres }, to: { east: 25, south: metres } }],
  ...other,
})
const across: Partial<NearRoad> = { pieces: [{ from: { east: 9, south: -25 }, to: { east: 9, south: 25 } }] }
const town = (northward: number) => ({
  name: 'Halle (Saale)',
  population: 20_000,
  latitude: 49 + northward,
  longitude: 8.4,
})

test.each([
  ['a road in a town', [road('Gartenstraße', 5)], 0, ['Gartenstraße']],
  ['a crossing', [road('Gartenstraße', 5), road('Am Markt', 9, across)], 0, ['Gartenstraße', 'Am Markt']],
  ['a road outside of a town', [road('B10', 5, { isNumber: true })], 0.1, ['B 10']],
  ['a town', [], 0, []],
  ['the way from a town', [], 0.1, []],
])('the roads in the name of %s', (_, roads, northward, expected) => {
  expect(roadsInName(placeNameOf(place, { roads, quarters: [], towns: [town(northward)] }) ?? '')).toEqual(expected)
})
