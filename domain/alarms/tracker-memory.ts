/*
 * What is remembered of a tracker, wherever its vehicle stands: how it errs, how often it reports, and by which errors it has
 * looked like a theft before. It holds no place, so it outlives the history, and ends with the release of the device.
 *
 * What has come back before must be exceeded: each alarm, and each long run of fixes away, after which the vehicle turned out
 * to stand where it stood, makes the guard more careful with that tracker and that kind of error for four weeks. A memory of H
 * hours lets an error of rate λ through at λ e^(−λH) ≤ 1/(e H): 0.55 in 1,000 hours, whatever λ, after the first.
 *
 * A tracker of which little is known is met with doubt: its variance counts double at first.
 */
import type { MovementEvidence } from '#contract/alarms/alarms.ts'
import { daySeconds, hourSeconds } from '#contract/base/time-units.ts'
import { type Observation, secondsBetween, type Sighting } from './sighting.ts'

export interface TrackerMemory {
  /** Of an axis, in m²: the 5:1 expectile (`departure.ts`). */
  variance: number
  /** Metres, as told; null if nothing was told yet. */
  usualAccuracy: number | null
  /** Seconds from one fix to the next, usually; null before the second. */
  usualSeconds: number | null
  /** For how long, and by how many fixes, it is known. */
  knownSeconds: number
  knownFixes: number
  /** When fixes beyond all errors came back last, and the longest run of them. */
  strayedFarAt: Date | null
  farStrayFixes: number
  /** False alarms near the place; how far such errors reached, and how long errors lasted. All three fade. */
  wariness: number
  strayMetres: number
  straySeconds: number
  /** It has said, or at least not denied, that nothing moves it while it stands. */
  isCalm: boolean
  /** Fixes at the place in a row without a speed, of a tracker that reports any. */
  restingFixes: number
  /** When it last told that it moves, by sensor or speed. */
  movedAt: Date | null
  /** How its speed and its sensor agreed with the ways it went. */
  speed: Trust
  motion: Trust
  /** Of reports of any kind: the seconds between two usually, and the longest silence that ended by itself. It fades. */
  reportSeconds: number | null
  silentSeconds: number
}

/** Whether what it tells is believed, by the steps of the present way: all, those that it confirmed, those that it denied. */
export interface Trust {
  isTrusted: boolean
  confirmed: number
  denied: number
}

const assumedSpreadMetres = 20
const greatestAssumedSpreadMetres = 40
/** The told radius of 68 % is 1.515 σ of an axis (Rayleigh). */
export const toldPerSpread = 1.515
/** What √S settles at, in σ. */
const expectilePerSpread = 1.31
/** Less is told by no receiver that measures. */
const leastAccuracyMetres = 0.01
const farthestUsualAccuracyMetres = greatestAssumedSpreadMetres * toldPerSpread
/** From then on the first hours' doubt is over. */
const knownAfter = { seconds: 1.5 * hourSeconds, fixes: 10 }
const mostFixes = 1000
const rememberedSeconds = 28 * daySeconds
const fadingSeconds = rememberedSeconds / Math.LN2
const mostWariness = 4
const longestStraySeconds = 1800
/** Back within this time, or this many usual intervals: it never was away. */
const falseWithin = { seconds: hourSeconds, intervals: 8 }
const nearestFarMetres = 600
/** What fixes far away are told by that stay, or seem to drive; a way of steps that lead on is none of one error. */
const farStrays: readonly MovementEvidence[] = ['STANDS_ELSEWHERE', 'STAYS_AWAY', 'DRIVES_OFF']
/** A speed at which a vehicle moves, and at which it rides. */
export const movingKmh = 5
export const ridingKmh = 10
/** So many steps of a way show whether to believe what is told. */
const leastSteps = 3
const untrusted: Trust = { isTrusted: false, confirmed: 0, denied: 0 }

/** What the first fix of a tracker shows of it. */
export function memoryOf({ accuracy }: Pick<Sighting, 'accuracy'>): TrackerMemory {
  const spread = accuracy === null ? assumedSpreadMetres : accuracy / toldPerSpread
  return {
    variance: Math.min(Math.max(spread, assumedSpreadMetres), greatestAssumedSpreadMetres) ** 2,
    usualAccuracy:
      accuracy === null ? null : Math.min(Math.max(accuracy, leastAccuracyMetres), farthestUsualAccuracyMetres),
    usualSeconds: null,
    knownSeconds: 0,
    knownFixes: 0,
    strayedFarAt: null,
    farStrayFixes: 0,
    wariness: 0,
    strayMetres: 0,
    straySeconds: 0,
    isCalm: false,
    restingFixes: 0,
    movedAt: null,
    speed: untrusted,
    motion: untrusted,
    reportSeconds: null,
    silentSeconds: 0,
  }
}

