/*
 * Whether a parked vehicle has left its place, by the fixes of its tracker alone. Receivers err by a spread they do not know
 * themselves, for minutes in the same direction, and sometimes by hundreds of metres. So one fix proves little, and the
 * accuracy it tells is no bound: Android's is the radius of 68 % (developer.android.com, Location.getAccuracy).
 *
 * The place m is a mean of the fixes since the vehicle was parked, worth n independent ones. A fix is worth Δ/360 of one,
 * because errors last for about three minutes and two fixes are independent after twice that. The variance S of an axis is
 * learnt from the tracker itself: its 5:1 expectile, so that a larger error counts five times as much as a smaller one; for
 * normal errors √S settles at 1.31 σ. A fix that tells g times the usual inaccuracy errs g times as much, and a tracker that is
 * known only by a share is met with up to twice the variance. So a new fix x lies around m with
 * s = g √S √(1 + 1/n + 1 − known) an axis, and
 *
 *   R = max(50, 3.5 s)   beyond it the fix is away: 4.6 σ, 1 independent fix in 37,000
 *   F = 300 + 0.65 R     beyond it not even a single error lies
 *   Q = max(30, 4 s)     two fixes this far apart are two places: 5.2 σ
 *
 * The vehicle has departed where errors cannot look like what is seen, nor like what the tracker's own errors looked like in
 * the last four weeks (`tracker-memory.ts`). A tracker that is known to tell movement, reports at least every two minutes and
 * has told none for ten minutes must report once more: that it says nothing delays, and never blocks.
 *
 * A fix that the server requested comes out of the tracker's turn, seconds after one away. What was wrong then is most likely
 * wrong still, so it counts as no further fix: it only shows where a way leads, or that the vehicle is here.
 *
 * Where the owner wishes for a sharper alarm, one fix away is enough while something moves the tracker. Places alone make
 * none sharper: two fixes away in a row would be 30 to 800 false e-mails in 1,000 hours. Where the owner wishes for a quieter
 * one, what is only probable waits for the next fix.
 *
 * Parameters come from replaying recorded rides and parked days: `npm run bench -- guard`.
 */
import type { MovementEvidence } from '#contract/alarms/alarms.ts'
import { daySeconds, hourSeconds } from '#contract/base/time-units.ts'
import { between, metresBetween, placeOf } from '#domain/geo/flat-projection.ts'
import {
  evidenceOf,
  farFrom,
  isRough,
  isSaidToMove,
  isWithheld,
  measure,
  reachOf,
  type Seen,
  type Wish,
  atSharpness,
} from './departure-evidence.ts'
import { isDoubted, isOnlyJump, isRefuted, isUnreal } from './jumps.ts'
import {
  type Away,
  type Departed,
  type Parked,
  parkedAt,
  standAt,
  standing,
  standWith,
  type Watched,
  withoutFuture,
} from './parked.ts'
import { type Observation, secondsBetween } from './sighting.ts'
import { stirredBy } from './stirring.ts'
import {
  agreedBy,
  learntFromReturn,
  learntFromRun,
  learntHere,
  passedBy,
  restingBy,
  type TrackerMemory,
  wayEnded,
} from './tracker-memory.ts'

/** @param evidence what shows that it has departed: also later, while its owner does not know or it is elsewhere again. */
export interface Weighed extends Watched {
  evidence: MovementEvidence | null
}

/** What is known after a fix that is newer than the last one. */
export function weigh({ parked: before, memory }: Watched, fix: Observation, wish: Wish): Weighed {
  const parked = stirredBy(withoutFuture(before, fix), fix)
  const seen = measure(parked, memory, fix)
  const { departed } = parked
  if (isUnreal(parked, fix, seen)) return { parked, memory, evidence: null }
  if (departed !== null) return elsewhere({ parked, memory }, departed, fix, seen, wish)
  if (seen.metres > seen.reach) return away({ parked, memory }, fix, seen, wish)
  if (isRough(seen)) return { ...passed({ parked, memory }, fix, seen), evidence: null }
  return here({ parked, memory }, fix, seen, wish)
}

