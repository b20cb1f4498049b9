import { describe, expect, test } from 'vitest'
import type { Place } from '#contract/base/place.ts'
import { destination } from '#domain/geo/geo.ts'
import { hasSharpBend, sharpestRadius } from './bends.ts'
import { roadLineOf, roadLineText } from './road-line.ts'

const start: Place = { latitude: 48.7, longitude: 8.3 }

/** A way of legs: metres, and the degrees by which it turns after them, on a circle of this radius or at a corner (0). */
function way(...legs: readonly [metres: number, turn: number, radius: number][]): Place[] {
  const places = [start]
  let course = 90
  const go = (metres: number) => places.push(destination(places.at(-1) ?? start, metres, course))
  for (const [metres, turn, radius] of legs) {
    if (metres > 0) go(metres)
    const steps = radius === 0 ? 1 : Math.abs(turn)
    for (let step = 0; step < steps; step += 1) {
      course += turn / steps
      if (radius > 0) go((radius * Math.abs(turn) * Math.PI) / 180 / steps)
    }
  }
  return places
}

test.each<[string, Place[], least: number, most: number]>([
  ['a straight road', way([500, 0, 0]), 5_000, Infinity],
  ['a road of a kilometre’s radius', way([200, 40, 1_000], [200, 0, 0]), 800, 1_200],
  ['a bend of 100 m', way([200, 90, 100], [200, 0, 0]), 90, 110],
  ['a bend of 40 m to the left', way([200, -120, 40], [200, 0, 0]), 36, 44],
  ['a hairpin of 15 m', way([200, 180, 15], [200, 0, 0]), 0, 30],
  ['a corner', way([200, 90, 0], [200, 0, 0]), 15, 30],
  ['a way that turns round', way([200, 180, 0], [200, 0, 0]), 0, 0],
  ['a corner of which nothing is known beyond', way([200, 90, 0], [20, 0, 0]), 15, Infinity],
  ['a way of 50 m with a corner', way([25, 90, 0], [25, 0, 0]), Infinity, Infinity],
  ['one place', [start], Infinity, Infinity],
  ['no place', [], Infinity, Infinity],
  ['places that are the same', [start, start, start], Infinity, Infinity],
])('%s has a radius of %o', (_, places, least, most) => {
  const radius = sharpestRadius(places)
  expect(radius).toBeGreaterThanOrEqual(least)
  expect(radius).toBeLessThanOrEqual(most)
})

describe('a bend is sharp', () => {
  test.each([
    ['of 40 m at 100 km/h', 40, 100, true],
    ['of 40 m at 60 km/h', 40, 60, true],
    ['of 40 m at 40 km/h, where nobody brakes', 40, 40, false],
    ['of 100 m at 130 km/h, which a line of three metres’ error cannot tell from a wider one', 100, 130, false],
    ['of 20 m at 50 km/h', 20, 50, true],
  ])('%s: %s m, %s km/h: %s', (_, radius, kmh, expected) => {
    expect(hasSharpBend(way([200, 90, radius], [200, 0, 0]), kmh / 3.6)).toBe(expected)
  })
})

test('the line that a hazard comes with, of few points, shows the same bends as the road', () => {
  const road = (radius: number) => way([400, 90, radius], [300, 0, 0])
  const lineOf = (places: Place[]) => roadLineOf(roadLineText(places, places.at(-1) ?? start)) ?? []
  expect([30, 150].map((radius) => hasSharpBend(lineOf(road(radius)), 25))).toEqual([true, false])
})
