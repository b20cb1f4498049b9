/*
 * What fixes away from the parked place show (`departure.ts`). Probably: `FAR`, `DRIVES_OFF`, and where no fix follows that
 * could tell, `LAST_SEEN_AWAY` and `STIRRED_THEN_SILENT`. Certainly: `LEADS_AWAY`, `STANDS_ELSEWHERE`, `STAYS_AWAY`, `DRIVES`,
 * `STIRRED` and `CREPT`. Where a tracker has erred before, each waits for what its errors did not do.
 */
import type { MovementEvidence } from '#contract/alarms/alarms.ts'
import { cosineBetween, metresBetween, placeOf, vector } from '#domain/geo/flat-projection.ts'
import type { Sharpness } from '#domain/guard-zones/guard-zones.ts'
import { type Away, coarsenessOf, type Parked, type Watched } from './parked.ts'
import { type Observation, secondsBetween } from './sighting.ts'
import { isStirring } from './stirring.ts'
import { hasStrayedFar, knownShare, movingKmh, ridingKmh, type TrackerMemory, warinessOf } from './tracker-memory.ts'

/** How readily a departure is told; on a `RIDE` that its owner has announced it is none of the tracker's errors. */
export type Wish = Sharpness | 'RIDE'

/** A fix beside the place: metres, seconds since the fix before, how coarse it is, and R, F and Q. */
export interface Seen {
  metres: number
  seconds: number
  coarseness: number
  reach: number
  far: number
  apart: number
}

/** How far from its place a vehicle must be seen to be away, in metres. */
export function reachOf(parked: Parked, memory: TrackerMemory): number {
  return reachAt(spreadOf(parked, memory, 1))
}

function spreadOf({ weight }: Parked, memory: TrackerMemory, coarseness: number): number {
  return coarseness * Math.sqrt(memory.variance * (1 + 1 / weight + (1 - knownShare(memory))))
}

const reachAt = (spread: number) => Math.max(50, 3.5 * spread)
export const farFrom = (reach: number) => 300 + 0.65 * reach

export function measure(parked: Parked, memory: TrackerMemory, fix: Observation): Seen {
  const coarseness = coarsenessOf(fix.accuracy, memory.usualAccuracy)
  const spread = spreadOf(parked, memory, coarseness)
  const reach = reachAt(spread)
  return {
    metres: metresBetween(parked, fix),
    seconds: secondsBetween(parked.lastAt, fix.recordedAt),
    coarseness,
    reach,
    far: farFrom(reach),
    apart: Math.max(30, 4 * spread),
  }
}

const roughMetres = 250

/** Too rough to show that a vehicle that left is back, or anything about its tracker. */
export function isRough({ coarseness, reach }: Seen): boolean {
  return coarseness > 1 && reach > roughMetres
}

/** What speaks against a departure: each adds reports or time, none blocks. */
interface Doubt {
  /** 1 while a tracker that would tell movement tells none. */
  quiet: 0 | 1
  /** It is near: no further than single errors reach. */
  isNear: boolean
  isUnknown: boolean
  wariness: number
  /** How many fixes beyond all errors have come back in a row. */
  farStrays: number
  hasStrayedFar: boolean
  /** An error of the last weeks reached as far. */
  isKnownStray: boolean
  /** How long it must stand elsewhere, in seconds. */
  patience: number
}

const quietSeconds = 600
const quietTracker = { mostSeconds: 120 }
const patienceSeconds = { usual: 120, doubted: 600, most: 3600 }

function doubtOf({ memory }: Watched, run: Away, fix: Observation, seen: Seen): Doubt {
  const wariness = warinessOf(memory)
  const isNear = seen.metres <= seen.far
  const isUnknown = knownShare(memory) < 1
  const quiet = isQuiet(memory, run, fix) ? 1 : 0
  const learnt = Math.max(patienceSeconds.usual * 5 ** wariness, 1.5 * memory.straySeconds)
  const least = isUnknown || quiet === 1 ? patienceSeconds.doubted : 0
  const strayedFar = hasStrayedFar(memory, fix.recordedAt)
  return {
    quiet,
    isNear,
    isUnknown,
    wariness,
    hasStrayedFar: strayedFar,
    farStrays: strayedFar ? memory.farStrayFixes : 0,
    isKnownStray: memory.strayMetres > 0 && seen.metres <= 1.3 * memory.strayMetres && wariness === 0,
    patience: Math.max(least, Math.min(learnt, patienceSeconds.most)),
  }
}

