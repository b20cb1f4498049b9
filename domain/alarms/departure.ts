/*
 * Whether a parked vehicle has left its place, by the fixes of its tracker alone. Receivers err by a spread they do not know
 * themselves, for minutes in the same direction, and sometimes by hundreds of metres. So one fix proves little, and the
 * accuracy it tells is no bound: Android's is the radius of 68 % (developer.android.com, Location.getAccuracy).
 *
 * The place m is a mean of the fixes since the vehicle was parked, worth n independent ones. A fix is worth Δ/360 of one,
 * because errors last for about three minutes and two fixes are independent after twice that. The variance S of an axis is
 * learnt from the tracker itself: its 5:1 expectile, so that a larger error counts five times as much as a smaller one; for
 * normal errors √S settles at 1.31 σ. A fix that tells g times the usual inaccuracy errs g times as much. So a new fix x lies
 * around m with s = g √S √(1 + 1/n) an axis, and
 *
 *   R = max(50, 3.5 s)   beyond it the fix is away: 4.6 σ, 1 independent fix in 37,000
 *   F = 300 + 0.65 R     beyond it not even a single error lies
 *   Q = max(30, 4 s)     two fixes this far apart are two places: 5.2 σ
 *
 * The vehicle has departed where errors cannot look like what is seen. Probably: `FAR`, and `LAST_SEEN_AWAY` where no fix
 * follows that could tell. Certainly: `LEADS_AWAY`, `STANDS_ELSEWHERE`, `STAYS_AWAY`, `DRIVES` and `STIRRED`. The last two need what trackers may tell besides: a speed that agrees with the way
 * between two fixes, and that something moves the tracker. Neither counts where it is missing.
 *
 * A fix that the server requested comes out of the tracker's turn, seconds after one away. What was wrong then is most likely
 * wrong still, so it counts as no further fix: it only shows where a way leads, or that the vehicle is here.
 *
 * Where the owner wishes for a sharper alarm, one fix away is enough while something moves the tracker. Places alone make
 * none sharper: two fixes away in a row would be 30 to 800 false e-mails in 1,000 hours. Where the owner wishes for a quieter
 * one, `FAR` waits for the next fix.
 *
 * Parameters and their derivation come from replaying recorded rides and parked days: `npm run bench -- guard`.
 */
import type { MovementEvidence } from '#contract/alarms.ts'
import type { Place } from '#contract/place.ts'
import { hourMs, hourSeconds, minuteMs } from '#contract/time-units.ts'
import { earthRadiusMetres, eastwardDegrees } from '#domain/geo/geo.ts'
import type { Sharpness } from '#domain/guard-zones/guard-zones.ts'
import type { Sighting } from './sighting.ts'

/** A fix, and what else its tracker tells at the same time, if it does. */
export interface Observation extends Sighting {
  /** As the receiver measured it. Some always say 0. */
  speedKmh?: number | null
  /** The tracker is moved: by its motion sensor, the ignition, or as an alarm. Absent if it says nothing of it. */
  isStirred?: boolean | undefined
  /** The server requested it (`isInDoubt`). */
  isRequested?: boolean
}

/** Where a vehicle is parked, and what its fixes since have shown. Variances in m², an axis. */
export interface Parked extends Place {
  /** How many independent fixes the place is worth. */
  weight: number
  variance: number
  /** Metres, as told; null if nothing was told yet. */
  usualAccuracy: number | null
  /** Fixes that support the place, also with equal coordinates. */
  fixes: number
  last: Place
  lastAt: Date
  lastSpeedKmh: number | null
  /** Seconds from one report to the next, usually; null before the second. */
  usualSeconds: number | null
  /** When it was last seen here. */
  hereAt: Date
  /** How many reports in a row hold that the tracker is moved, and when it said so last. */
  stirred: { fixes: number; until: Date } | null
  /** The fixes away from the place, without one here in between. */
  away: Away | null
  departed: Departed | null
}

interface Away {
  fixes: number
  first: Place
  firstAt: Date
  firstMetres: number
  last: Place
  longestStepMetres: number
  stand: Stand
}

/** Where it may stand now: the mean of fixes close together. */
interface Stand extends Place {
  fixes: number
  since: Date
}

interface Departed {
  evidence: MovementEvidence
  /** Where the owner was told it is; null if not yet. */
  told: Place | null
  fixesBack: number
  stand: Stand
}

