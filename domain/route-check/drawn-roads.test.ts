import { expect, test } from 'vitest'
import type { Place } from '#contract/base/place.ts'
import { routeCheckLimits } from '#contract/route-check/route-check-limits.ts'
import { leadsThrough } from './drawn-roads.ts'

const at = (latitude: number, longitude: number) => ({ latitude, longitude })
const points = [at(49, 8.4), at(49.2, 8.6), at(49.1, 8.8)]
/** Steps of less than a kilometre from each point to the next. */
const road = points.flatMap((point, index) => stepsBetween(points[index - 1] ?? point, point))

function stepsBetween(from: Place, to: Place): Place[] {
  return Array.from({ length: 31 }, (_, step) =>
    at(
      from.latitude + ((to.latitude - from.latitude) * step) / 30,
      from.longitude + ((to.longitude - from.longitude) * step) / 30,
    ),
  )
}

test('a road from the first point to the last, past the others, leads through them', () => {
  expect(leadsThrough(road, points)).toBe(true)
})

test('points that are drawn beside a road, or twice, are passed', () => {
  const beside = points.map(({ latitude, longitude }) => at(latitude + 0.015, longitude))
  expect(leadsThrough(road, beside)).toBe(true)
  expect(
    leadsThrough(
      road,
      points.flatMap((point) => [point, point]),
    ),
  ).toBe(true)
})

test('a road across the antimeridian is no longer than it is', () => {
  expect(
    leadsThrough([at(-16.8, 179.98), at(-16.8, 180), at(-16.8, -179.98)], [at(-16.8, 179.98), at(-16.8, -179.98)]),
  ).toBe(true)
})

const abroad = at(-34.6, -58.4)
test.each<[name: string, line: Place[]]>([
  ['a line that begins too far beside', road.map(({ latitude, longitude }) => at(latitude + 0.02, longitude))],
  ['no place', []],
  ['one place', road.slice(0, 1)],
  ['a line that ends early', road.slice(0, -20)],
  ['a line that begins late', road.slice(50)],
  ['a line in another country', road.map(({ latitude, longitude }) => at(latitude - 60, longitude))],
  ['latitude and longitude swapped', road.map(({ latitude, longitude }) => at(longitude, latitude))],
  ['a line through another country', [...road.slice(0, 40), abroad, ...road.slice(40)]],
  ['a line that leaves a point out', stepsBetween(at(49, 8.4), at(49.1, 8.8))],
  ['the way back', road.toReversed()],
  ['the points in another order', [...road.slice(0, 31), ...stepsBetween(at(49, 8.4), at(49.1, 8.8))]],
  ['a place that is no number', [...road.slice(0, 40), at(NaN, 8.6), ...road.slice(40)]],
  ['a place beyond the pole', [...road.slice(0, 40), at(91, 8.6), ...road.slice(40)]],
  ['too many places', Array.from({ length: routeCheckLimits.roadPlaces }, () => at(49, 8.4)).concat(road)],
])('%s does not', (_name, line) => {
  expect(leadsThrough(line, points)).toBe(false)
})