/** Follows a vehicle whose owner moves it: whether it stands here, or where it was seen last. */
export function follow({ parked: before, memory }: Watched, fix: Observation): Watched {
  const parked = { ...withoutFuture(before, fix), away: null, departed: null }
  const seen = measure(parked, memory, fix)
  if (seen.metres > seen.reach) {
    return isDoubted(parked, fix, seen.seconds) ? { parked, memory } : { parked: parkedAt(fix, memory), memory }
  }
  const { parked: next, memory: learnt } = isRough(seen)
    ? passed({ parked, memory }, fix, seen)
    : here({ parked, memory }, fix, seen, 'RIDE')
  return { parked: { ...next, departed: null }, memory: learnt }
}

const leastPatience = { far: 120, near: 600 }
const greatestPatienceSeconds = 3 * hourSeconds

/**
 * The vehicle was last seen away from its place, or said to be moved, and its tracker has been silent for longer than usual
 * since: the fix that would tell whether that was an error may never come. Null while there is hope.
 * @param activeAt the last sign of life, of whatever kind.
 */
export function lostSight({ parked, memory }: Watched, activeAt: Date, now: Date): Parked | null {
  const { last, lastAt } = parked
  const run = isOnlyJump(parked) ? null : parked.away
  if (run === null && !isSaidToMove({ parked, memory })) return null
  const usual = memory.usualSeconds ?? 0
  const isFar = run !== null && run.lastMetres > farFrom(reachOf(parked, memory))
  const patience = isFar ? Math.max(2.5 * usual, leastPatience.far) : Math.max(5 * usual, leastPatience.near)
  // A tracker that has slept before may sleep again, and one that goes on reporting is not silent.
  const asleep = run === null ? 1.5 * memory.silentSeconds : 0
  const silentSince = run === null && activeAt > lastAt ? activeAt : lastAt
  if (secondsBetween(silentSince, now) < Math.min(Math.max(patience, asleep), greatestPatienceSeconds)) return null
  const stand = { ...last, fixes: 1, since: lastAt }
  const evidence = run === null ? 'STIRRED_THEN_SILENT' : 'LAST_SEEN_AWAY'
  return { ...parked, away: null, departed: departedBy(evidence, run, stand, 'USUAL') }
}

/** Whether a tracker that was heard last at an instant should have reported again. Some collect fixes, and send them together. */
export function isSilent({ usualSeconds, reportSeconds }: TrackerMemory, heardAt: Date, now: Date): boolean {
  const patience = Math.max(5 * (usualSeconds ?? 0), 2.5 * (reportSeconds ?? 0), leastPatience.near)
  return secondsBetween(heardAt, now) >= Math.min(patience, greatestPatienceSeconds)
}

function passed({ parked, memory }: Watched, fix: Observation, { seconds }: Pick<Seen, 'seconds'>): Watched {
  return {
    parked: { ...parked, last: placeOf(fix), lastAt: fix.recordedAt, lastSpeedKmh: fix.speedKmh ?? null },
    memory: passedBy(memory, fix, seconds),
  }
}

/** A fix at the place: it makes place and variance more certain, and what was seen away an error. */
function here({ parked: before, memory: known }: Watched, fix: Observation, seen: Seen, wish: Wish): Weighed {
  const error = wish === 'RIDE' ? null : before.away
  const memory = error === null ? known : learntFromRun(known, error, fix.recordedAt, seen.far)
  const isSame = fix.latitude === before.last.latitude && fix.longitude === before.last.longitude
  const after = passed({ parked: before, memory }, fix, seen)
  const parked = { ...after.parked, hereAt: fix.recordedAt, away: null, fixes: before.fixes + 1 }
  const rested = restingBy(after.memory, fix)
  // A receiver that holds its place while it stands says that it is here, and shows nothing about its errors.
  if (isSame) return { parked, memory: rested, evidence: null }
  const added = Math.min(1, seen.seconds / 360) / seen.coarseness ** 2
  const weight = Math.min(before.weight + added, 30)
  const learnt = learntHere(rested, fix, seen, before.weight / (before.weight + 1))
  return drifting({ ...parked, ...between(before, fix, added / weight), weight }, learnt, fix, seen)
}

