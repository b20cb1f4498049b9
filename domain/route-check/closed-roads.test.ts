import { expect, test } from 'vitest'
import type { Place } from '#contract/base/place.ts'
import { destination } from '#domain/geo/geo.ts'
import { type ClosedRoad, closuresOn, metresOnRoads, partsOnRoad } from './closed-roads.ts'
import { nearestOn } from '#domain/riding/road-line.ts'
import { radiansPerDegree } from '#domain/riding/plane.ts'
import { randomFrom } from '#domain/testing/random.ts'
import { between, type Leg, legsOf } from './route.ts'

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
const metresOn = (route: readonly Leg[], closed: ClosedRoad) => metresOnRoads(route, [closed])[0] ?? []
/** 10 km to the east. */
const legs = legsOf([[at(0), at(5000), at(10_000)]])
const partsOn = (closed: ClosedRoad) =>
  partsOnRoad(metresOn(legs, closed), closed).map(({ from, to }) => [from, to].map((metres) => Math.round(metres / 50)))

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
  expect(partsOnRoad(metresOn(thereAndBack, closed), closed)).toHaveLength(2)
})

test('the pieces of one road are one closure; another rule, or another road, is another one', () => {
  const roads = [
    road([at(1000), at(2000)], { id: 'a' }),
    road([at(2000), at(3000)], { id: 'b' }),
    road([at(3000), at(4000)], { id: 'c', name: 'K 1' }),
    road([at(4000), at(5000)], { id: 'd', name: 'K 1', rules: [{ access: 'closed', condition: null }] }),
  ]
  const found = roads.map((each) => ({ road: each, metres: metresOn(legs, each) }))
  expect(
    closuresOn(found, undefined, 10).map(({ name, access, range: { from, to } }) => [
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
  const found = [{ road: road([at(1000), at(2000)]), metres: metresOn(legs, road([at(1000), at(2000)])) }]
  const accessOn = (day: string) =>
    closuresOn(found, { at: `${day}T10:00:00.000Z`, averageKmh: 60 }, 10).map(({ access }) => access)
  // A Saturday and a Monday.
  expect([accessOn('2027-05-08'), accessOn('2027-05-10')]).toEqual([['closed'], ['open']])
})

test('a closure that begins while the road is ridden counts', () => {
  const closed = road([at(1000), at(9000)], { rules: [{ access: 'closed', condition: '22:00-06:00' }] })
  const found = [{ road: closed, metres: metresOn(legs, closed) }]
  // 21:55 on a German clock, at 10 km/h.
  expect(closuresOn(found, { at: '2027-05-10T19:55:00.000Z', averageKmh: 10 }, 10)).toMatchObject([
    { access: 'closed' },
  ])
})

/** Each place of the route beside each leg of the road, as the grid need not. */
function metresOnByAll(route: readonly Leg[], { line }: ClosedRoad): number[] {
  return route.flatMap((leg) => {
    const parts = Math.max(1, Math.ceil(leg.metres / 25))
    return Array.from({ length: parts + 1 }, (_, part) => part / parts).flatMap((share) => {
      const near = nearestOn(line, between(leg.from, leg.to, share))
      if (near === null || near.beside > 20) return []
      const turn = Math.abs(near.course / radiansPerDegree - leg.course) % 180
      return Math.min(turn, 180 - turn) <= 30 ? [leg.startMetres + share * leg.metres] : []
    })
  })
}

test.each<[name: string, winding: number, step: number]>([
  ['straight', 5, 300],
  ['winding', 60, 40],
  ['to and fro', 180, 15],
])('the grid finds the same as looking at each leg of each road: %s', (_name, winding, step) => {
  const random = randomFrom(7)
  const lineFrom = (from: Place, places: number) => {
    const line = [from]
    let course = random() * 360
    while (line.length < places) {
      course += (random() - 0.5) * 2 * winding
      line.push(destination(line.at(-1) ?? from, step * (0.5 + random()), course))
    }
    return line
  }
  const roads = Array.from({ length: 15 }, () => road(lineFrom(at(random() * 300, random() * 300), 10)))
  const route = legsOf([lineFrom(at(200, 200), 20), ...roads.slice(0, 3).map(({ line }) => [...line])])
  const found = metresOnRoads(route, roads)
  expect(found).toEqual(roads.map((each) => metresOnByAll(route, each)))
  expect(found.filter((metres) => metres.length > 0).length).toBeGreaterThan(2)
})

test('a line that goes to and fro on a road is as many closures as an answer holds, and no more', () => {
  const closed = road([at(1000), at(1500)])
  const toAndFro = legsOf([Array.from({ length: 1000 }, (_, index) => at(index % 2 === 0 ? 0 : 2500))])
  const found = [{ road: closed, metres: metresOn(toAndFro, closed) }]
  expect(closuresOn(found, undefined, 20)).toHaveLength(20)
  expect(closuresOn(found, undefined, 5_000)).toHaveLength(999)
})