/** It is known to tell movement, has looked often, and has told none for long before the vehicle was seen away. */
function isQuiet({ usualSeconds, speed, motion, movedAt }: TrackerMemory, run: Away, fix: Observation): boolean {
  if (usualSeconds !== null && usualSeconds > quietTracker.mostSeconds) return false
  const tellsSpeed = speed.isTrusted && typeof fix.speedKmh === 'number'
  const tellsMotion = motion.isTrusted && fix.isStirred !== undefined
  if (!tellsSpeed && !tellsMotion) return false
  const moves = fix.isStirred === true || (fix.speedKmh ?? 0) >= movingKmh
  return !moves && (movedAt === null || secondsBetween(movedAt, run.firstAt) > quietSeconds)
}

/** The last word of a tracker that is calm where its vehicle stands: that it is moved. */
export function isSaidToMove({ parked, memory }: Watched): boolean {
  return memory.isCalm && isStirring(parked, 1)
}

/** `PLACE_WAS_STRAY`: seen elsewhere more often than here, and not far: the fix that the place was taken from was the error. */
type Shown = MovementEvidence | 'PLACE_WAS_STRAY' | null

/** What a fix away shows with those before it, and the run of them, in which a way may have led on. */
export function evidenceOf(before: Watched, run: Away, fix: Observation, seen: Seen): { run: Away; evidence: Shown } {
  const doubt = doubtOf(before, run, fix, seen)
  const led = before.parked.away === null ? { run, evidence: null } : leadOn(before, run, fix, seen, doubt)
  return { run: led.run, evidence: led.evidence ?? otherEvidence(before, led.run, fix, seen, doubt) }
}

function otherEvidence(before: Watched, run: Away, fix: Observation, seen: Seen, doubt: Doubt): Shown {
  const { parked, memory } = before
  if (drives(before, fix, seen)) return 'DRIVES'
  if (memory.isCalm && isMoved(parked, run, fix) && (doubt.wariness === 0 || !doubt.isNear)) return 'STIRRED'
  if (parked.fixes < 4 && doubt.isNear && looksParked(parked, run, fix)) return 'PLACE_WAS_STRAY'
  const stood = secondsBetween(run.stand.since, fix.recordedAt)
  if (run.stand.fixes >= 4 + doubt.quiet && stood >= doubt.patience && isApart(parked, run)) return 'STANDS_ELSEWHERE'
  const patience = doubt.wariness === 0 ? doubt.patience : 2 * doubt.patience
  if (run.fixes >= 6 + doubt.quiet && secondsBetween(run.firstAt, fix.recordedAt) >= patience) return 'STAYS_AWAY'
  if (isFar(parked, run, fix, seen, doubt)) return 'FAR'
  return drivesOff(before, run, fix, seen, doubt) ? 'DRIVES_OFF' : null
}

/** The evidence that counts at the chosen sharpness. */
export function atSharpness(shown: Shown, parked: Parked, wish: Wish): Shown {
  if (wish === 'SHARPER' && shown === null && isStirring(parked, 1)) return 'STIRRED'
  return wish === 'QUIETER' && (shown === 'FAR' || shown === 'DRIVES_OFF') ? null : shown
}

/** Whether the tracker's past alone keeps an alarm back. */
export function isWithheld(memory: TrackerMemory, run: Away, fix: Observation, parked: Parked): boolean {
  return warinessOf(memory) > 0 && looksParked(parked, run, fix)
}

/** Four fixes together elsewhere, or six wherever: more than errors of one cause, or two that follow each other, last. */
function looksParked(parked: Parked, run: Away, fix: Observation): boolean {
  const lasts = (since: Date) => secondsBetween(since, fix.recordedAt) >= patienceSeconds.usual
  return (
    (run.stand.fixes >= 4 && lasts(run.stand.since) && isApart(parked, run)) || (run.fixes >= 6 && lasts(run.firstAt))
  )
}

const isApart = (parked: Parked, { stand }: Away) => metresBetween(parked, stand) >= 50

/** Faster than this no vehicle leaves, on average, from its place or from one fix to the next. */
const fastest = { leadingMetresPerSecond: 60, leavingMetresPerSecond: 25 }

/**
 * Fixes that lead from the place in one direction, each from the last that did: errors that follow each other are equal, or
 * point anywhere. Each error that has led on before makes two more steps necessary.
 */
