import { alarmsLimits } from '#contract/alarms/alarms-limits.ts'
import type { Position } from '#contract/history/history.ts'
import { movementLimits } from '#contract/history/movement-limits.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import type { Instant } from '#contract/base/place.ts'
import type { VehicleMotion } from '#contract/vehicles/vehicles.ts'
import { believable } from '#domain/track/outliers.ts'
import { speedsOf } from '#domain/track/speeds.ts'
import { chaptersOf, setOffOf, type Trip } from '#domain/track/trips.ts'

/** The same time that makes a stop of a stay, and ends a ride for the theft alarm. */
const parkedMs = alarmsLimits.parkedMinutes * minuteMs

/** When a vehicle was last seen, and since when it is there. */
export interface LastStay {
  newestAt: Date
  /** How fast it was then, km/h; null if unknown. */
  speed: number | null
  /** The first fix at the place where it is now. */
  arrivedAt: Date
  /** The last fix elsewhere before that; null if none is stored. */
  elsewhereAt: Date | null
}

/**
 * Whether a vehicle stands. Trackers go silent where they are parked: a silence after a fix without speed is standing, as
 * it is for a pause of the theft alarm.
 */
export function motionKindOf(stay: LastStay, now: Date): VehicleMotion['kind'] {
  if (isParked(stay)) return 'STANDING'
  if (!hasFallenSilent(stay, now)) return 'MOVING'
  return stay.speed !== null && stay.speed >= movementLimits.ridingKmh ? 'LAST_MOVING' : 'STANDING'
}

function isParked({ newestAt, arrivedAt, elsewhereAt }: LastStay): boolean {
  return elsewhereAt === null || newestAt.getTime() - arrivedAt.getTime() >= parkedMs
}

function hasFallenSilent({ newestAt }: LastStay, now: Date): boolean {
  return now.getTime() - newestAt.getTime() >= parkedMs
}

/** Whether only its last speed shows if a vehicle stands. */
export function isJudgedBySpeed(stay: LastStay, now: Date): boolean {
  return !isParked(stay) && hasFallenSilent(stay, now)
}

/**
 * How fast a vehicle was when it was last seen, km/h, by the rule of its speed curve; null if unknown.
 * @param positions of the last minutes before, the oldest first.
 */
export function lastSpeedOf(positions: readonly Position[]): number | null {
  return speedsOf(believable(positions)).at(-1) ?? null
}

/** @param positions of the last hours, the oldest first; only needed for a vehicle that moves, or did. */
export function motionOf(stay: LastStay, positions: readonly Position[], now: Date): VehicleMotion {
  const kind = motionKindOf(stay, now)
  if (kind === 'STANDING') {
    return { kind, since: stay.arrivedAt.toISOString(), exact: stay.elsewhereAt !== null }
  }
  const last = lastTrip(positions)
  if (last !== null) {
    const since = setOffOf(last)
    return { kind, since, exact: since !== positions[0]?.recordedAt }
  }
  return { kind, since: (stay.elsewhereAt ?? stay.arrivedAt).toISOString(), exact: true }
}

/**
 * When a vehicle set off to where it is now, or to where it is riding; null if it was never seen elsewhere.
 * @param positions until it arrived (`movedUntil`), the oldest first.
 */
export function lastSetOff({ elsewhereAt }: LastStay, positions: readonly Position[]): Instant | null {
  if (elsewhereAt === null) return null
  const last = lastTrip(positions)
  return last === null ? elsewhereAt.toISOString() : setOffOf(last)
}

/** The last fix time of a vehicle's last movement. */
export function movedUntil(stay: LastStay, now: Date): Date {
  return motionKindOf(stay, now) === 'STANDING' ? stay.arrivedAt : stay.newestAt
}

/** The trip that positions end with, if they end with one. */
function lastTrip(positions: readonly Position[]): Trip | null {
  const last = chaptersOf(positions).at(-1)
  return last?.kind === 'trip' ? last : null
}
