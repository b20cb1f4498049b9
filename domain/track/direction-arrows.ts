import type { Place } from '#contract/base/place.ts'
import { bearingDegrees, distanceMetres } from '#domain/geo/geo.ts'

/** A place of a track, and where it led from there: degrees from north, clockwise. */
export interface DirectionArrow {
  place: Place
  bearing: number
}

/**
 * Arrows along a track, the same way apart from each other and half of that from its ends.
 * @param segments unbroken pieces, in order: between two of them is no arrow, and no way.
 * @param count how many there are, at most.
 */
export function directionArrows(segments: readonly (readonly Place[])[], count: number): DirectionArrow[] {
  const steps = segments.flatMap((segment) =>
    segment.slice(1).flatMap((to, index) => {
      const from = segment[index]
      return from === undefined ? [] : [{ from, to, metres: distanceMetres(from, to) }]
    }),
  )
  const whole = steps.reduce((sum, { metres }) => sum + metres, 0)
  const due = (ridden: number) => (whole > 0 ? Math.floor((ridden / whole) * count + 0.5) : 0)
  let ridden = 0
  return steps.flatMap(({ from, to, metres }) => {
    const before = due(ridden)
    ridden += metres
    // Of several that fall on one step, one: they would lie on each other.
    if (due(ridden) === before) return []
    return [{ place: { latitude: to.latitude, longitude: to.longitude }, bearing: bearingDegrees(from, to) }]
  })
}
