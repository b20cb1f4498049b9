import { expect, test } from 'vitest'
import type { Place } from '#contract/place.ts'
import { destination } from '#domain/geo/geo.ts'
import { type ClosedRoad, closuresOn, metresOnRoad, partsOnRoad } from './closed-roads.ts'
import { legsOf } from './route.ts'

const start: Place = { latitude: 49, longitude: 8.4 }
const at = (east: number, north = 0) => destination(destination(start, east, 90), north, 0)
const road = (line: Place[], more: Partial<ClosedRoad> = {}): ClosedRoad => ({
  id: 'way/1',
  name: 'L 564',
  line,
  rules: [{ access: 'closed', condition: 'Sa,Su' }],
  attribution: '© t',
  ...more,
})
/** 10 km to the east. */
const legs = legsOf([[at(0), at(5000), at(10_000)]])
const partsOn = (closed: ClosedRoad) =>
  partsOnRoad(metresOnRoad(legs, closed), closed).map(({ from, to }) =>
    [from, to].map((metres) => Math.round(metres / 50)),
  )

test('a route is on a road along its line, whichever way it was drawn', () => {
  const line = [at(2000, 5), at(3000, -5), at(4000, 5)]
  expect(partsOn(road(line))).toEqual([[40, 80]])
  expect(partsOn(road(line.toReversed()))).toEqual([[40, 80]])
})

test.each([
  ['that it crosses', [at(2000, -500), at(2000, 500)]],
  ['that it crosses at a small angle', [at(2000, -300), at(2600, 300)]],
  ['beside it', [at(2000, 40), at(4000, 40)]],
  ['that turns off', [at(2000), at(2000, 500)]],
  ['that goes on where it ends', [at(10_000), at(11_000)]],
  ['that has touched it once', [at(2000, 20), at(2010, 0), at(2020, 20)]],
])('a route is not on a road %s', (_words, line) => {
  expect(partsOn(road(line))).toEqual([])
})

test('a short bridge counts, and a road that is passed twice counts twice', () => {
  expect(partsOn(road([at(2000), at(2040)]))).toHaveLength(1)
  const thereAndBack = legsOf([[at(0), at(3000), at(0)]])
  const closed = road([at(1000), at(2000)])
  expect(partsOnRoad(metresOnRoad(thereAndBack, closed), closed)).toHaveLength(2)
})

test('the pieces of one road are one closure; another rule, or another road, is another one', () => {
  const roads = [
    road([at(1000), at(2000)], { id: 'a' }),
    road([at(2000), at(3000)], { id: 'b' }),
    road([at(3000), at(4000)], { id: 'c', name: 'K 1' }),
    road([at(4000), at(5000)], { id: 'd', name: 'K 1', rules: [{ access: 'closed', condition: null }] }),
  ]
  const found = roads.map((each) => ({ road: each, metres: metresOnRoad(legs, each) }))
  expect(
    closuresOn(found, undefined).map(({ name, access, range: { from, to } }) => [
      name,
      access,
      Math.round((to - from) / 100),
    ]),
  ).toEqual([
    ['L 564', null, 20],
    ['K 1', null, 10],
    ['K 1', 'closed', 10],
  ])
})

test('with a departure it is said who may ride there then', () => {
  const found = [{ road: road([at(1000), at(2000)]), metres: metresOnRoad(legs, road([at(1000), at(2000)])) }]
  const accessOn = (day: string) =>
    closuresOn(found, { at: `${day}T10:00:00.000Z`, averageKmh: 60 }).map(({ access }) => access)
  // A Saturday and a Monday.
  expect([accessOn('2027-05-08'), accessOn('2027-05-10')]).toEqual([['closed'], ['open']])
})

test('a closure that begins while the road is ridden counts', () => {
  const closed = road([at(1000), at(9000)], { rules: [{ access: 'closed', condition: '22:00-06:00' }] })
  const found = [{ road: closed, metres: metresOnRoad(legs, closed) }]
  // 21:55 on a German clock, at 10 km/h.
  expect(closuresOn(found, { at: '2027-05-10T19:55:00.000Z', averageKmh: 10 })).toMatchObject([{ access: 'closed' }])
})