const assumedSpreadMetres = 20
const greatestAssumedSpreadMetres = 40
/** The told radius of 68 % is 1.515 σ of an axis (Rayleigh). */
const toldPerSpread = 1.515
/** What √S settles at, in σ. */
const expectilePerSpread = 1.31
const farthestUsualAccuracyMetres = greatestAssumedSpreadMetres * toldPerSpread
/** What is assumed of a fix without an accuracy, where its tracker usually tells one. */
const untoldAccuracyMetres = 50
/** No tracker errs by less, whatever it tells: else an ordinary fix would look rough beside it. */
const finestAccuracyMetres = 4
const metresPerDegree = (Math.PI / 180) * earthRadiusMetres
const roughMetres = 250
const leastPatienceSeconds = 600
const greatestPatienceSeconds = 3 * hourSeconds

/** A vehicle that stands at a fix. @param before what is known of the same tracker. */
export function parkedAt(fix: Sighting, before: Parked | null = null): Parked {
  const { latitude, longitude, accuracy, recordedAt } = fix
  const told = Math.min(accuracy ?? farthestUsualAccuracyMetres, farthestUsualAccuracyMetres)
  const usualAccuracy = before?.usualAccuracy ?? (accuracy === null ? null : told)
  const spread = accuracy === null ? assumedSpreadMetres : accuracy / toldPerSpread
  const coarseness = coarsenessOf(accuracy, usualAccuracy)
  return {
    latitude,
    longitude,
    weight: 1 / coarseness ** 2,
    variance: before?.variance ?? clamp(spread, assumedSpreadMetres, greatestAssumedSpreadMetres) ** 2,
    usualAccuracy,
    fixes: 1,
    last: { latitude, longitude },
    lastAt: recordedAt,
    lastSpeedKmh: null,
    usualSeconds: before?.usualSeconds ?? null,
    hereAt: recordedAt,
    stirred: null,
    away: null,
    departed: null,
  }
}

/**
 * What is known after a fix that is newer than the last one, and what shows that the vehicle has departed: also later, while
 * its owner does not know or it is elsewhere again.
 */
export function weigh(
  before: Parked,
  fix: Observation,
  sharpness: Sharpness,
): { parked: Parked; evidence: MovementEvidence | null } {
  const parked = stirredBy(withoutFuture(before, fix), fix)
  const seen = measure(parked, fix)
  const { departed } = parked
  if (isUnreal(parked, fix, seen)) return { parked, evidence: null }
  if (departed !== null) return elsewhere(parked, departed, fix, seen)
  if (seen.metres > seen.reach) return away(parked, fix, seen, sharpness)
  if (isRough(seen)) return { parked: passed(parked, fix), evidence: null }
  return { parked: here(parked, fix, seen), evidence: null }
}

/** Follows a vehicle whose owner moves it: whether it stands here, or where it was seen last. */
export function follow(before: Parked, fix: Observation): Parked {
  const parked = { ...withoutFuture(before, fix), away: null, departed: null }
  const seen = measure(parked, fix)
  if (seen.metres > seen.reach) {
    const isDoubted = parked.fixes >= 2 && isJump(metresBetween(parked.last, fix), seen.seconds)
    return isDoubted ? parked : parkedAt(fix, parked)
  }
  return isRough(seen) ? passed(parked, fix) : here(parked, fix, seen)
}

/** A vehicle of which its owner knows that it stands where it was seen last. */
export function settled(parked: Parked): Parked {
  const { departed, lastAt } = parked
  return departed === null ? parked : standing(parked, departed.stand, { recordedAt: lastAt })
}

/**
 * The vehicle was last seen away from its place, and its tracker has been silent for longer than usual since: the fix that
 * would tell whether that was an error may never come. Null while there is hope.
 */
export function lastSeenAway(parked: Parked, now: Date): Parked | null {
  const { away, usualSeconds, last, lastAt } = parked
  if (away === null || isOnlyJump(parked)) return null
  const patience = clamp(5 * (usualSeconds ?? 0), leastPatienceSeconds, greatestPatienceSeconds)
  if (secondsBetween(lastAt, now) < patience) return null
  const stand = { ...last, fixes: 1, since: lastAt }
  return { ...parked, away: null, departed: { evidence: 'LAST_SEEN_AWAY', told: null, fixesBack: 0, stand } }
}

