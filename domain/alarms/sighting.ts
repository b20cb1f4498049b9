import { alarmsLimits } from '#contract/alarms/alarms-limits.ts'
import type { Place } from '#contract/base/place.ts'
import { distanceMetres } from '#domain/geo/geo.ts'

/** Where a vehicle was seen. */
export interface Sighting extends Place {
  recordedAt: Date
  /** Metres. */
  accuracy: number | null
}

/** A fix, and what else its tracker tells at the same time, if it does. */
export interface Observation extends Sighting {
  /** As the receiver measured it. Some always say 0. */
  speedKmh?: number | null
  /** The tracker is moved: by its motion sensor, the ignition, or as an alarm. Absent if it says nothing of it. */
  isStirred?: boolean | undefined
  /** The server requested it (`isInDoubt`). */
  isRequested?: boolean
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

export const secondsBetween = (from: Date, to: Date) => (to.getTime() - from.getTime()) / 1000
