import { alarmsLimits } from '#contract/alarms/alarms-limits.ts'
import type { DossierState } from '#contract/dossier/dossier.ts'
import type { Place } from '#contract/base/place.ts'
import { hourMs, minuteMs } from '#contract/base/time-units.ts'
import { follow } from './departure.ts'
import { isAway } from '#domain/dossier/dossier.ts'
import { type Guard, isAhead, type Pause, watchedOf } from './guard.ts'
import { isPassedOver, movedByOwner, settled, toldOf } from './parked.ts'
import { rideEnd, rideOn } from './ride.ts'
import { learntFromReturn } from './tracker-memory.ts'
import { hasMoved, moreExact, type Observation, type Sighting } from './sighting.ts'

/** What an owner wants. @param homes where the vehicle usually stands overnight. */
export type WantedPause =
  | { wish: 'SHORT' | 'LONG' | 'OPEN' }
  | { wish: 'UNTIL'; until: Date }
  | { wish: 'RIDE'; homes: readonly Place[] }

/** A guard whose owner pauses it from now on. The owner knows what moved before. */
export function resting(guard: Guard, wanted: WantedPause, now: Date): Guard {
  const parked = guard.parked && movedByOwner(guard.parked)
  return { ...guard, parked, pendingFixAt: null, onwardSince: null, pause: startPause(wanted, now) }
}

/** A pause that a device's owner requests now. */
export function startPause(wanted: WantedPause, now: Date): Pause {
  return {
    kind: wanted.wish === 'RIDE' || wanted.wish === 'OPEN' ? wanted.wish : 'TIMED',
    since: now,
    until: untilOf(wanted, now),
    moved: false,
    standsSince: null,
    homes: wanted.wish === 'RIDE' ? wanted.homes : [],
  }
}

function untilOf(wanted: WantedPause, now: Date): Date | null {
  const inHours = (hours: number) => new Date(now.getTime() + hours * hourMs)
  switch (wanted.wish) {
    case 'SHORT':
      return inHours(alarmsLimits.shortPauseHours)
    case 'LONG':
      return inHours(alarmsLimits.longPauseHours)
    case 'RIDE':
      return inHours(alarmsLimits.longestRideHours)
    case 'UNTIL':
      return wanted.until
    case 'OPEN':
      return null
  }
}

/** Whether a pause may last until then: a later time today or in the night, not one that has passed. */
export function mayPauseUntil(until: Date, now: Date): boolean {
  return until > now && until.getTime() <= now.getTime() + alarmsLimits.longestUntilHours * hourMs
}

/** The pause that still holds now. A vehicle that went silent on its ride is assumed to be parked. */
export function pauseAt(guard: Guard, now: Date): Pause | null {
  return guard.pause === null || endOf(guard, guard.pause, now, now) !== null ? null : guard.pause
}

/**
 * When a pause ended that is over; null if it holds. Reports may come late, so a ride ends by their fix times; what ends by the
 * clock does so by ours, because a tracker whose clock is behind would be silenced for as long.
 * @param seenAt of the newest fix, or now where none says more.
 */
function endOf(guard: Guard, pause: Pause, seenAt: Date, now: Date): Date | null {
  const end = endByClock(pause)
  if (end !== null && end <= now) return end
  const arrived = rideEnd(guard)
  return arrived !== null && arrived <= seenAt ? guard.lastFixAt : null
}

function endByClock({ kind, since, until, moved }: Pause): Date | null {
  return kind === 'RIDE' && !moved ? new Date(since.getTime() + alarmsLimits.setOffMinutes * minuteMs) : until
}

/** The guard of an owner who ends the pause by hand. */
export function withoutPause(guard: Guard, now: Date): Guard {
  return { ...guard, pause: null, restedUntil: now, pendingFixAt: null, onwardSince: null }
}

/**
 * The guard of an owner who switches the alarm on. Where no pause holds any more, that answers nothing: it ended when it did, and
 * what came after it is news to them.
 */
export function armed(guard: Guard, now: Date): Guard {
  if (pauseAt(guard, now) !== null) return withoutPause(guard, now)
  return { ...withoutEndedPause(guard, now), onwardSince: null }
}

/**
 * The guard of a vehicle about which its owner states something: they know what moved before. If it is missed, no pause goes on;
 * else it stands where it is.
 * @param at when they stated it: without a network that comes later, and what was seen since is news to them.
 */
export function afterStatement(
  guard: Guard,
  { from, to }: { from: DossierState; to: DossierState },
  { at, now }: { at: Date; now: Date },
): Guard {
  const isNewsSince = at < now && guard.lastFixAt !== null && guard.lastFixAt > at
  const told = { ...guard, parked: guard.parked && toldOf(guard.parked, guard.parked.last), pendingFixAt: null }
  const known = isNewsSince ? guard : told
  // An owner who misses it is not riding on: it is told wherever it goes.
  if (isAway(to)) return guard.pause === null ? { ...known, onwardSince: null } : withoutPause(known, at)
  return {
    ...known,
    memory: from === 'SUSPICIOUS' && to === 'PARKED' ? learntFromAnswer(guard) : guard.memory,
    parked: known.parked && settled({ ...known.parked, away: null }),
  }
}

/** „Alles in Ordnung“ of a vehicle that was not gone: what the alarm was raised by was an error of its tracker. */
function learntFromAnswer({ parked, memory }: Guard): Guard['memory'] {
  const departed = parked?.departed ?? null
  if (memory === null || parked === null || departed === null || departed.told === null) return memory
  return learntFromReturn(memory, departed, parked.lastAt)
}

/** The guard without a pause that is over: by the clock, or because the vehicle has been parked before this fix. */
export function endedPause(guard: Guard, fix: Pick<Sighting, 'recordedAt'>, now: Date): Guard {
  if (guard.pause === null) return guard
  const end = endOf(guard, guard.pause, fix.recordedAt, now)
  if (end === null) return guard
  return { ...guard, parked: guard.parked && settled(guard.parked), pause: null, restedUntil: end, onwardSince: end }
}

/** The guard without a pause that is over by now. */
export function withoutEndedPause(guard: Guard, now: Date): Guard {
  return endedPause(guard, { recordedAt: now }, now)
}

/** While alarms are paused the vehicle's place is followed: afterwards only what happens after the pause counts. */
export function duringPause(guard: Guard, pause: Pause, fix: Observation): Guard {
  if (pause.kind === 'RIDE') return rideOn(guard, pause, fix)
  const { anchor } = guard
  const { parked, memory } = follow(watchedOf(guard.parked === null ? { ...guard, anchor: null } : guard, fix), fix)
  if (isPassedOver(parked, fix)) return { ...guard, parked, memory }
  const stands = anchor !== null && !hasMoved(anchor, fix)
  return { ...guard, parked, memory, anchor: stands ? moreExact(anchor, fix) : fix }
}

/** Whether alarms were paused at an instant; null: now, of which `pauseAt` speaks. */
export function wasResting(guard: Guard, at: Date | null, now: Date): boolean {
  const { pause, restedUntil } = guard
  const ended = pause === null ? null : endOf(guard, pause, now, now)
  const until = ended ?? restedUntil
  return at !== null && until !== null && !isAhead(until, now) && at < until
}
