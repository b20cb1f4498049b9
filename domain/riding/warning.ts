import { ridingLimits } from '#contract/riding/riding-limits.ts'
import { hasSharpBend } from './bends.ts'
import { type Reasons, reasonsNow } from './conditions.ts'
import { type HazardRows, hazardsAround } from './hazard-rows.ts'
import type { Hazard } from './hazards.ts'
import { type Motion, moved, type RidingFix } from './motion.ts'
import { type OnRoad, onRoadTo, wayOf } from './on-road.ts'
import type { RidingWeather } from './weather-areas.ts'
import { bearingOf, lengthOf, offsetTo, radiansPerDegree, turnBetween } from './plane.ts'

/** A ride as the rule knows it: plain data, from one fix to the next. */
export interface Ride {
  motion: Motion | null
  /** What was warned of, by id, until it may be told again. */
  warned: ReadonlyMap<string, { hazard: Hazard; at: number; metres: number }>
}

export const newRide: Ride = { motion: null, warned: new Map() }

export interface Warning {
  hazard: Hazard
  /** Why it is one now, if it is not always one. */
  reasons: Reasons | null
  /** Milliseconds since 1970. */
  at: number
  metres: number
  /** Where it lies; `bend`: on the rider's road behind a sharp bend, so its direction says nothing. */
  side: 'left' | 'right' | 'ahead' | 'bend'
}

const {
  warnedSeconds,
  leastWarnedMetres,
  braking,
  sparseFixSeconds,
  besideMetres,
  besideSpreads,
  bendMetresPerSecondSquared,
  mostBendMetres,
  turnLastsSeconds,
  aheadDegrees,
  aheadWithoutTurnDegrees,
  directionDegrees,
  windingDirectionDegrees,
  approachShare,
  approachedMetres,
  repeatSeconds,
  repeatMetres,
  repeatFactor,
} = ridingLimits

/** The ride after a fix, and what is to be warned of now: each place once per approach. */
export function rideOn(
  ride: Ride,
  hazards: readonly HazardRows[],
  fix: RidingFix,
  weather: RidingWeather,
): { ride: Ride; warnings: Warning[] } {
  const motion = moved(ride.motion, fix)
  if (motion === null || motion.at === ride.motion?.at) return { ride: { ...ride, motion }, warnings: [] }
  const warned = stillWarned(ride.warned, motion)
  const warnings = motion.isRiding ? warningsAt(motion, hazards, warned, weather) : []
  if (warnings.length === 0) return { ride: { motion, warned }, warnings }
  const more = warnings.map(({ hazard, at, metres }) => [hazard.id, { hazard, at, metres }] as const)
  return { ride: { motion, warned: new Map([...warned, ...more]) }, warnings }
}

/** How far ahead a rider is warned at a speed: the time to understand and act, and the way to brake. */
export function warnedMetres(speed: number): number {
  return Math.max(leastWarnedMetres, warnedSeconds * speed + speed ** 2 / (2 * braking * 9.81))
}

function stillWarned(warned: Ride['warned'], motion: Motion): Ride['warned'] {
  const over = new Set<string>()
  for (const [id, { hazard, at, metres }] of warned) {
    const isRecent = motion.at - at < repeatSeconds * 1000
    if (!isRecent && lengthOf(offsetTo(motion, hazard)) > repeatFactor * metres + repeatMetres) over.add(id)
  }
  return over.size === 0 ? warned : new Map([...warned].filter(([id]) => !over.has(id)))
}

function warningsAt(
  motion: Motion,
  hazards: readonly HazardRows[],
  warned: Ride['warned'],
  weather: RidingWeather,
): Warning[] {
  const sparse = motion.step >= sparseFixSeconds ? motion.step * motion.speed : 0
  const reach = warnedMetres(motion.speed) + sparse
  const warnings: Warning[] = []
  for (const { hazard, metres } of hazards.flatMap((tile) => hazardsAround(tile, motion, reach))) {
    // On the edge of two tiles it comes in both.
    if (warned.has(hazard.id) || warnings.some((warning) => warning.hazard.id === hazard.id)) continue
    const bearing = turnBetween(motion.course ?? 0, bearingOf(offsetTo(motion, hazard)))
    const onRoad = onRoadTo(hazard, motion)
    if (!isAhead(motion, hazard, onRoad, { metres, bearing, reach })) continue
    const reasons = reasonsNow(hazard.conditions, { place: hazard, at: new Date(motion.at), weather })
    if (reasons?.conditions.length === 0) continue
    warnings.push({
      hazard,
      reasons,
      at: motion.at,
      metres,
      side: isBehindBend(onRoad, motion) ? 'bend' : sideOf(metres, bearing),
    })
  }
  return warnings
}

/** By the line of its own road, as far as that is known; beyond by where the way seems to lead. */
function isAhead(
  motion: Motion,
  hazard: Hazard,
  onRoad: OnRoad,
  { metres, bearing, reach }: { metres: number; bearing: number; reach: number },
): boolean {
  if (typeof onRoad === 'object') return onRoad.metres <= reach
  if (onRoad === 'elsewhere' || !isForThisDirection(hazard, motion)) return false
  return isOnMyWay(motion, metres, bearing) && isApproached(motion, hazard, metres)
}

/** Whether its own road bends sharply before it. Where no line is known, nothing is. */
function isBehindBend(onRoad: OnRoad, { speed }: Motion): boolean {
  return typeof onRoad === 'object' && hasSharpBend(wayOf(onRoad), speed)
}

/** Whether a place lies where the way leads that the present turn begins: a turn lasts for a few seconds. */
function isOnMyWay({ speed, course, turnRate, spread }: Motion, metres: number, bearing: number): boolean {
  if (course === null) return false
  const seconds = metres / Math.max(speed, 1)
  const fading = 1 - (turnLastsSeconds / seconds) * (1 - Math.exp(-seconds / turnLastsSeconds))
  const off = Math.abs(bearing - turnLastsSeconds * turnRate * fading)
  const bend = Math.min(bendMetresPerSecondSquared * seconds ** 2, mostBendMetres)
  if (off >= aheadDegrees * radiansPerDegree) return false
  if (metres * Math.sin(off) > besideMetres + besideSpreads * spread + bend) return false
  return Math.abs(bearing) <= aheadWithoutTurnDegrees * radiansPerDegree || metres <= spread
}

/** Whether a hazard of one direction, if it is one, concerns who rides as the ride does. */
export function isForThisDirection({ direction }: Hazard, { course, winding }: Motion): boolean {
  if (direction === null || course === null) return true
  const most = directionDegrees + Math.min(windingDirectionDegrees, windingDirectionDegrees * Math.sqrt(winding))
  return Math.abs(turnBetween(course, direction * radiansPerDegree)) <= most * radiansPerDegree
}

/** Whether the distance has really fallen over the last fixes: what lies beside the way does not come nearer. */
function isApproached({ recent, speed, step }: Motion, hazard: Hazard, metres: number): boolean {
  if (metres < approachedMetres) return true
  const before = recent.at(step >= sparseFixSeconds ? -2 : -3)
  if (before === undefined) return false
  return lengthOf(offsetTo(before, hazard)) - metres >= approachShare * speed
}

function sideOf(metres: number, bearing: number): Warning['side'] {
  const off = metres * Math.sin(bearing)
  if (Math.abs(off) < sideMetres) return 'ahead'
  return off < 0 ? 'left' : 'right'
}

/** Nearer to the line of travel than this, errors of the receiver decide which side it is. */
const sideMetres = 25
