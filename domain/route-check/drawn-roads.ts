import type { Place } from '#contract/base/place.ts'
import { routeCheckLimits, routeCheckServerLimits } from '#contract/route-check/route-check-limits.ts'
import { distanceMetres } from '#domain/geo/geo.ts'
import type { DrawnPoints } from './drawn-route.ts'
import { legsOf, lengthOf } from './route.ts'

const { snapMetres, detourFactor, detourMetres } = routeCheckServerLimits

/**
 * Whether a router's line is a way through the points, in their order: it begins and ends at the first and the last one, passes
 * the others, and is no longer than a way between them can be. Takes time in proportion to the length of both.
 */
export function leadsThrough(line: readonly Place[], points: DrawnPoints): boolean {
  const [start, end] = [points[0], points.at(-1)]
  const [first, last] = [line[0], line.at(-1)]
  if (start === undefined || end === undefined || first === undefined || last === undefined) return false
  if (line.length > routeCheckLimits.roadPlaces || !line.every(isOnEarth)) return false
  const isNear = (place: Place, point: Place) => distanceMetres(place, point) <= snapMetres
  if (!isNear(first, start) || !isNear(last, end)) return false
  if (lengthOf(legsOf([line])) > lengthOf(legsOf([points])) * detourFactor + detourMetres) return false
  let passed = 0
  for (const place of line) {
    for (let next = points[passed]; next !== undefined && isNear(place, next); next = points[passed]) passed += 1
  }
  return passed === points.length
}

/** Also false for what is no number. */
function isOnEarth({ latitude, longitude }: Place): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
}