/** Nobody drives faster. */
const fastestMetresPerSecond = 100
/** Two errors at once reach no further (`F`, twice the least `R`). */
const mostErrorMetres = 365

/** Further from one fix to the next than anybody drives, and than both err. */
function isJump(metres: number, seconds: number): boolean {
  return metres > mostErrorMetres + fastestMetresPerSecond * Math.max(0, seconds)
}

/** Its only fix away is one that nobody can have driven to from its place: an error, of which silence makes nothing else. */
export function isOnlyJump({ away, hereAt }: Parked): boolean {
  return away !== null && away.fixes === 1 && isJump(away.firstMetres, secondsBetween(hereAt, away.firstAt))
}

/** A jump from where the vehicle was last seen away: it is passed over. A first one away waits for the next fix. */
function isUnreal(parked: Parked, fix: Observation, { metres, seconds, reach }: Seen): boolean {
  const isElsewhere = parked.departed !== null || (parked.away !== null && !isOnlyJump(parked))
  return isElsewhere && metres > reach && isJump(metresBetween(parked.last, fix), seconds)
}

/** The vehicle can have come here from its place, but not from where the only fix away says that it was: that was an error. */
function isRefuted(parked: Parked, fix: Observation, { metres, seconds }: Seen): boolean {
  const isFromPlace = !isJump(metres, secondsBetween(parked.hereAt, fix.recordedAt))
  return isOnlyJump(parked) && isFromPlace && isJump(metresBetween(parked.last, fix), seconds)
}

/** Whether the fix was passed over: nothing is known of it. */
export function isPassedOver({ lastAt }: Parked, { recordedAt }: Pick<Sighting, 'recordedAt'>): boolean {
  return lastAt < recordedAt
}

/** A tracker that reports more often than this tells by itself in time. */
const seldomSeconds = 30

/**
 * Its last fix was away, which may be an error or the beginning of a theft, and its tracker reports seldom: a fix requested
 * now tells sooner.
 */
export function isInDoubt({ away, usualSeconds }: Parked): boolean {
  return away !== null && (usualSeconds ?? 0) > seldomSeconds
}

/** How far a fix of the tracker lies from the true place, in metres: the radius of 68 %, as told and as learnt. */
export function radiusOf({ usualAccuracy, variance }: Parked): number {
  return Math.max(usualAccuracy ?? 0, (toldPerSpread / expectilePerSpread) * Math.sqrt(variance))
}

/** The owner is told that it is here. */
export function toldOf(parked: Parked, place: Place): Parked {
  if (parked.departed === null) return parked
  const { latitude, longitude } = place
  return { ...parked, departed: { ...parked.departed, told: { latitude, longitude } } }
}

interface Seen {
  metres: number
  seconds: number
  coarseness: number
  spread: number
  reach: number
}

function measure(parked: Parked, fix: Observation): Seen {
  const coarseness = coarsenessOf(fix.accuracy, parked.usualAccuracy)
  const spread = coarseness * Math.sqrt(parked.variance * (1 + 1 / parked.weight))
  return {
    metres: metresBetween(parked, fix),
    seconds: secondsBetween(parked.lastAt, fix.recordedAt),
    coarseness,
    spread,
    reach: Math.max(50, 3.5 * spread),
  }
}

/** How many times the usual inaccuracy is told. */
function coarsenessOf(told: number | null, usual: number | null): number {
  return usual === null ? 1 : Math.max(1, (told ?? untoldAccuracyMetres) / Math.max(usual, finestAccuracyMetres))
}

/** Too rough to show that a vehicle that left is back, or anything about its tracker. */
function isRough({ coarseness, reach }: Seen): boolean {
  return coarseness > 1 && reach > roughMetres
}

