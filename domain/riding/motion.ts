import type { Place } from '#contract/base/place.ts'
import { ridingLimits } from '#contract/riding/riding-limits.ts'
import { bearingOf, lengthOf, offsetTo, radiansPerDegree, turnBetween } from './plane.ts'

/** A position of the rider's phone. */
export interface RidingFix extends Place {
  /** Milliseconds since 1970. */
  at: number
  /** Metres. */
  accuracy: number
  /** m/s; null: the phone does not say. */
  speed: number | null
  /** Degrees from north; null: the phone does not say. */
  course: number | null
}

/** What is known of a ride after a fix. */
export interface Motion extends Place {
  at: number
  /** How far a fix errs along an axis, metres. */
  spread: number
  /** m/s. */
  speed: number
  /** Radians from north; null while nothing tells it. */
  course: number | null
  /** Seconds since the fix before; 0 after a silence. */
  step: number
  /** How fast the course changes, rad/s; to the right: more than 0. */
  turnRate: number
  /** How winding the road has been: the mean square of the sideways acceleration, (m/s²)². */
  winding: number
  isRiding: boolean
  /** Fixes in a row that say otherwise than `isRiding`. */
  contrary: number
  /** Fixes in a row that jumped and were passed over. */
  jumps: number
  /** The believed fixes of the last seconds, the oldest first, with this one. */
  recent: readonly (Place & { at: number })[]
}

const {
  accuracyPerSpread,
  leastSpreadMetres,
  mostSpreadMetres,
  jumpMetres,
  jumpSpreads,
  errorSeconds,
  jumpsInARow,
  turningShare,
  reckonedSeconds,
  measuredSeconds,
  measuredMetres,
  measuredSpreads,
  mostTurnRadians,
  windingSeconds,
  ridingMetresPerSecond,
  ridingSpreads,
  measuredRidingSpreads,
  standingMetresPerSecond,
  fixesToAgree,
  sparseFixSeconds,
  roughSpreadMetres,
  leadsAwaySeconds,
  leadsAwaySpreads,
  measuredLeadsAwaySpreads,
} = ridingLimits

/** What is known after one more fix; null before the first. A fix that is older than the last, or no place, tells nothing. */
export function moved(before: Motion | null, fix: RidingFix): Motion | null {
  if (!isPlace(fix)) return before
  const spread = Math.min(Math.max(fix.accuracy / accuracyPerSpread, leastSpreadMetres), mostSpreadMetres)
  if (before === null) return begun(fix, spread)
  const seconds = (fix.at - before.at) / 1000
  if (seconds <= 0) return before
  if (before.jumps < jumpsInARow && hasJumped(before, fix, spread, seconds)) {
    return { ...before, jumps: before.jumps + 1 }
  }
  return seconds > reckonedSeconds ? begun(fix, spread) : goneOn(before, fix, spread, seconds)
}

function isPlace({ latitude, longitude, accuracy, at }: RidingFix): boolean {
  return [latitude, longitude, accuracy, at].every(Number.isFinite)
}

function begun(fix: RidingFix, spread: number): Motion {
  const speed = told(fix.speed) ?? 0
  const isFast = speed >= ridingMetresPerSecond && spread <= roughSpreadMetres
  return {
    latitude: fix.latitude,
    longitude: fix.longitude,
    at: fix.at,
    spread,
    speed,
    course: courseOf(fix),
    step: 0,
    turnRate: 0,
    winding: 0,
    isRiding: false,
    contrary: isFast ? 1 : 0,
    jumps: 0,
    recent: [{ latitude: fix.latitude, longitude: fix.longitude, at: fix.at }],
  }
}

function goneOn(before: Motion, fix: RidingFix, spread: number, seconds: number): Motion {
  const here = { latitude: fix.latitude, longitude: fix.longitude, at: fix.at }
  const kept = before.recent.filter(({ at }) => fix.at - at <= leadsAwaySeconds * 1000)
  // Two before this one are always kept: reports every ten seconds approach, too.
  const recent = [...(kept.length >= 2 ? kept : before.recent.slice(-2)), here]
  const measured = measuredMotion(recent, spread)
  const speed = told(fix.speed) ?? measured.speed
  const course = courseOf(fix) ?? measured.course ?? before.course
  const turnRate = turned(before, course, seconds)
  const share = Math.min(1, seconds / windingSeconds)
  const riding = ridingAfter(before, recent, { spread, speed, step: seconds, isMeasured: told(fix.speed) === null })
  return {
    ...here,
    spread,
    speed,
    course,
    step: seconds,
    turnRate,
    winding: before.winding + share * ((speed * turnRate) ** 2 - before.winding),
    ...riding,
    jumps: 0,
    recent,
  }
}

