import type { Position } from '#contract/history/history.ts'
import { movementLimits } from '#contract/history/movement-limits.ts'
import { hourMs } from '#contract/base/time-units.ts'
import { distanceMetres } from '#domain/geo/geo.ts'
import { isReachable } from './outliers.ts'
import { isGap } from './track.ts'

/** Riding, standing or unknown, from one position to a later one. */
export interface TrackStretch {
  kind: 'riding' | 'standing' | 'gap'
  from: Position
  to: Position
}

/**
 * Makes a step from one position to another as soon as the vehicle is certainly elsewhere: further away than the least step
 * and than the accuracy of both fixes. Positions that wander less than that count as standing, however many there are.
 * @param positions of one device, the oldest first, none of them doubted.
 */
export function trackStretches(positions: readonly Position[]): TrackStretch[] {
  const stretches: TrackStretch[] = []
  let anchor: Position | undefined
  let lastStill: Position | undefined
  for (const position of positions) {
    if (anchor === undefined || lastStill === undefined) {
      anchor = lastStill = position
      continue
    }
    // Two fixes of the same moment say nothing about a movement: only the first counts.
    if (position.recordedAt === lastStill.recordedAt) continue
    // A vehicle cannot ride that fast, and nothing shows which of the two ends is wrong.
    const silent = isGap(lastStill.recordedAt, position.recordedAt) || !isReachable(lastStill, position)
    if (silent && distanceMetres(anchor, position) > movementLimits.samePlaceMetres) {
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

/** Adds the step from an anchor to a position elsewhere: ridden in one go, begun from a standstill, or only drifted. */
function step(stretches: TrackStretch[], anchor: Position, lastStill: Position, position: Position): void {
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

/** If the last stretch was standing too, it goes on: drift does not make two stops out of one. */
function stand(stretches: TrackStretch[], from: Position, to: Position): void {
  const last = stretches.at(-1)
  if (last?.kind === 'standing') last.to = to
  else stretches.push({ kind: 'standing', from, to })
}

function isElsewhere(anchor: Position, position: Position): boolean {
  const uncertain = Math.max(movementLimits.stepMetres, anchor.accuracy ?? 0, position.accuracy ?? 0)
  return distanceMetres(anchor, position) > uncertain
}

function isRiding(from: Position, to: Position, since: Position): boolean {
  const hours = millisecondsBetween(since, to) / hourMs
  return distanceMetres(from, to) / 1000 >= movementLimits.ridingKmh * hours
}

export function millisecondsBetween(from: Position, to: Position): number {
  return Date.parse(to.recordedAt) - Date.parse(from.recordedAt)
}
