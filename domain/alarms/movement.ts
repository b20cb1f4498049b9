import type { MovementEvidence } from '#contract/alarms/alarms.ts'
import { alarmsLimits } from '#contract/alarms/alarms-limits.ts'
import type { TrackingMode } from '#contract/tracking/tracking.ts'
import { isSilent, lostSight, weigh } from './departure.ts'
import { isSaidToMove } from './departure-evidence.ts'
import { type Guard, isGuarding, type NoAlarm, sharpnessOf, watchedOf, whyIgnored } from './guard.ts'
import { isOnlyJump } from './jumps.ts'
import { isAsked, isOnward } from './onward.ts'
import { isPassedOver, type Parked, toldOf, type Watched } from './parked.ts'
import { duringPause, endedPause, withoutEndedPause } from './pauses.ts'
import { alarmsOfDay, isEmailWaiting, nextEmailAt } from './rhythm.ts'
import { accuracyOf, hasMoved, type Observation, type Sighting } from './sighting.ts'
import { radiusOf } from './tracker-memory.ts'

export interface RaisedAlarm {
  alarm: true
  first: boolean
  /** What shows that it has moved; null for the first position. */
  evidence: MovementEvidence | null
  /** Of its e-mail among those about movements on its day; null for the first position, whose e-mail does not count. */
  numberToday: number | null
  /** When its e-mail is due. */
  emailAt: Date
  /** When the vehicle was last seen where it was parked; null for the first position. */
  beganAt: Date | null
  guard: Guard
}

export type Judgement = RaisedAlarm | { alarm: false; why: NoAlarm; guard: Guard }

/**
 * Whether a fix raises an alarm: the first one after the guard was switched on, then each that shows that the vehicle has
 * departed, or is elsewhere again (departure.ts). Only the e-mail of an alarm waits until one may be sent (rhythm.ts); while
 * it does, what follows belongs to it.
 * @param emailTimes of e-mails about movements (`timesOfMovementEmails`), in any order.
 */
export function judgeFix(
  mode: TrackingMode | null,
  guard: Guard,
  emailTimes: readonly Date[],
  fix: Observation,
  now: Date,
): Judgement {
  if (!isGuarding(mode)) return { alarm: false, why: 'NOT_GUARDED', guard }
  const why = whyIgnored(guard, fix, now)
  if (why !== null) return { alarm: false, why, guard }

  const seen = { ...endedPause(guard, fix, now), lastFixAt: fix.recordedAt }
  if (seen.pause !== null) {
    return { alarm: false, why: 'PAUSED', guard: duringPause({ ...seen, pendingFixAt: null }, seen.pause, fix) }
  }
  if (isPlaceForgotten(guard)) {
    const first = watchedOf({ ...seen, parked: null }, fix)
    return { alarm: false, why: 'PLACE_FORGOTTEN', guard: { ...seen, ...first, anchor: fix } }
  }
  if (seen.anchor === null)
    return judgeMoved({ ...seen, ...watchedOf({ ...seen, parked: null }, fix) }, emailTimes, fix, now)
  const { evidence, ...watched } = weigh(watchedOf(seen, fix), fix, sharpnessOf(seen, fix.recordedAt))
  if (evidence !== null) return judgeMoved({ ...seen, ...watched }, emailTimes, fix, now)
  const anchor = anchorAt(watched, seen.anchor, fix)
  const pendingFixAt = pendingAfter(seen, watched, fix)
  return { alarm: false, why: 'DRIFT', guard: { ...seen, ...watched, anchor, pendingFixAt } }
}

/** The parked place, where the vehicle stands there; until that is certain, where it was. */
function anchorAt({ parked, memory }: Watched, anchor: Sighting, fix: Observation): Sighting {
  if (parked.away !== null || parked.departed !== null) return anchor
  const { latitude, longitude } = parked
  const place = { latitude, longitude, accuracy: radiusOf(memory), recordedAt: fix.recordedAt }
  return hasMoved(anchor, place) ? place : { ...place, recordedAt: anchor.recordedAt }
}

/** What is still pending of a movement after a fix that shows nothing new, or not yet. */
function pendingAfter({ pendingFixAt }: Guard, { parked, memory }: Watched, fix: Observation): Date | null {
  const { away, departed } = parked
  if (isPassedOver(parked, fix)) return pendingFixAt
  if (departed === null) {
    // Silence after a word of movement is told as a movement.
    const isAway = away !== null && !isOnlyJump(parked)
    return isAway || isSaidToMove({ parked, memory }) ? fix.recordedAt : null
  }
  // A rough fix, as from a mobile cell, does not show that a vehicle that had left is back.
  const isExact = accuracyOf(fix) <= alarmsLimits.unknownAccuracyMetres
  return departed.told !== null && isExact ? null : pendingFixAt
}

