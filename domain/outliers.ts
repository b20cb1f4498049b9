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
  let believed: Position | undefined
  for (const [index, position] of positions.entries()) {
    const doubt = position.flag ?? measuredDoubt(believed, position, positions, index)
    if (doubt === null) believed = position
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

function measuredDoubt(
  before: Position | undefined,
  position: Position,
  positions: readonly Position[],
  index: number,
): Doubt | null {
  if (before !== undefined && !isReachable(before, position) && isWayBack(before, position, positions, index)) {
    return 'JUMP'
  }
  return (position.speed ?? 0) > limits.movement.possibleKmh ? 'SPEED' : null
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
function isReachable(from: Position, to: Position): boolean {
  const uncertainMetres = Math.max(limits.movement.samePlaceMetres, (from.accuracy ?? 0) + (to.accuracy ?? 0))
  const certainMetres = distanceMetres(from, to) - uncertainMetres
  return certainMetres <= 0 || certainMetres <= limits.movement.possibleKmh * 1000 * hoursBetween(from, to)
}

function hoursBetween(from: Position, to: Position): number {
  return (Date.parse(to.recordedAt) - Date.parse(from.recordedAt)) / 3_600_000
}