/** From 0, nothing, to 1. */
export function knownShare({ knownSeconds, knownFixes }: TrackerMemory): number {
  return Math.min(1, knownSeconds / knownAfter.seconds, (knownFixes + 1) / knownAfter.fixes)
}

/** Whole false alarms near the place. */
export const warinessOf = ({ wariness }: TrackerMemory) => Math.floor(wariness + 0.5)

export function hasStrayedFar({ strayedFarAt }: TrackerMemory, at: Date): boolean {
  return strayedFarAt !== null && secondsBetween(strayedFarAt, at) < rememberedSeconds
}

/** How far a fix of the tracker lies from the true place, in metres: the radius of 68 %, as told and as learnt. */
export function radiusOf({ usualAccuracy, variance }: TrackerMemory): number {
  return Math.max(usualAccuracy ?? 0, (toldPerSpread / expectilePerSpread) * Math.sqrt(variance))
}

/** What a fix shows of the tracker wherever it is. @param seconds since the fix before. */
export function passedBy(memory: TrackerMemory, fix: Observation, seconds: number): TrackerMemory {
  const since = Math.max(1, seconds)
  const kept = Math.exp(-since / fadingSeconds)
  const moves = fix.isStirred === true || (fix.speedKmh ?? 0) >= movingKmh
  const usual = memory.usualSeconds ?? since
  return {
    ...memory,
    knownSeconds: memory.knownSeconds + since,
    knownFixes: Math.min(mostFixes, memory.knownFixes + 1),
    wariness: memory.wariness * kept,
    strayMetres: memory.strayMetres * kept,
    straySeconds: memory.straySeconds * kept,
    silentSeconds: memory.silentSeconds * kept,
    movedAt: moves ? fix.recordedAt : memory.movedAt,
    usualSeconds: fix.isRequested === true ? memory.usualSeconds : usual ** 0.9 * since ** 0.1,
  }
}

/** A fix at the place shows how the tracker errs. @param settled how much of a new fix's distance is its own error. */
export function learntHere(
  memory: TrackerMemory,
  fix: Observation,
  { metres, seconds, coarseness }: { metres: number; seconds: number; coarseness: number },
  settled: number,
): TrackerMemory {
  const variance = (metres ** 2 / (2 * coarseness ** 2)) * settled
  const share = Math.min(0.2, 1 - Math.exp(-seconds / 1200))
  const learnt = variance > memory.variance ? share : share / 5
  return {
    ...memory,
    variance: memory.variance + learnt * (variance - memory.variance),
    usualAccuracy: usualAfter(memory.usualAccuracy, fix.accuracy, seconds),
  }
}

/** The geometric mean of what is told, over hours. */
function usualAfter(usual: number | null, told: number | null, seconds: number): number | null {
  if (told === null || usual === null) return usual ?? told
  return usual * (Math.max(told, leastAccuracyMetres) / usual) ** Math.min(0.2, 1 - Math.exp(-seconds / 6000))
}

/** What it tells while its vehicle stands. */
export function restingBy(memory: TrackerMemory, { isStirred, speedKmh }: Observation): TrackerMemory {
  const isCalm = memory.isCalm || isStirred !== true
  if (speedKmh === undefined || speedKmh === null) return isCalm === memory.isCalm ? memory : { ...memory, isCalm }
  return { ...memory, isCalm, restingFixes: speedKmh < movingKmh ? Math.min(mostFixes, memory.restingFixes + 1) : 0 }
}

/** A step of a way shows whether to believe what the tracker tells. @param isRide it is one for certain. */
export function agreedBy(
  memory: TrackerMemory,
  { speedKmh, isStirred, isRequested }: Observation,
  step: { metres: number; seconds: number },
  isRide: boolean,
): TrackerMemory {
  const kmh = (3.6 * step.metres) / Math.max(1, step.seconds)
  if (isRequested === true || kmh < ridingKmh) return memory
  const agrees = (told: number) => told >= ridingKmh && kmh >= 0.4 * told && kmh <= 2.5 * told
  const speed = speedKmh ?? null
  return {
    ...memory,
    speed: speed === null ? memory.speed : trustAfter(memory.speed, agrees(speed), speed < 1, isRide),
    motion: isStirred === undefined ? memory.motion : trustAfter(memory.motion, isStirred, !isStirred, isRide),
  }
}

