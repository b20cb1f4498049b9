import type { Place } from '#contract/base/place.ts'
import { routeCheckLimits } from '#contract/route-check/route-check-limits.ts'
import { destination } from '#domain/geo/geo.ts'
import { randomFrom } from '#domain/testing/random.ts'

/** A route that keeps the limits of the call and costs as much as one can. */
export interface CostlyRoute {
  name: string
  pieces: Place[][]
  corridorMetres: number
}

const munich: Place = { latitude: 48.14, longitude: 11.58 }
const zigzagPoints = 19_000

export const costlyRoutes: readonly CostlyRoute[] = [
  { name: `far-pieces`, pieces: farPieces(4_000), corridorMetres: routeCheckLimits.corridorMetres },
  { name: `far-short-pieces-wide`, pieces: farPieces(100), corridorMetres: routeCheckLimits.mostCorridorMetres },
  { name: `zigzag-20-m`, pieces: [zigzag(20)], corridorMetres: routeCheckLimits.corridorMetres },
  { name: `zigzag-250-m`, pieces: [zigzag(250)], corridorMetres: routeCheckLimits.corridorMetres },
  { name: `zigzag-250-m-wide`, pieces: [zigzag(250)], corridorMetres: routeCheckLimits.mostCorridorMetres },
  { name: `tour-of-300-km`, pieces: [tour(300_000)], corridorMetres: routeCheckLimits.corridorMetres },
]

export function routeNamed(name: string): CostlyRoute {
  const found = costlyRoutes.find((route) => route.name === name)
  if (found === undefined) throw new Error(`No route is called ${name}.`)
  return found
}

/** As many pieces as there may be, all over Germany. */
function farPieces(metres: number): Place[][] {
  const random = randomFrom(1)
  return Array.from({ length: routeCheckLimits.pieces }, () => {
    const start = { latitude: 47.6 + random() * 6.8, longitude: 6.5 + random() * 8 }
    return [start, destination(start, metres, random() * 360)]
  })
}

/** To and fro through the middle of a town, each leg a little beside the one before. */
function zigzag(metres: number): Place[] {
  return Array.from({ length: zigzagPoints }, (_, index) =>
    destination(destination(munich, (index % 100) * 3, 0), index % 2 === 0 ? 0 : metres, 90),
  )
}

/** What riders check: a winding line with a point every 60 m. */
function tour(metres: number): Place[] {
  const line = [munich]
  for (let along = 0; along < metres; along += 60) {
    const last = line.at(-1) ?? munich
    line.push(destination(last, 60, 60 + 50 * Math.sin(along / 2_000) + 40 * Math.sin(along / 300)))
  }
  return line
}