function leadOn(
  { parked }: Watched,
  run: Away,
  fix: Observation,
  seen: Seen,
  doubt: Doubt,
): { run: Away; evidence: 'LEADS_AWAY' | null } {
  const { lead } = run
  if (!leads(parked, run, fix, seen)) return { run, evidence: null }
  const steps = lead.steps + 1
  const needed = 1 + doubt.quiet + (doubt.hasStrayedFar && !doubt.isNear ? 1 : 0)
  const near = doubt.isNear ? 2 * doubt.wariness + Number(doubt.isKnownStray) : 0
  const isWithheld = run.isWithheld || steps >= needed
  const next = { ...run, isWithheld, lead: { ...placeOf(fix), metres: seen.metres, at: fix.recordedAt, steps } }
  return { run: next, evidence: steps >= needed + Number(doubt.isUnknown) + near ? 'LEADS_AWAY' : null }
}

function leads(parked: Parked, run: Away, fix: Observation, seen: Seen): boolean {
  const { lead } = run
  if (seen.metres <= lead.metres) return false
  const onward = vector(lead, fix)
  const onwardMetres = Math.hypot(...onward)
  if (onwardMetres <= seen.apart) return false
  const isSteady = run.fixes >= 3 && lead.steps === 0 && run.longestStepMetres <= 0.7 * onwardMetres
  const leastCosine = isSteady || seen.seconds > 30 ? 0 : 0.87
  if (cosineBetween(vector(parked, lead), onward) < leastCosine) return false
  const left = (run.firstMetres - seen.reach) / Math.max(1, secondsBetween(parked.hereAt, run.firstAt))
  const led = onwardMetres / Math.max(1, secondsBetween(lead.at, fix.recordedAt))
  return left <= fastest.leadingMetresPerSecond && led <= fastest.leadingMetresPerSecond
}

/** Further than errors reach, and no further than a vehicle gets in the time. */
function isFar(parked: Parked, run: Away, fix: Observation, seen: Seen, doubt: Doubt): boolean {
  const seconds = secondsBetween(parked.hereAt, fix.recordedAt)
  if (seen.metres <= seen.far || seconds < 60) return false
  if ((seen.metres - seen.reach) / seconds > fastest.leavingMetresPerSecond) return false
  if (run.fixes < 1 + doubt.quiet + 2 * doubt.farStrays) return false
  return run.fixes >= 2 || (parked.fixes >= 2 && !isRough(seen))
}

/**
 * The receiver measures speed by the satellites' Doppler shift, apart from the place: both err alike by no chance. Two fixes
 * away are enough then; if the tracker is moved besides, a way that leads from the place.
 */
function drives({ parked, memory }: Watched, fix: Observation, seen: Seen): boolean {
  const [speed, before] = [fix.speedKmh ?? 0, parked.lastSpeedKmh ?? 0]
  if (Math.min(speed, before) < ridingKmh) return false
  const stepMetres = metresBetween(parked.last, fix)
  const way = ((speed + before) / 2 / 3.6) * seen.seconds
  if (stepMetres < 0.4 * way || stepMetres > 2.5 * way) return false
  const isLeaving = seen.metres - metresBetween(parked, parked.last) > stepMetres / 2
  if (memory.isCalm && isStirring(parked, 2) && isLeaving && stepMetres > seen.apart / 2) return true
  return parked.away !== null && stepMetres > seen.apart
}

const drivingOff = { leastKmh: 30, restingFixes: 10, leastUsualSeconds: 30 }

/**
 * Its receiver told that it stands, fix after fix, and now that it drives, from elsewhere. Where the next fix comes soon, that
 * tells; the speed of strays is wrong by up to about 30 km/h.
 */
function drivesOff({ parked, memory }: Watched, run: Away, fix: Observation, seen: Seen, doubt: Doubt): boolean {
  const { restingFixes, usualSeconds } = memory
  const kmh = fix.speedKmh ?? 0
  if (kmh < drivingOff.leastKmh || restingFixes < drivingOff.restingFixes || run.fixes > 1) return false
  if ((usualSeconds ?? 0) < drivingOff.leastUsualSeconds || seen.coarseness > 1) return false
  if (doubt.isUnknown || doubt.wariness > 0 || doubt.hasStrayedFar || doubt.isKnownStray) return false
  const seconds = secondsBetween(parked.hereAt, fix.recordedAt)
  return seen.metres - seen.reach <= 2.5 * (kmh / 3.6) * seconds
}

/** Away for as long as most errors last, while the tracker is moved. */
function isMoved(parked: Parked, run: Away, fix: Observation): boolean {
  if (!isStirring(parked, 3)) return false
  return run.fixes >= 4 || (run.fixes >= 2 && secondsBetween(run.firstAt, fix.recordedAt) >= 45)
}