/** A fix at the place: it makes place and variance more certain. */
function here(parked: Parked, fix: Observation, { metres, seconds, coarseness }: Seen): Parked {
  const isSame = fix.latitude === parked.last.latitude && fix.longitude === parked.last.longitude
  const seen = { ...passed(parked, fix), hereAt: fix.recordedAt, away: null, fixes: parked.fixes + 1 }
  // A receiver that holds its place while it stands says that it is here, and shows nothing about its errors.
  if (isSame) return seen
  const variance = (metres ** 2 / (2 * coarseness ** 2)) * (parked.weight / (parked.weight + 1))
  const share = Math.min(0.2, 1 - Math.exp(-seconds / 1200))
  const learnt = variance > parked.variance ? share : share / 5
  const added = Math.min(1, seconds / 360) / coarseness ** 2
  const weight = Math.min(parked.weight + added, 30)
  return {
    ...seen,
    ...between(parked, fix, added / weight),
    weight,
    variance: parked.variance + learnt * (variance - parked.variance),
    usualAccuracy: usualAfter(parked.usualAccuracy, fix.accuracy, seconds),
  }
}

/** The geometric mean of what is told, over hours. */
function usualAfter(usual: number | null, told: number | null, seconds: number): number | null {
  if (told === null || usual === null) return usual ?? told
  return usual * (told / usual) ** Math.min(0.2, 1 - Math.exp(-seconds / 6000))
}

function passed(parked: Parked, fix: Observation): Parked {
  const last = { last: placeOf(fix), lastAt: fix.recordedAt, lastSpeedKmh: fix.speedKmh ?? null }
  if (fix.isRequested === true) return { ...parked, ...last }
  const seconds = Math.max(1, secondsBetween(parked.lastAt, fix.recordedAt))
  return { ...parked, ...last, usualSeconds: (parked.usualSeconds ?? seconds) ** 0.9 * seconds ** 0.1 }
}

/** A fix away from the place. Nothing is learnt from it: it may be where a thief has brought the vehicle. */
function away(
  before: Parked,
  fix: Observation,
  seen: Seen,
  sharpness: Sharpness,
): { parked: Parked; evidence: MovementEvidence | null } {
  const known = isRefuted(before, fix, seen) ? null : before.away
  const run = fix.isRequested === true && known !== null ? known : runWith(known, fix, seen)
  const parked = { ...passed(before, fix), away: run }
  const evidence = wished(evidenceOf(before, run, fix, seen), before, sharpness)
  if (evidence === null) return { parked, evidence }
  // Seen elsewhere as often as here, and not far: the fix that the place was taken from was the error.
  if (evidence === 'STANDS_ELSEWHERE' && before.fixes < 4 && seen.metres <= farFrom(seen)) {
    return { parked: standing(parked, run.stand, fix), evidence: null }
  }
  const departed = { evidence, told: null, fixesBack: 0, stand: standAt(fix) }
  return { parked: { ...parked, away: null, departed }, evidence }
}

function runWith(run: Away | null, fix: Observation, { metres, reach }: Seen): Away {
  const last = placeOf(fix)
  if (run === null) {
    const first = { first: placeOf(fix), firstAt: fix.recordedAt, firstMetres: metres }
    return { fixes: 1, ...first, last, longestStepMetres: 0, stand: standAt(fix) }
  }
  return {
    ...run,
    last,
    fixes: run.fixes + 1,
    longestStepMetres: Math.max(run.longestStepMetres, metresBetween(run.last, fix)),
    stand: standWith(run.stand, fix, 0.7 * reach),
  }
}

function evidenceOf(before: Parked, run: Away, fix: Observation, seen: Seen): MovementEvidence | null {
  if (leadsAway(before, run, fix, seen)) return 'LEADS_AWAY'
  if (drives(before, fix, seen)) return 'DRIVES'
  if (isMoved(before, run, fix)) return 'STIRRED'
  if (standsElsewhere(before, run, fix)) return 'STANDS_ELSEWHERE'
  if (staysAway(run, fix)) return 'STAYS_AWAY'
  return isFar(before, run, fix, seen) ? 'FAR' : null
}

/** What is told of it, as sharp as the owner wishes. */
function wished(evidence: MovementEvidence | null, parked: Parked, sharpness: Sharpness): MovementEvidence | null {
  if (sharpness === 'SHARPER' && evidence === null && isStirring(parked, 1)) return 'STIRRED'
  return sharpness === 'QUIETER' && evidence === 'FAR' ? null : evidence
}

const farFrom = ({ reach }: Seen) => 300 + 0.65 * reach
const apartFrom = ({ spread }: Seen) => Math.max(30, 4 * spread)

