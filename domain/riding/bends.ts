import type { Place } from '#contract/base/place.ts'
import { ridingLimits } from '#contract/riding/riding-limits.ts'
import { lengthOf, offsetTo } from './plane.ts'

const { bendStepMetres, bendArmSteps, sharpRadiusMetres, corneringMetresPerSecondSquared } = ridingLimits

/** Whether a way has a bend that is narrow, and narrower than one that is ridden at this speed, m/s, without braking. */
export function hasSharpBend(way: readonly Place[], speed: number): boolean {
  return sharpestRadius(way) < Math.min(sharpRadiusMetres, speed ** 2 / corneringMetresPerSecondSquared)
}

/**
 * The radius of the sharpest bend of a way, metres: of the circle through three of its places, with an arm of 30 m on both sides,
 * so that the error of a line makes no bend. Infinity: it is straight, or too short to say.
 */
export function sharpestRadius(way: readonly Place[]): number {
  const places = evenly(way)
  return Math.min(
    Infinity,
    ...places.flatMap((place, index) => {
      const [before, after] = [places[index - bendArmSteps], places[index + bendArmSteps]]
      return before === undefined || after === undefined ? [] : [radiusThrough(before, place, after)]
    }),
  )
}

/** Its places every few metres, whatever its corners. */
function evenly(way: readonly Place[]): Place[] {
  const places: Place[] = []
  /** How far into the next leg the next place lies. */
  let next = 0
  for (const [index, to] of way.entries()) {
    const from = way[index - 1]
    if (from === undefined) continue
    const length = lengthOf(offsetTo(from, to))
    if (length === 0) continue
    for (; next <= length; next += bendStepMetres) {
      const share = next / length
      places.push({
        latitude: from.latitude + share * (to.latitude - from.latitude),
        longitude: from.longitude + share * (to.longitude - from.longitude),
      })
    }
    next -= length
  }
  return places
}

/** Of the circle through three places; 0 where the way comes back to where it was. */
function radiusThrough(before: Place, place: Place, after: Place): number {
  const [to, on, chord] = [offsetTo(before, place), offsetTo(place, after), offsetTo(before, after)]
  if (lengthOf(chord) < bendStepMetres) return 0
  const twiceArea = Math.abs(to.east * on.north - to.north * on.east)
  return (lengthOf(to) * lengthOf(on) * lengthOf(chord)) / (2 * twiceArea)
}
