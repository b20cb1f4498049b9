import type { Place } from '#contract/base/place.ts'
import { horizonDegrees, sunPosition } from '#domain/geo/sun.ts'

/** Whether the sun is up, good to a few minutes. */
export function isDaylight(place: Place, at: Date): boolean {
  return sunPosition(place, at).height > horizonDegrees
}