/** Further than errors reach, and no further than a vehicle gets in the time. */
function isFar(parked: Parked, run: Away, fix: Observation, seen: Seen): boolean {
  const seconds = secondsBetween(parked.hereAt, fix.recordedAt)
  if (seen.metres <= farFrom(seen) || seconds < 45) return false
  if ((seen.metres - seen.reach) / seconds > 40) return false
  return run.fixes >= 2 || (parked.fixes >= 2 && !isRough(seen))
}

/** Two fixes lead from the place in one direction: errors that follow each other are equal, or point anywhere. */
function leadsAway(parked: Parked, run: Away, fix: Observation, seen: Seen): boolean {
  if (seen.metres <= run.firstMetres) return false
  const [outward, onward] = [vector(parked, run.first), vector(run.first, fix)]
  const onwardMetres = Math.hypot(...onward)
  if (onwardMetres <= apartFrom(seen)) return false
  const isSteady = run.fixes >= 3 && run.longestStepMetres <= 0.7 * onwardMetres
  const leastCosine = isSteady || seen.seconds > 30 ? 0 : 0.87
  const cosine = (outward[0] * onward[0] + outward[1] * onward[1]) / (run.firstMetres * onwardMetres)
  return cosine >= leastCosine
}

/** Four fixes in a row elsewhere, together: one more than errors of one cause last, and longer than noise. */
function standsElsewhere(parked: Parked, { stand }: Away, fix: Observation): boolean {
  return stand.fixes >= 4 && secondsBetween(stand.since, fix.recordedAt) >= 120 && metresBetween(parked, stand) >= 50
}

/** More fixes in a row than two errors last that follow each other, wherever they are. */
function staysAway(run: Away, fix: Observation): boolean {
  return run.fixes >= 6 && secondsBetween(run.firstAt, fix.recordedAt) >= 120
}

const ridingKmh = 10

/**
 * The receiver measures speed by the satellites' Doppler shift, apart from the place: both err alike by no chance. Two fixes
 * away are enough then; if the tracker is moved besides, a way that leads from the place.
 */
function drives(parked: Parked, fix: Observation, seen: Seen): boolean {
  const [speed, before] = [fix.speedKmh ?? 0, parked.lastSpeedKmh ?? 0]
  if (Math.min(speed, before) < ridingKmh) return false
  const stepMetres = metresBetween(parked.last, fix)
  const way = ((speed + before) / 2 / 3.6) * seen.seconds
  if (stepMetres < 0.4 * way || stepMetres > 2.5 * way) return false
  const isLeaving = seen.metres - metresBetween(parked, parked.last) > stepMetres / 2
  if (isStirring(parked, 2) && isLeaving && stepMetres > apartFrom(seen) / 2) return true
  return parked.away !== null && stepMetres > apartFrom(seen)
}

/** Of a tracker that says so for longer while the vehicle stands, such as one whose ignition wire is on permanent power. */
const mostStirredFixes = 15

/** The tracker says again and again that it is moved: a knock is short. If it always says so, that shows nothing. */
function isStirring({ stirred }: Parked, fixes: number): boolean {
  return stirred !== null && stirred.fixes >= fixes && stirred.fixes <= mostStirredFixes
}

/** Away for as long as most errors last, while the tracker is moved. */
function isMoved(parked: Parked, run: Away, fix: Observation): boolean {
  if (!isStirring(parked, 3)) return false
  return run.fixes >= 4 || (run.fixes >= 2 && secondsBetween(run.firstAt, fix.recordedAt) >= 45)
}

/** One fix that says otherwise ends nothing, and one that says nothing of it goes on with what was said. */
function stirredBy(parked: Parked, fix: Observation): Parked {
  const { stirred } = parked
  const least = fix.isStirred === undefined ? heartbeatsSeconds : 60
  const patience = Math.min(900, Math.max(least, 2.1 * secondsBetween(parked.lastAt, fix.recordedAt)))
  const isOn = stirred !== null && secondsBetween(stirred.until, fix.recordedAt) <= patience
  if (fix.isStirred === true)
    return { ...parked, stirred: { fixes: (isOn ? stirred.fixes : 0) + 1, until: fix.recordedAt } }
  if (!isOn) return stirred === null ? parked : { ...parked, stirred: null }
  const goesOn = fix.isStirred === undefined && fix.isRequested !== true
  return goesOn ? { ...parked, stirred: { ...stirred, fixes: stirred.fixes + 1 } } : parked
}

