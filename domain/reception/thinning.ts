import type { DiscardReason } from '#contract/reception.ts'
import { clockMinute } from '#domain/time/fix-time.ts'
import type { CandidateReport, NewPosition } from './judgement.ts'
import { positionKey, type StoredPosition } from './stored-position.ts'

/** The clock minutes of candidates whose devices are recorded in the mode MOVEMENT, each once. */
export function minutesToThinOut(candidates: readonly CandidateReport[]): { deviceId: string; minute: Date }[] {
  const minutes = new Map<string, { deviceId: string; minute: Date }>()
  for (const { position } of candidates.filter(isMovement)) {
    const { deviceId } = position
    const minute = clockMinute(position.recordedAt)
    minutes.set(positionKey({ deviceId, recordedAt: minute }), { deviceId, minute })
  }
  return [...minutes.values()]
}

export interface ThinnedCandidates {
  /** Positions that are not to be stored, and why. */
  refused: Map<NewPosition, DiscardReason>
  /** Stored positions that give way to earlier ones of their minute, if they were received since `since`. */
  replaced: (StoredPosition & { since: Date })[]
}

/** @param stored what is stored of the candidates' clock minutes (`minutesToThinOut`). */
export function thinOutCandidates(
  candidates: readonly CandidateReport[],
  stored: readonly StoredPosition[],
): ThinnedCandidates {
  const thinned: ThinnedCandidates = { refused: new Map(), replaced: [] }
  const storedOf = Map.groupBy(stored, ({ deviceId }) => deviceId)
  for (const [deviceId, arriving] of Map.groupBy(candidates.filter(isMovement), ({ device }) => device.id)) {
    const before = storedOf.get(deviceId)?.map(({ recordedAt }) => recordedAt) ?? []
    const times = arriving.map(({ position }) => position.recordedAt)
    const { kept, replaced } = thinOut(times, before)
    const isBefore = isOneOf(before)
    const isKept = isOneOf(kept)
    for (const { position } of arriving) {
      if (isBefore(position.recordedAt)) thinned.refused.set(position, 'DUPLICATE')
      else if (!isKept(position.recordedAt)) thinned.refused.set(position, 'THINNED_OUT')
    }
    // What another mode stored before tracking was switched on this time must not be removed.
    const since = arriving[0]?.device.enabledAt ?? new Date(0)
    thinned.replaced.push(...replaced.map((recordedAt) => ({ deviceId, recordedAt, since })))
  }
  return thinned
}

function isMovement({ device }: CandidateReport): boolean {
  return device.mode === 'MOVEMENT'
}

function isOneOf(times: readonly Date[]): (at: Date) => boolean {
  const set = new Set(times.map((at) => at.getTime()))
  return (at) => set.has(at.getTime())
}

export interface Thinned {
  /** Fix times to store. */
  kept: Date[]
  /** Stored fix times that are replaced by an earlier fix of their minute. */
  replaced: Date[]
}

/**
 * The mode MOVEMENT keeps one fix of every clock minute: the first by fix time. A fix that arrives late but was measured
 * earlier in its minute replaces the stored one, so that the result does not depend on the order of arrival.
 * @param arriving fix times of one device, in any order.
 * @param stored the device's stored fix times in the same minutes.
 */
export function thinOut(arriving: readonly Date[], stored: readonly Date[]): Thinned {
  const first = new Map<number, number>()
  for (const at of [...stored, ...arriving]) {
    const minute = clockMinute(at).getTime()
    first.set(minute, Math.min(first.get(minute) ?? Infinity, at.getTime()))
  }
  const isFirst = (at: Date) => first.get(clockMinute(at).getTime()) === at.getTime()
  const known = new Set(stored.map((at) => at.getTime()))
  return {
    kept: arriving.filter((at) => isFirst(at) && !known.has(at.getTime())),
    replaced: stored.filter((at) => !isFirst(at)),
  }
}
