/*
 * Fixes that nobody can have driven to. They are errors of measuring, whatever follows, and no sign of a theft.
 */
import { metresBetween } from '#domain/geo/flat-projection.ts'
import type { Parked } from './parked.ts'
import { type Observation, secondsBetween } from './sighting.ts'

/** Nobody drives faster. */
const fastestMetresPerSecond = 100
/** Two errors at once reach no further (`F` of `departure.ts`, twice the least `R`). */
const mostErrorMetres = 365

/** Further from one fix to the next than anybody drives, and than both err. */
function isJump(metres: number, seconds: number): boolean {
  return metres > mostErrorMetres + fastestMetresPerSecond * Math.max(0, seconds)
}

/** Its only fix away is one that nobody can have driven to from its place: an error, of which silence makes nothing else. */
export function isOnlyJump({ away, hereAt }: Parked): boolean {
  return away !== null && away.fixes === 1 && isJump(away.firstMetres, secondsBetween(hereAt, away.firstAt))
}

interface Away {
  metres: number
  seconds: number
  reach: number
}

/** A jump from where the vehicle was last seen away: it is passed over. A first one away waits for the next fix. */
export function isUnreal(parked: Parked, fix: Observation, { metres, seconds, reach }: Away): boolean {
  const isElsewhere = parked.departed !== null || (parked.away !== null && !isOnlyJump(parked))
  return isElsewhere && metres > reach && isJump(metresBetween(parked.last, fix), seconds)
}

/** The vehicle can have come here from its place, but not from where the only fix away says that it was: that was an error. */
export function isRefuted(parked: Parked, fix: Observation, { metres, seconds }: Omit<Away, 'reach'>): boolean {
  const isFromPlace = !isJump(metres, secondsBetween(parked.hereAt, fix.recordedAt))
  return isOnlyJump(parked) && isFromPlace && isJump(metresBetween(parked.last, fix), seconds)
}

/** Whether a vehicle whose owner moves it cannot have come here from its last fix. */
export function isDoubted(parked: Parked, fix: Observation, seconds: number): boolean {
  return parked.fixes >= 2 && isJump(metresBetween(parked.last, fix), seconds)
}