/** A tracker that reports more often than this tells by itself in time. */
const seldomSeconds = 30

/**
 * Its last fix was away, which may be an error or the beginning of a theft, and its tracker reports seldom: a fix requested
 * now tells sooner.
 */
export function isInDoubt({ parked, memory }: Watched): boolean {
  return parked.away !== null && (memory.usualSeconds ?? 0) > seldomSeconds
}

/** Whether the tracker is asked for its position at once, after a fix was judged: not while its owner wants no alarms. */
export function requestsPosition({ pause, parked, memory }: Guard): boolean {
  return pause === null && parked !== null && memory !== null && isInDoubt({ parked, memory })
}

/**
 * The guard after the fixes of a batch that came before its newest one, oldest first. They show how the vehicle came where
 * it is, and end a pause at their own times: by the newest alone, a backlog sent after a dead spot would look like a silence.
 */
export function followEarlier(guard: Guard, fixes: readonly Observation[], now: Date): Guard {
  return fixes.reduce((known, fix) => {
    if (whyIgnored(known, fix, now) !== null) return known
    const before = { ...endedPause(known, fix, fix.recordedAt), lastFixAt: fix.recordedAt }
    if (before.pause !== null) return duringPause({ ...before, pendingFixAt: null }, before.pause, fix)
    if (before.anchor === null) return known
    const { evidence, ...watched } = weigh(watchedOf(before, fix), fix, sharpnessOf(before, fix.recordedAt))
    const anchor = anchorAt(watched, before.anchor, fix)
    // That it left is not forgotten where the newest fix shows nothing.
    const isNews = evidence !== null && watched.parked.departed?.told === null
    const pendingFixAt = isNews ? fix.recordedAt : pendingAfter(before, watched, fix)
    return { ...before, ...watched, anchor, pendingFixAt }
  }, guard)
}

/** Before the first alarm there is no place either, but then nothing was seen yet. */
function isPlaceForgotten({ anchor, lastFixAt }: Guard): boolean {
  return anchor === null && lastFixAt !== null
}

/**
 * The alarm of a guarded vehicle's pending movement, once no fix will show whether it was one: the vehicle may never report
 * again. Null until then, and if a pause has begun since: its owner knows.
 * @param seen `fix`: what was measured at `pendingFixAt`; `activeAt`: the last sign of life, of whatever kind.
 */
export function judgePending(
  remembered: Guard,
  emailTimes: readonly Date[],
  { fix, activeAt }: { fix: Sighting; activeAt: Date },
  now: Date,
): RaisedAlarm | null {
  const guard = withoutEndedPause(remembered, now)
  const { parked, memory, pendingFixAt, pause } = guard
  if (pendingFixAt === null || pause !== null || parked === null || memory === null) return null
  const departed =
    parked.departed === null ? lostSight({ parked, memory }, activeAt, now) : untold({ parked, memory }, activeAt, now)
  if (departed === null) return null
  const judged = judgeMoved({ ...guard, parked: departed }, emailTimes, fix, now)
  return judged.alarm ? judged : null
}

/**
 * A vehicle that has departed, of which its owner does not know. After a fix that lies where it stood, the next one tells whether it is
 * back, unless its tracker has fallen silent.
 */
function untold({ parked, memory }: Watched, activeAt: Date, now: Date): Parked | null {
  const { departed, lastAt } = parked
  if (departed === null || departed.told !== null) return null
  const heardAt = activeAt > lastAt ? activeAt : lastAt
  return departed.fixesBack === 0 || isSilent(memory, heardAt, now) ? parked : null
}

function judgeMoved(guard: Guard, emailTimes: readonly Date[], fix: Sighting, now: Date): Judgement {
  const { parked } = guard
  const onwardSince = isOnward(guard, fix) ? fix.recordedAt : null
  const told = { ...guard, onwardSince, anchor: fix, parked: parked && toldOf(parked, fix), pendingFixAt: null }
  if (guard.anchor === null) {
    return { alarm: true, first: true, evidence: null, numberToday: null, emailAt: now, beganAt: null, guard: told }
  }
  if (onwardSince !== null && isAsked(guard, fix)) return { alarm: false, why: 'ASKED', guard: told }
  if (isEmailWaiting(emailTimes, now)) return { alarm: false, why: 'EMAIL_WAITS', guard: told }
  const emailAt = nextEmailAt(emailTimes, now)
  return {
    alarm: true,
    first: false,
    evidence: parked?.departed?.evidence ?? null,
    numberToday: alarmsOfDay(emailTimes, emailAt) + 1,
    emailAt,
    beganAt: parked?.hereAt ?? guard.anchor.recordedAt,
    guard: told,
  }
}
