import type { Place } from '#contract/base/place.ts'
import { routeCheckLimits } from '#contract/route-check/route-check-limits.ts'
import { withinATurn } from '#domain/geo/geo.ts'

/** The points of a route that is drawn, in the order of the ride; each change gives new ones. */
export type DrawnPoints = readonly Place[]

/** As many as there may be stay as they are. */
export function withPoint(points: DrawnPoints, place: Place): DrawnPoints {
  return isFull(points) ? points : [...points, rounded(place)]
}

export function withPointAt(points: DrawnPoints, index: number, place: Place): DrawnPoints {
  return points.map((point, at) => (at === index ? rounded(place) : point))
}

export function withoutPoint(points: DrawnPoints, index: number): DrawnPoints {
  return points.filter((_, at) => at !== index)
}

export const isFull = (points: DrawnPoints) => points.length >= routeCheckLimits.drawnPoints

/** Five decimals are a metre. */
function rounded({ latitude, longitude }: Place): Place {
  const north = Math.min(90, Math.max(-90, latitude))
  return { latitude: Math.round(north * 1e5) / 1e5, longitude: Math.round(withinATurn(longitude) * 1e5) / 1e5 }
}
