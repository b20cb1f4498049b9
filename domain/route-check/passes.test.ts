import { expect, test } from 'vitest'
import type { Place } from '#contract/base/place.ts'
import { destination, eastwardDegrees, metresPerDegree } from '#domain/geo/geo.ts'
import { randomFrom } from '#domain/testing/random.ts'
import { type Pass, passingOf } from './passes.ts'
import { corridorStretches, directionFor, type Leg, legsOf } from './route.ts'

const start: Place = { latitude: 49, longitude: 8.4 }

/** Every leg compared with the place, one after the other, as the rule says it. */
function passesByAll(legs: readonly Leg[], place: Place, corridor: number, watched: number | undefined): Pass[] {
  const near = legs.flatMap((leg) => {
    const scale = Math.cos((((leg.from.latitude + leg.to.latitude) / 2) * Math.PI) / 180)
    const [x, y] = [
      eastwardDegrees(leg.from.longitude, place.longitude) * scale,
      place.latitude - leg.from.latitude,
    ] as const
    const [legX, legY] = [
      eastwardDegrees(leg.from.longitude, leg.to.longitude) * scale,
      leg.to.latitude - leg.from.latitude,
    ] as const
    const share = Math.min(1, Math.max(0, (x * legX + y * legY) / (legX * legX + legY * legY)))
    const distanceMetres = Math.hypot(x - share * legX, y - share * legY) * metresPerDegree
    const besides = legX * y - legY * x > 0 ? ('left' as const) : ('right' as const)
    const side = distanceMetres < 15 ? ('on' as const) : besides
    const pass = { alongMetres: leg.startMetres + share * leg.metres, distanceMetres, side }
    return distanceMetres <= corridor ? [{ ...pass, direction: directionFor(leg.course, watched) }] : []
  })
  const groups: Pass[][] = []
  for (const [index, one] of near.entries()) {
    const previous = near[index - 1]
    if (previous !== undefined && one.alongMetres - previous.alongMetres <= 500) groups.at(-1)?.push(one)
    else groups.push([one])
  }
  return groups.map((group) =>
    group.reduce((best, other) => (other.distanceMetres < best.distanceMetres ? other : best)),
  )
}

function winding(random: () => number, points: number, step: number, turn: number): Place[] {
  const line = [destination(start, random() * 500, random() * 360)]
  let course = random() * 360
  while (line.length < points) {
    course += (random() - 0.5) * 2 * turn
    line.push(destination(line.at(-1) ?? start, step * (0.5 + random()), course))
  }
  return line
}

const random = randomFrom(3)
test.each<[name: string, pieces: Place[][], corridor: number]>([
  ['a tour', [winding(random, 2_000, 60, 40)], 100],
  ['a tour with a wide corridor', [winding(random, 500, 200, 60)], 2_000],
  ['legs of kilometres', [winding(random, 30, 9_000, 90)], 500],
  ['pieces apart', Array.from({ length: 50 }, () => winding(random, 4, 300, 90)), 300],
  [
    'to and fro',
    [
      Array.from({ length: 1_000 }, (_, index) =>
        destination(start, index % 2 === 0 ? index : 400 + index, index % 90),
      ),
    ],
    100,
  ],
])('a route passes places as if each leg had been looked at: %s', (_name, pieces, corridor) => {
  const legs = legsOf(pieces)
  const passing = passingOf(corridorStretches(legs, corridor))
  let passed = 0
  for (let index = 0; index < 100; index += 1) {
    const along = legs[Math.floor(random() * legs.length)]?.from ?? start
    const place = destination(along, random() * 1.5 * corridor, random() * 360)
    const watched = index % 3 === 0 ? undefined : random() * 360
    const found: Pass[] = []
    passing.eachPass(place, corridor, watched, (pass) => found.push(pass))
    const expected = passesByAll(legs, place, corridor, watched)
    expect(found).toHaveLength(expected.length)
    for (const [at, { alongMetres, distanceMetres, ...words }] of expected.entries()) {
      expect(found[at]).toMatchObject(words)
      expect(found[at]?.alongMetres).toBeCloseTo(alongMetres, 4)
      expect(found[at]?.distanceMetres).toBeCloseTo(distanceMetres, 4)
    }
    expect(passing.comesWithin(place, corridor)).toBe(expected.length > 0)
    passed += expected.length
  }
  expect(passed).toBeGreaterThan(30)
})
