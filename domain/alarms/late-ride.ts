import type { Place } from '#contract/base/place.ts'
import { follow } from './departure.ts'
import type { Guard } from './guard.ts'
import { parkedAt } from './parked.ts'
import { duringPause, endedPause, resting, startPause } from './pauses.ts'
import type { Observation } from './sighting.ts'
import { memoryOf } from './tracker-memory.ts'

/**
 * The guard of an owner who has said before that they ride: as if it had come then, by the fixes since. Until when the
 * alarms are theirs; a ride that is over by now pauses nothing any more.
 * @param homes where the vehicle usually stands overnight.
 * @param fixes some from before and all since, in order.
 */
export function ridingSince(
  guard: Guard,
  homes: readonly Place[],
  fixes: readonly Observation[],
  { tappedAt, now }: { tappedAt: Date; now: Date },
): { guard: Guard; answersUntil: Date } {
  const wanted = { wish: 'RIDE', homes } as const
  const isNews = guard.lastFixAt !== null && guard.lastFixAt > tappedAt
  const begun = isNews
    ? fixes.filter(({ recordedAt }) => recordedAt > tappedAt).reduce(followRide, before(guard, homes, fixes, tappedAt))
    : resting(guard, wanted, tappedAt)
  const ridden = endedPause(begun, { recordedAt: now }, now)
  if (ridden.pause === null) {
    const ended = ridden.restedUntil ?? tappedAt
    return { guard: { ...guard, pause: null, restedUntil: ended }, answersUntil: ended }
  }
  const { lastFixAt } = guard
  // Its memory has heard these fixes already.
  return {
    guard: { ...ridden, memory: guard.memory, lastFixAt, pendingFixAt: null, onwardSince: null },
    answersUntil: now,
  }
}

/** As it was known at the tap: where it stood, with what its tracker has shown about its errors. */
function before(guard: Guard, homes: readonly Place[], fixes: readonly Observation[], tappedAt: Date): Guard {
  const [first, ...others] = fixes.filter(({ recordedAt }) => recordedAt <= tappedAt)
  const memory = guard.memory ?? (first === undefined ? null : memoryOf(first))
  const watched = first && memory ? others.reduce(follow, { parked: parkedAt(first, memory), memory }) : null
  return {
    ...guard,
    parked: watched?.parked ?? null,
    anchor: others.at(-1) ?? first ?? null,
    lastFixAt: null,
    pause: startPause({ wish: 'RIDE', homes }, tappedAt),
  }
}

/** The ride ends at the time of its fixes. */
function followRide(guard: Guard, fix: Observation): Guard {
  if (guard.pause?.kind !== 'RIDE') return guard
  const seen = { ...endedPause(guard, fix, fix.recordedAt), lastFixAt: fix.recordedAt, pendingFixAt: null }
  return seen.pause === null ? seen : duringPause(seen, seen.pause, fix)
}
