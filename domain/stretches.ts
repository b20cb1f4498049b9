import { limits } from '#contract/limits.ts'
import type { Position } from '#contract/tracking.ts'
import { distanceMetres } from './geo.ts'
import { isReachable } from './outliers.ts'
import { isGap } from './track.ts'

/** Riding, standing or unknown, from one position to a later one. */
export interface Stretch {
  kind: 'riding' | 'standing' | 'gap'
  from: Position
  to: Position
}

/**
 * Steps from position to position as soon as one is certainly elsewhere: further than the least step and than both
 * fixes' accuracy. What wanders less than that stands still, however often it is reported.
 * @param positions of one device, the oldest first, none of them doubted.
 */
export function stretchesOf(positions: readonly Position[]): Stretch[] {
  const stretches: Stretch[] = []
  let anchor: Position | undefined
  let lastStill: Position | undefined
  for (const position of positions) {
    if (anchor === undefined || lastStill === undefined) {
      anchor = lastStill = position
      continue
    }
    // Two fixes of the same moment say nothing about a movement: the first is kept to.
    if (position.recordedAt === lastStill.recordedAt) continue
    // Nobody rides faster than a vehicle can: which of the two ends is wrong, nothing tells.
    const silent = isGap(lastStill.recordedAt, position.recordedAt) || !isReachable(lastStill, position)
    if (silent && distanceMetres(anchor, position) > limits.movement.samePlaceMetres) {
      stand(stretches, anchor, lastStill)
      stretches.push({ kind: 'gap', from: lastStill, to: position })
      anchor = lastStill = position
      continue
    }
    if (isElsewhere(anchor, position) && !silent) {
      step(stretches, anchor, lastStill, position)
      anchor = position
    }
    lastStill = position
  }
  if (anchor !== undefined && lastStill !== undefined) stand(stretches, anchor, lastStill)
  return stretches
}

/** From an anchor to a position that is elsewhere: ridden in one go, set off from a standstill, or merely drifted. */
function step(stretches: Stretch[], anchor: Position, lastStill: Position, position: Position): void {
  const stood = lastStill !== anchor && !isRiding(anchor, lastStill, anchor)
  if (!stood && isRiding(anchor, position, anchor)) {
    stretches.push({ kind: 'riding', from: anchor, to: position })
  } else if (isRiding(anchor, position, lastStill)) {
    stand(stretches, anchor, lastStill)
    stretches.push({ kind: 'riding', from: { ...anchor, recordedAt: lastStill.recordedAt }, to: position })
  } else {
    stand(stretches, anchor, position)
  }
}

/** Standing goes on where the last stretch was standing, too: a drift does not make two stops of one. */
function stand(stretches: Stretch[], from: Position, to: Position): void {
  const last = stretches.at(-1)
  if (last?.kind === 'standing') last.to = to
  else stretches.push({ kind: 'standing', from, to })
}

function isElsewhere(anchor: Position, position: Position): boolean {
  const uncertain = Math.max(limits.movement.stepMetres, anchor.accuracy ?? 0, position.accuracy ?? 0)
  return distanceMetres(anchor, position) > uncertain
}

function isRiding(from: Position, to: Position, since: Position): boolean {
  const hours = millisecondsBetween(since, to) / 3_600_000
  return distanceMetres(from, to) / 1000 >= limits.movement.ridingKmh * hours
}

export function millisecondsBetween(from: Position, to: Position): number {
  return Date.parse(to.recordedAt) - Date.parse(from.recordedAt)
}