function trustAfter(before: Trust, isConfirmed: boolean, isDenied: boolean, isRide: boolean): Trust {
  const [confirmed, denied] = [before.confirmed + Number(isConfirmed), before.denied + Number(isDenied)]
  const isKnown = isRide && confirmed + denied >= leastSteps
  if (!isKnown) return { isTrusted: before.isTrusted, confirmed, denied }
  const isDoubted = 4 * denied >= confirmed + denied
  return { isTrusted: !isDoubted && (before.isTrusted || confirmed >= leastSteps), confirmed, denied }
}

/** The vehicle is parked: its next way is judged by itself. */
export function wayEnded(memory: TrackerMemory): TrackerMemory {
  const ended = (trust: Trust): Trust => ({ ...trust, confirmed: 0, denied: 0 })
  return { ...memory, speed: ended(memory.speed), motion: ended(memory.motion) }
}

/** Fixes in a row away from the place. */
interface Stray {
  fixes: number
  firstAt: Date
  farthestMetres: number
  lead: { steps: number }
  isWithheld: boolean
}

/** A departure that was told. */
interface Told {
  evidence: MovementEvidence
  since: Date
  fixes: number
  farthestMetres: number
  isOwners: boolean
}

/** Fixes away have come back: they were errors. @param far beyond all errors known. */
export function learntFromRun(memory: TrackerMemory, run: Stray, at: Date, far: number): TrackerMemory {
  const lasted = secondsBetween(run.firstAt, at)
  // What was withheld was an error: the memory is as fresh as new.
  const wariness = run.isWithheld ? Math.max(memory.wariness, warinessOf(memory)) : memory.wariness
  const straySeconds = run.fixes >= 4 && lasted >= 120 ? lasting(memory, lasted) : memory.straySeconds
  if (run.farthestMetres > far) return strayed({ ...memory, wariness, straySeconds }, run.fixes, at)
  const isLong = run.fixes >= 4 || run.lead.steps >= 1
  const strayMetres = isLong ? Math.max(memory.strayMetres, run.farthestMetres) : memory.strayMetres
  return { ...memory, wariness, straySeconds, strayMetres }
}

/**
 * An alarm after which the vehicle is back so soon, or its owner says so by then, was false. An own short ride looks the same,
 * unless its owner says so.
 */
export function learntFromReturn(memory: TrackerMemory, departed: Told, at: Date): TrackerMemory {
  const lasted = secondsBetween(departed.since, at)
  const { evidence, isOwners } = departed
  if (isOwners || evidence === 'CREPT' || evidence === 'STIRRED_THEN_SILENT') return memory
  const isFalse = lasted <= Math.max(falseWithin.seconds, falseWithin.intervals * (memory.usualSeconds ?? 0))
  return isFalse ? learntFromMistake(memory, departed, at) : memory
}

/** An alarm was false. */
function learntFromMistake(memory: TrackerMemory, departed: Told, at: Date): TrackerMemory {
  const { evidence, fixes, farthestMetres } = departed
  const longer = { ...memory, straySeconds: lasting(memory, secondsBetween(departed.since, at)) }
  if (evidence === 'FAR') return strayed(longer, fixes, at)
  if (farthestMetres > nearestFarMetres) return farStrays.includes(evidence) ? strayed(longer, fixes, at) : memory
  return {
    ...longer,
    wariness: Math.min(mostWariness, memory.wariness + 1),
    strayMetres: Math.max(memory.strayMetres, farthestMetres),
  }
}

const lasting = ({ straySeconds }: TrackerMemory, seconds: number) =>
  Math.max(straySeconds, Math.min(seconds, longestStraySeconds))

function strayed(memory: TrackerMemory, fixes: number, at: Date): TrackerMemory {
  const farStrayFixes = hasStrayedFar(memory, at) ? Math.max(memory.farStrayFixes, fixes) : fixes
  return { ...memory, farStrayFixes, strayedFarAt: at }
}