/** GT06 says whether the ignition is on in heartbeats, usually every three minutes: the time of two. */
const heartbeatsSeconds = 400

/** What a tracker says of being moved without a fix. The end is certain: a sensor that only pauses comes with fixes. */
export function felt(parked: Parked, isStirred: boolean, at: Date): Parked {
  const { stirred } = parked
  if (!isStirred) return stirred === null ? parked : { ...parked, stirred: null }
  const isOn = stirred !== null && secondsBetween(stirred.until, at) <= 900
  return { ...parked, stirred: { fixes: (isOn ? stirred.fixes : 0) + 1, until: at } }
}

/** A fix of a vehicle that has departed: it may be back, stand somewhere new, or be further away. */
function elsewhere(
  parked: Parked,
  departed: Departed,
  fix: Observation,
  seen: Seen,
): { parked: Parked; evidence: MovementEvidence | null } {
  const { evidence, told } = departed
  const isNew = told === null || metresBetween(told, fix) > 2 * seen.reach
  if (isRough(seen))
    return { parked: passed(parked, fix), evidence: isNew && seen.metres > seen.reach ? evidence : null }
  const isBack = seen.metres <= seen.reach
  const fixesBack = isBack ? departed.fixesBack + 1 : 0
  const stand = standWith(departed.stand, fix, seen.reach)
  const now = { ...passed(parked, fix), departed: { ...departed, fixesBack, stand } }
  if (fixesBack >= 2) return { parked: { ...now, hereAt: fix.recordedAt, departed: null }, evidence: null }
  const shown = isNew && !isBack ? evidence : null
  const stoodMs = fix.recordedAt.getTime() - stand.since.getTime()
  const isParked = (stand.fixes >= 3 && stoodMs >= 10 * minuteMs) || (stand.fixes >= 2 && stoodMs >= hourMs)
  // What its owner does not know yet is not forgotten.
  return isParked && told !== null && shown === null && !isBack
    ? { parked: standing(now, stand, fix), evidence: null }
    : { parked: now, evidence: shown }
}

/** A vehicle parked where it was seen standing; its tracker errs as before. */
function standing(parked: Parked, { fixes, since, ...place }: Stand, fix: Pick<Observation, 'recordedAt'>): Parked {
  const weight = Math.min(4, 1 + secondsBetween(since, fix.recordedAt) / 360)
  return { ...parked, ...place, weight, fixes, hereAt: fix.recordedAt, away: null, departed: null }
}

function standAt(fix: Sighting): Stand {
  return { ...placeOf(fix), fixes: 1, since: fix.recordedAt }
}

function standWith(stand: Stand, fix: Observation, withinMetres: number): Stand {
  if (metresBetween(stand, fix) > withinMetres) return standAt(fix)
  const fixes = stand.fixes + 1
  return { ...between(stand, fix, 1 / fixes), fixes, since: stand.since }
}

/** What a clock that was ahead has left is from before the fix. */
function withoutFuture(parked: Parked, { recordedAt }: Observation): Parked {
  if (parked.lastAt < recordedAt) return parked
  const before = new Date(recordedAt.getTime() - minuteMs)
  return { ...parked, lastAt: before, hereAt: before, stirred: null, away: null, departed: null }
}

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)
const placeOf = ({ latitude, longitude }: Place): Place => ({ latitude, longitude })
const secondsBetween = (from: Date, to: Date) => (to.getTime() - from.getTime()) / 1000

/** Metres to the east and to the north, on a plane: exact where it matters, within kilometres. */
function vector(from: Place, to: Place): [east: number, north: number] {
  const narrowing = Math.cos((from.latitude * Math.PI) / 180)
  return [
    eastwardDegrees(from.longitude, to.longitude) * metresPerDegree * narrowing,
    (to.latitude - from.latitude) * metresPerDegree,
  ]
}

const metresBetween = (from: Place, to: Place) => Math.hypot(...vector(from, to))

/** The place this share of the way from one to the other. */
function between(from: Place, to: Place, share: number): Place {
  return {
    latitude: from.latitude + share * (to.latitude - from.latitude),
    longitude: withinHalfATurn(from.longitude + share * eastwardDegrees(from.longitude, to.longitude)),
  }
}

const withinHalfATurn = (longitude: number) => eastwardDegrees(0, longitude)