/** Whether a fix is farther from where the ride should be by now than errors and driving explain. */
function hasJumped(before: Motion, fix: RidingFix, spread: number, seconds: number): boolean {
  if (seconds > reckonedSeconds) return false
  const { east, north } = offsetTo(before, fix)
  const course = before.course ?? 0
  const ahead = before.course === null ? 0 : before.speed * seconds
  const off = Math.hypot(east - ahead * Math.sin(course), north - ahead * Math.cos(course))
  const error = jumpSpreads * Math.max(spread, before.spread) * Math.sqrt(seconds / errorSeconds)
  const turning = before.speed * seconds * Math.min(1, turningShare * seconds)
  return off > Math.max(jumpMetres, error) + 2 * seconds ** 2 + turning
}

/** Speed and course by places alone: from the mean of the older half to the mean of the newer half of the last seconds. */
function measuredMotion(recent: Motion['recent'], spread: number): { speed: number; course: number | null } {
  const last = recent.at(-1)
  if (last === undefined) return { speed: 0, course: null }
  const timely = recent.filter(({ at }) => last.at - at <= measuredSeconds * 1000)
  const used = timely.length >= 2 ? timely : recent.slice(-2)
  const half = Math.ceil(used.length / 2)
  const [older, newer] = [meanOf(used.slice(0, half), last), meanOf(used.slice(half), last)]
  const seconds = (newer.at - older.at) / 1000
  if (seconds <= 0) return { speed: 0, course: null }
  const way = { east: newer.east - older.east, north: newer.north - older.north }
  const metres = lengthOf(way)
  const isClear = metres > Math.max(measuredMetres, measuredSpreads * spread)
  return { speed: metres / seconds, course: isClear ? bearingOf(way) : null }
}

function meanOf(fixes: Motion['recent'], from: Place): { east: number; north: number; at: number } {
  const sum = { east: 0, north: 0, at: 0 }
  for (const fix of fixes) {
    const { east, north } = offsetTo(from, fix)
    sum.east += east / fixes.length
    sum.north += north / fixes.length
    sum.at += fix.at / fixes.length
  }
  return sum
}

function turned({ turnRate, course: before }: Motion, course: number | null, seconds: number): number {
  if (before === null || course === null) return 0
  const rate = turnRate + Math.min(1, 0.5 * Math.sqrt(seconds)) * (turnBetween(before, course) / seconds - turnRate)
  return Math.min(Math.max(rate, -mostTurnRadians), mostTurnRadians)
}

function ridingAfter(
  { isRiding, contrary }: Motion,
  recent: Motion['recent'],
  { spread, speed, step, isMeasured }: { spread: number; speed: number; step: number; isMeasured: boolean },
): Pick<Motion, 'isRiding' | 'contrary'> {
  const least = Math.max(ridingMetresPerSecond, (isMeasured ? measuredRidingSpreads : ridingSpreads) * spread)
  const isContrary = isRiding
    ? speed < standingMetresPerSecond
    : speed >= least && leadsAway(recent, spread, isMeasured)
  if (!isContrary) return { isRiding, contrary: 0 }
  return contrary + 1 >= fixesToAgree || step >= sparseFixSeconds
    ? { isRiding: !isRiding, contrary: 0 }
    : { isRiding, contrary: contrary + 1 }
}

/** A rough receiver wanders while it lies on a table: then only the way of some seconds shows a ride. */
function leadsAway(recent: Motion['recent'], spread: number, isMeasured: boolean): boolean {
  if (spread <= roughSpreadMetres) return true
  const [first, last] = [recent[0], recent.at(-1)]
  if (first === undefined || last === undefined) return false
  const spreads = isMeasured ? measuredLeadsAwaySpreads : leadsAwaySpreads
  return lengthOf(offsetTo(first, last)) >= spreads * spread
}

/** Phones tell a course of NaN while they stand. */
function told(value: number | null): number | null {
  return value !== null && Number.isFinite(value) && value >= 0 ? value : null
}

/** Below riding speed the course that phones tell is chance. */
function courseOf({ course, speed }: RidingFix): number | null {
  const degrees = told(course)
  const isSlow = speed !== null && speed < ridingMetresPerSecond
  return degrees === null || isSlow ? null : degrees * radiansPerDegree
}