/** Until then a first fix can be a stray, and the variance is not settled. */
const youngSeconds = 8 * hourSeconds
const crept = { fixes: 4, seconds: 1800, metres: 100, youngMetres: 200 }

/** The place follows the fixes. Where it was parked does not, so a vehicle that is moved bit by bit is seen to be elsewhere. */
function drifting(parked: Parked, memory: TrackerMemory, fix: Observation, seen: Seen): Weighed {
  const { origin, weight } = parked
  if (origin === null) {
    const known = weight >= 4 ? { ...placeOf(parked), variance: memory.variance, beyond: null } : null
    return { parked: { ...parked, origin: known }, memory, evidence: null }
  }
  const isYoung = memory.knownSeconds < youngSeconds
  const grown = origin.variance * 4 ** (seen.seconds / daySeconds)
  const variance = isYoung ? memory.variance : Math.min(memory.variance, grown)
  const least = isYoung ? crept.youngMetres : crept.metres
  const reach = Math.max(least, 3.5 * seen.coarseness * Math.sqrt(1.25 * variance))
  if (metresBetween(origin, fix) <= reach) {
    return { parked: { ...parked, origin: { ...origin, variance, beyond: null } }, memory, evidence: null }
  }
  const beyond = { fixes: (origin.beyond?.fixes ?? 0) + 1, since: origin.beyond?.since ?? fix.recordedAt }
  const next = { ...parked, origin: { ...origin, variance, beyond } }
  const hasCrept = beyond.fixes >= crept.fixes && secondsBetween(beyond.since, fix.recordedAt) >= crept.seconds
  if (!hasCrept) return { parked: next, memory, evidence: null }
  return { parked: { ...next, departed: departedBy('CREPT', null, standAt(fix), 'USUAL') }, memory, evidence: 'CREPT' }
}

/** A fix away from the place. No variance is learnt from it: it may be where a thief has brought the vehicle. */
function away(before: Watched, fix: Observation, seen: Seen, wish: Wish): Weighed {
  const { parked: known, memory } = before
  const earlier = isRefuted(known, fix, seen) ? null : known.away
  const counted = fix.isRequested === true && earlier !== null ? earlier : runWith(earlier, fix, seen)
  const { run: led, evidence: shown } = evidenceOf(before, { ...counted, lastMetres: seen.metres }, fix, seen)
  const run = { ...led, isWithheld: led.isWithheld || isWithheld(memory, led, fix, known) }
  const after = passed(before, fix, seen)
  const evidence = atSharpness(shown, known, wish)
  if (evidence === 'PLACE_WAS_STRAY') {
    return { parked: standing(after.parked, run.stand, fix.recordedAt), memory: after.memory, evidence: null }
  }
  if (evidence === null) return { ...after, parked: { ...after.parked, away: run }, evidence }
  const departed = departedBy(evidence, run, standAt(fix), wish)
  return { ...after, parked: { ...after.parked, away: null, departed }, evidence }
}

function runWith(run: Away | null, fix: Observation, { metres, reach }: Seen): Away {
  const last = placeOf(fix)
  if (run === null) {
    return {
      fixes: 1,
      first: last,
      firstAt: fix.recordedAt,
      firstMetres: metres,
      last,
      lastMetres: metres,
      farthestMetres: metres,
      longestStepMetres: 0,
      stand: standAt(fix),
      lead: { ...last, metres, at: fix.recordedAt, steps: 0 },
      isWithheld: false,
    }
  }
  return {
    ...run,
    last,
    fixes: run.fixes + 1,
    farthestMetres: Math.max(run.farthestMetres, metres),
    longestStepMetres: Math.max(run.longestStepMetres, metresBetween(run.last, fix)),
    stand: standWith(run.stand, fix, 0.7 * reach),
  }
}

