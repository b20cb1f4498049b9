import { limits } from '#contract/limits.ts'
import type { Position, PositionFlag } from '#contract/tracking.ts'
import { distanceMetres } from './geo.ts'

/**
 * Why a position can hardly be true: what its tracker said of it (the flags); `JUMP` lies impossibly far from what was
 * seen before and after it, which agree with each other; `SPEED` reports a speed no road vehicle has.
 */
export type Doubt = PositionFlag | 'JUMP' | 'SPEED'

/** By the index of the doubted position. */
export type Doubts = ReadonlyMap<number, Doubt>

/**
 * What is doubted, by its index; it is only marked, never removed.
 * @param positions of one device, in fix order. A jump that is not followed by a way back is believed, because nothing
 * tells then which of its ends is wrong.
 */
export function doubtsOf(positions: readonly Position[]): Doubts {
  const doubts = new Map<number, Doubt>()
  let believed: Believed = [undefined, undefined]
  for (const [index, position] of positions.entries()) {
    const doubt = position.flag ?? measuredDoubt(believed, position, positions, index)
    if (doubt === null) believed = [position, believed[0]]
    else doubts.set(index, doubt)
  }
  return doubts
}

/**
 * The positions that nothing speaks against, in the order given.
 * @param doubts where whoever asks knows them already.
 */
export function believable(positions: readonly Position[], doubts: Doubts = doubtsOf(positions)): Position[] {
  return positions.filter((_, index) => !doubts.has(index))
}

/** The last position that was believed, and the one before it. */
type Believed = readonly [Position | undefined, Position | undefined]

function measuredDoubt(
  [before, earlier]: Believed,
  position: Position,
  positions: readonly Position[],
  index: number,
): Doubt | null {
  if (before !== undefined && !isReachable(before, position) && isWayBack(before, position, positions, index)) {
    return 'JUMP'
  }
  const [next, later] = positions.slice(index + 1, index + 3)
  if (before !== undefined && next !== undefined && isDetour([earlier, before, position, next, later])) return 'JUMP'
  return (position.speed ?? 0) > limits.movement.possibleKmh ? 'SPEED' : null
}

/**
 * Whether a single fix lies beside the way, where a vehicle could get in time and back, but only in a dash of which nothing
 * is seen before or after. Found on real recordings: 98 % of jumps by 1 km, and all by 3 km, with fixes 1 to 60 s apart.
 */
function isDetour([earlier, before, position, next, later]: Neighbours): boolean {
  if (next.flag !== undefined) return false
  const [there, back] = [stepOf(before, position), stepOf(position, next)]
  if (Math.max(there.seconds, back.seconds) > limits.movement.detourSeconds) return false
  const direct = stepOf(before, next)
  const doubtMetres = 2 * [before, position, next].reduce((metres, { accuracy = 0 }) => metres + accuracy, 0)
  const detourMetres = there.metres + back.metres - direct.metres - doubtMetres
  if (detourMetres < limits.movement.detourMetres) return false
  const around = [direct, earlier && stepOf(earlier, before), later && stepOf(next, later)]
  const usual = Math.max(...around.map((step) => (step === undefined ? 0 : speedOf(step))))
  return Math.min(speedOf(there), speedOf(back)) > limits.movement.detourSpeedFactor * usual
}

/** A position with those around it: two that are believed, and two that follow. */
type Neighbours = [
  earlier: Position | undefined,
  before: Position,
  Position,
  next: Position,
  later: Position | undefined,
]

interface Step {
  metres: number
  seconds: number
}

function stepOf(from: Position, to: Position): Step {
  return { metres: distanceMetres(from, to), seconds: hoursBetween(from, to) * 3600 }
}

/** Metres per second; fixes of one second count as one apart. */
function speedOf({ metres, seconds }: Step): number {
  return metres / Math.max(1, seconds)
}

/** A receiver that lost its satellites can be wrong a few times in a row; more often, it is the vehicle that moved. */
const longestJumpFixes = 3

/** Whether one of the next fixes agrees with the one before the jump, and not with the jump. */
function isWayBack(before: Position, position: Position, positions: readonly Position[], index: number): boolean {
  return positions
    .slice(index + 1, index + 1 + longestJumpFixes)
    .some((next) => next.flag === undefined && isReachable(before, next) && !isReachable(position, next))
}

/** Whether a vehicle gets from one position to the next in time, each being as far off as its accuracy allows. */
export function isReachable(from: Position, to: Position): boolean {
  const uncertainMetres = Math.max(limits.movement.samePlaceMetres, (from.accuracy ?? 0) + (to.accuracy ?? 0))
  const certainMetres = distanceMetres(from, to) - uncertainMetres
  return certainMetres <= 0 || certainMetres <= limits.movement.possibleKmh * 1000 * hoursBetween(from, to)
}

function hoursBetween(from: Position, to: Position): number {
  return (Date.parse(to.recordedAt) - Date.parse(from.recordedAt)) / 3_600_000
}
