import { alarmsLimits } from '#contract/alarms-limits.ts'
import type { Place } from '#contract/place.ts'
import { distanceMetres } from '#domain/geo/geo.ts'

/** Where a vehicle was seen. */
export interface Sighting extends Place {
  recordedAt: Date
  /** Metres. */
  accuracy: number | null
}

/** Whether two fixes are further apart than both are accurate. */
export function hasMoved(from: Sighting, to: Sighting): boolean {
  const doubt = accuracyOf(from) + accuracyOf(to)
  return distanceMetres(from, to) > Math.max(alarmsLimits.leastMetres, doubt)
}

export const accuracyOf = ({ accuracy }: Sighting) => accuracy ?? alarmsLimits.unknownAccuracyMetres

/** A rough fix (from a mobile cell, say) would hide kilometres of movement; a better one of the same place replaces it. */
export function moreExact(anchor: Sighting, fix: Sighting): Sighting {
  return accuracyOf(fix) < accuracyOf(anchor) ? { ...fix, recordedAt: anchor.recordedAt } : anchor
}
