/*
 * A parked vehicle as the fixes of its tracker show it: where it stands, and what they have shown since. Whether it has left is
 * decided in `departure.ts`; what the tracker itself is like is remembered in `tracker-memory.ts`.
 */
import type { MovementEvidence } from '#contract/alarms/alarms.ts'
import type { Place } from '#contract/base/place.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import { between, metresBetween, placeOf } from '#domain/geo/flat-projection.ts'
import { type Observation, secondsBetween, type Sighting } from './sighting.ts'
import type { TrackerMemory } from './tracker-memory.ts'

/** A parked vehicle, and what is remembered of its tracker. */
export interface Watched {
  parked: Parked
  memory: TrackerMemory
}

/** Where a vehicle is parked, and what its fixes since have shown. */
export interface Parked extends Place {
  /** How many independent fixes the place is worth. */
  weight: number
  /** Fixes that support the place, also with equal coordinates. */
  fixes: number
  last: Place
  lastAt: Date
  lastSpeedKmh: number | null
  /** When it was last seen here. */
  hereAt: Date
  /** Where it was parked, which no drift moves; null until that is known. */
  origin: Origin | null
  /** How many reports in a row hold that the tracker is moved, and when it said so last. */
  stirred: { fixes: number; until: Date } | null
  /** The fixes away from the place, without one here in between. */
  away: Away | null
  departed: Departed | null
}

/** Where it was parked, with the variance then (m², an axis), and the fixes in a row that lie too far from there. */
export interface Origin extends Place {
  variance: number
  beyond: { fixes: number; since: Date } | null
}

export interface Away {
  fixes: number
  first: Place
  firstAt: Date
  firstMetres: number
  last: Place
  lastMetres: number
  farthestMetres: number
  longestStepMetres: number
  stand: Stand
  /** The last fix that led on, and how many have. */
  lead: Lead
  /** A tracker that has not erred before would have raised it. */
  isWithheld: boolean
}

interface Lead extends Place {
  metres: number
  at: Date
  steps: number
}

/** Where it may stand now: the mean of fixes close together. */
export interface Stand extends Place {
  fixes: number
  since: Date
}

export interface Departed {
  evidence: MovementEvidence
  /** Since the first fix that lay away. */
  since: Date
  fixes: number
  farthestMetres: number
  /** Where the owner was told it is; null if not yet. */
  told: Place | null
  /** Its owner has said that they move it: that it comes back shows no error. */
  isOwners: boolean
  fixesBack: number
  stand: Stand
  /** Fixes in a row that lie away from the stand. */
  fixesElsewhere: number
}

/** A vehicle that stands at a fix. @param memory of its tracker: the accuracy that it usually tells. */
export function parkedAt(fix: Sighting, { usualAccuracy }: Pick<TrackerMemory, 'usualAccuracy'>): Parked {
  return {
    ...placeOf(fix),
    weight: 1 / coarsenessOf(fix.accuracy, usualAccuracy) ** 2,
    fixes: 1,
    last: placeOf(fix),
    lastAt: fix.recordedAt,
    lastSpeedKmh: null,
    hereAt: fix.recordedAt,
    origin: null,
    stirred: null,
    away: null,
    departed: null,
  }
}

/** What is assumed of a fix without an accuracy, where its tracker usually tells one. */
const untoldAccuracyMetres = 50
/** No tracker errs by less, whatever it tells: else an ordinary fix would look rough beside it. */
const finestAccuracyMetres = 4

/** How many times the usual inaccuracy is told. */
export function coarsenessOf(told: number | null, usual: number | null): number {
  return usual === null ? 1 : Math.max(1, (told ?? untoldAccuracyMetres) / Math.max(usual, finestAccuracyMetres))
}

/** A vehicle parked where it was seen standing. @param at of the newest fix. */
export function standing(parked: Parked, { fixes, since, ...place }: Stand, at: Date): Parked {
  const weight = Math.min(4, 1 + secondsBetween(since, at) / 360)
  return { ...parked, ...place, weight, fixes, hereAt: at, origin: null, away: null, departed: null }
}

/** A vehicle of which its owner knows that it stands where it was seen last. */
export function settled(parked: Parked): Parked {
  const { departed, lastAt } = parked
  return departed === null ? parked : standing(parked, departed.stand, lastAt)
}

/** The owner is told that it is here. One that was moved bit by bit stands where it is. */
export function toldOf(parked: Parked, place: Place): Parked {
  const { departed } = parked
  if (departed === null) return parked
  if (departed.evidence === 'CREPT') {
    const since = new Date(parked.lastAt.getTime() - 24 * minuteMs)
    return standing(parked, { ...placeOf(parked), fixes: 4, since }, parked.lastAt)
  }
  return { ...parked, departed: { ...departed, told: placeOf(place) } }
}

/** The owner says that they move it, or have. */
export function movedByOwner(parked: Parked): Parked {
  const known = { ...toldOf(parked, parked.last), away: null }
  return known.departed === null ? known : { ...known, departed: { ...known.departed, isOwners: true } }
}

export function standAt(fix: Sighting): Stand {
  return { ...placeOf(fix), fixes: 1, since: fix.recordedAt }
}

export function standWith(stand: Stand, fix: Observation, withinMetres: number): Stand {
  if (metresBetween(stand, fix) > withinMetres) return standAt(fix)
  const fixes = stand.fixes + 1
  return { ...between(stand, fix, 1 / fixes), fixes, since: stand.since }
}

/** What a clock that was ahead has left is from before the fix. */
export function withoutFuture(parked: Parked, { recordedAt }: Pick<Sighting, 'recordedAt'>): Parked {
  if (parked.lastAt < recordedAt) return parked
  const before = new Date(recordedAt.getTime() - minuteMs)
  return { ...parked, lastAt: before, hereAt: before, stirred: null, away: null, departed: null }
}

/** Whether the fix was passed over: nothing is known of it. */
export function isPassedOver({ lastAt }: Parked, { recordedAt }: Pick<Sighting, 'recordedAt'>): boolean {
  return lastAt < recordedAt
}
