import { expect, test } from 'vitest'
import { roadsInName } from './named-roads.ts'
import { placeNameOf } from './place-name.ts'
import { across, road } from './testing/near-roads.ts'

const place = { latitude: 49, longitude: 8.4 }
const town = (northward: number) => ({
  name: 'Halle (Saale)',
  population: 20_000,
  latitude: 49 + northward,
  longitude: 8.4,
})

test.each([
  ['a road in a town', [road('Gartenstraße', 5)], 0, ['Gartenstraße']],
  ['a crossing', [road('Gartenstraße', 5), across('Am Markt', 9)], 0, ['Gartenstraße', 'Am Markt']],
  ['a road outside of a town', [road('B10', 5, { isNumber: true })], 0.1, ['B 10']],
  ['a town', [], 0, []],
  ['the way from a town', [], 0.1, []],
])('the roads in the name of %s', (_, roads, northward, expected) => {
  expect(roadsInName(placeNameOf(place, { roads, quarters: [], towns: [town(northward)] }) ?? '')).toEqual(expected)
})