function departedBy(evidence: MovementEvidence, run: Away | null, stand: Departed['stand'], wish: Wish): Departed {
  return {
    evidence,
    since: run?.firstAt ?? stand.since,
    fixes: run?.fixes ?? 0,
    farthestMetres: run?.farthestMetres ?? 0,
    told: null,
    isOwners: wish === 'RIDE',
    fixesBack: 0,
    stand,
    fixesElsewhere: 0,
  }
}

/** A fix of a vehicle that has departed: it may be back, stand somewhere new, or be further away. */
function elsewhere(before: Watched, departed: Departed, fix: Observation, seen: Seen, wish: Wish): Weighed {
  const { evidence, told } = departed
  // Its place has followed it: being there is no return, and its owner does not know yet.
  if (evidence === 'CREPT' && told === null) return { ...passed(before, fix, seen), evidence }
  const isBack = seen.metres <= seen.reach
  const isNew = told === null || metresBetween(told, fix) > 2 * seen.reach
  if (isRough(seen)) return { ...passed(before, fix, seen), evidence: isNew && !isBack ? evidence : null }
  const now = onWay(passed(before, fix, seen), before.parked, departed, fix, seen, wish)
  const isCounted = !isBack && fix.isRequested !== true
  const next: Departed = {
    ...departed,
    isOwners: departed.isOwners || wish === 'RIDE',
    fixesBack: isBack ? departed.fixesBack + 1 : 0,
    fixes: departed.fixes + Number(isCounted),
    farthestMetres: isBack ? departed.farthestMetres : Math.max(departed.farthestMetres, seen.metres),
    ...standAfter(departed, fix, seen, wish),
  }
  if (next.fixesBack >= 2) {
    const memory = wayEnded(learntFromReturn(now.memory, next, fix.recordedAt))
    return { parked: { ...now.parked, hereAt: fix.recordedAt, departed: null }, memory, evidence: null }
  }
  const shown = isNew && !isBack ? evidence : null
  // What its owner does not know yet is not forgotten.
  return told !== null && shown === null && !isBack && hasParked(next, fix, wish)
    ? { parked: standing(now.parked, next.stand, fix.recordedAt), memory: wayEnded(now.memory), evidence: null }
    : { parked: { ...now.parked, departed: next }, memory: now.memory, evidence: shown }
}

/**
 * A stand bears one fix elsewhere: else a tracker that errs would never be parked again, and its owner notified all day. On an own
 * ride nobody is told, and the vehicle stands where it is.
 */
function standAfter({ stand, fixesElsewhere }: Departed, fix: Observation, { reach }: Seen, wish: Wish) {
  if (wish === 'RIDE' || metresBetween(stand, fix) <= reach)
    return { stand: standWith(stand, fix, reach), fixesElsewhere: 0 }
  return fixesElsewhere === 0 ? { stand, fixesElsewhere: 1 } : { stand: standAt(fix), fixesElsewhere: 0 }
}

/** More fixes than errors last, so that a long run of them is no place. On an own ride the vehicle may stand anywhere. */
function hasParked({ stand }: Departed, fix: Observation, wish: Wish): boolean {
  const stood = secondsBetween(stand.since, fix.recordedAt)
  if (wish === 'RIDE') return (stand.fixes >= 3 && stood >= 600) || (stand.fixes >= 2 && stood >= hourSeconds)
  return (stand.fixes >= 6 && stood >= 600) || (stand.fixes >= 3 && stood >= 2 * hourSeconds)
}

const rideMetres = 1000

/** What the tracker tells on a way shows whether to believe it. */
function onWay(now: Watched, { last }: Parked, departed: Departed, fix: Observation, seen: Seen, wish: Wish): Watched {
  const metres = metresBetween(last, fix)
  const isWay = wish === 'RIDE' || departed.evidence === 'LEADS_AWAY' || departed.evidence === 'DRIVES'
  if (!isWay || metres <= seen.apart) return now
  const isRide = wish === 'RIDE' || seen.metres >= rideMetres
  return { ...now, memory: agreedBy(now.memory, fix, { metres, seconds: seen.seconds }, isRide) }
}
