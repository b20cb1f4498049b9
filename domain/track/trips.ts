import type { Instant, Place } from '#contract/base/place.ts'
import type { Position } from '#contract/history/history.ts'
import { movementLimits } from '#contract/history/movement-limits.ts'
import { minuteMs, hourMs } from '#contract/base/time-units.ts'
import { distanceMetres } from '#domain/geo/geo.ts'
import { type Doubts, doubtsOf } from './outliers.ts'
import { highestOf, speedsOf } from './speeds.ts'
import { elapsed, type Fix, fixesOf, isNear, isSamePlace, parkedStays, type Stay, whereItStood } from './stays.ts'
import { millisecondsBetween, type TrackStretch, trackStretches } from './stretches.ts'
import { isGap } from './track.ts'

/** A piece of a track: from one position to another, by their indices, both of them included. */
interface Piece {
  first: number
  last: number
  start: Instant
  end: Instant
  /** Elapsed time, even if the clocks changed meanwhile. */
  durationMs: number
}

/** From where a vehicle was parked to where it was parked next. */
export interface Trip extends Piece {
  kind: 'trip'
  /** From its first ride to its last; the figures are calculated from them. */
  stretches: readonly TrackStretch[]
  /** The distance ridden, without gaps. */
  distanceMetres: number
  movingMs: number
  /** Short stops on the way that did not end the trip. */
  pauses: number
  /** Gaps on the way. */
  gaps: number
  /** km/h; null if unknown. */
  maxKmh: number | null
  /** Over the time in motion. */
  averageKmh: number | null
}

/** Parked at a place, whether or not the tracker reported. */
export interface Stop extends Piece {
  kind: 'stop'
  place: Place
}

/** A gap between two places: nobody knows what happened. */
export interface Gap extends Piece {
  kind: 'gap'
  /** As the crow flies. */
  distanceMetres: number
}

export type Chapter = Trip | Stop | Gap

/**
 * A track as trips, stops and gaps, with no minute left out: each begins with the position that ended the one before.
 * The same positions give the same chapters, in whatever order those of one moment come. A single position has none.
 * @param positions of one device, in fix order. Doubted ones are ignored.
 * @param doubts if the caller knows them already.
 */
export function chaptersOf(positions: readonly Position[], doubts: Doubts = doubtsOf(positions)): Chapter[] {
  const fixes = fixesOf(positions, doubts)
  const stays = parkedStays(fixes)
  const parts: Part[] = []
  let before: Stay | undefined
  for (const stay of stays) {
    parts.push(...passage(fixes, before, stay), { kind: 'stay', ...stay })
    before = stay
  }
  parts.push(...passage(fixes, before, undefined))
  const speeds = speedsOf(fixes.map(({ position }) => position))
  return withoutStanding(fixes, parts).map((part) => chapterOf(fixes, speeds, part))
}

/**
 * Where and when a vehicle was parked. A stop among the chapters may be longer: minutes beside it that are no trip are added
 * there, and what is too short to be parked is a stop of its own where nothing else is around.
 * @param positions of one device, in fix order. Doubted ones are ignored.
 */
export function parkedStops(positions: readonly Position[]): Stop[] {
  const fixes = fixesOf(positions, doubtsOf(positions))
  return parkedStays(fixes).map((stay) => stopOf(fixes, stay))
}

/** When a trip's first ride begins. Standing before it belongs to the trip, too, if it is no stop. */
export function setOffOf({ stretches, start }: Trip): Instant {
  return stretches[0]?.from.recordedAt ?? start
}

/** A short stop on the way of a trip. */
export interface Pause {
  place: Place
  start: Instant
  end: Instant
}

/** The short stops of a trip that did not end it, in order: as many as its `pauses`. */
export function pausesOf({ stretches }: Pick<Trip, 'stretches'>): Pause[] {
  return stretches.filter(isPause).map(({ from, to }) => ({
    place: { latitude: from.latitude, longitude: from.longitude },
    start: from.recordedAt,
    end: to.recordedAt,
  }))
}

function isPause({ kind, from, to }: TrackStretch): boolean {
  return kind === 'standing' && millisecondsBetween(from, to) >= movementLimits.pauseMinutes * minuteMs
}

/** A piece of a track before it is a chapter: from one fix to another, by their indices, both of them included. */
type Part = { first: number; last: number } & (
  | { kind: 'stay'; centre: Place }
  | { kind: 'trip'; stretches: readonly TrackStretch[] }
  | { kind: 'gap' }
  /** No ride, and too short for a stay. */
  | { kind: 'standing' }
)

/** What lies between two stays, or between one and an end of the track. */
function passage(fixes: readonly Fix[], before: Stay | undefined, after: Stay | undefined): Part[] {
  const [first, last] = [before?.last ?? 0, after?.first ?? fixes.length - 1]
  const parts = cutAt(fixes, first, last, endsTrip)
  // From one stay to another it was moved, be it by hand.
  const isMoved = before !== undefined && after !== undefined && parts.length === 1
  return parts.flatMap((part) => (part.kind === 'gap' ? [part] : ridden(fixes, part.first, part.last, isMoved)))
}

/** Cuts some fixes at the gaps that `isCut` chooses: first and last is what is none, if only a single fix. */
function cutAt(
  fixes: readonly Fix[],
  from: number,
  to: number,
  isCut: (before: Fix, after: Fix) => boolean,
): (Part & { kind: 'standing' | 'gap' })[] {
  const parts: (Part & { kind: 'standing' | 'gap' })[] = []
  let first = from
  for (let index = from; index < to; index += 1) {
    const [before, after] = [fixes[index], fixes[index + 1]]
    if (before === undefined || after === undefined) continue
    if (!isGap(before.position.recordedAt, after.position.recordedAt) || !isCut(before, after)) continue
    parts.push({ kind: 'standing', first, last: index }, { kind: 'gap', first: index, last: index + 1 })
    first = index + 1
  }
  return [...parts, { kind: 'standing', first, last: to }]
}

/** Whether a gap is too long or slow for a trip. */
function endsTrip(before: Fix, after: Fix): boolean {
  const ms = elapsed(before, after)
  const kmh = distanceMetres(before.position, after.position) / 1000 / (ms / hourMs)
  return ms > movementLimits.bridgedGapMinutes * minuteMs || kmh < movementLimits.ridingKmh
}

/** A trip, if there was one; gaps before and after it do not belong to it. */
function ridden(fixes: readonly Fix[], from: number, to: number, isMoved: boolean): Part[] {
  const there = fixes.slice(from, to + 1)
  // The vehicle was only moved about, or its fixes drifted.
  const isHere = !isMoved && there.every((fix) => isNear(there[0], fix))
  const stretches = isHere ? [] : betweenStandstills(trackStretches(there.map(({ position }) => position)))
  const [setOff, arrival] = [stretches[0], stretches.at(-1)]
  const silent = (before: Fix, after: Fix) => !isNear(before, after)
  if (setOff === undefined || arrival === undefined) {
    return cutAt(fixes, from, to, silent).map((part) => movedSlowly(fixes, part, isMoved))
  }
  const [start, end] = [Date.parse(setOff.from.recordedAt), Date.parse(arrival.to.recordedAt)]
  const first = from + there.findIndex(({ time }) => time >= start)
  const last = from + there.findLastIndex(({ time }) => time <= end)
  return [
    ...cutAt(fixes, from, first, silent),
    { kind: 'trip', first, last, stretches },
    ...cutAt(fixes, last, to, silent),
  ]
}

/** A trip is also what was never as fast as a ride and yet led elsewhere: a vehicle that is pushed, or in a jam. */
function movedSlowly(fixes: readonly Fix[], part: Part, isMoved: boolean): Part {
  const { kind, first, last } = part
  const there = fixes.slice(first, last + 1)
  if (kind !== 'standing' || elapsed(there[0], there.at(-1)) === 0) return part
  const hasLeft = isMoved || there.some((fix) => isCertainlyElsewhere(there[0], fix))
  return hasLeft ? { kind: 'trip', first, last, stretches: slowSteps(there) } : part
}

/** From place to place, and the rest. So slow, shorter steps would count the drift, too. */
function slowSteps(fixes: readonly Fix[]): TrackStretch[] {
  const steps: TrackStretch[] = []
  let from = fixes[0]
  for (const [index, fix] of fixes.entries()) {
    if (from === undefined || from === fix) continue
    if (index < fixes.length - 1 && !isCertainlyElsewhere(from, fix)) continue
    steps.push({ kind: 'riding', from: from.position, to: fix.position })
    from = fix
  }
  return steps
}

function isCertainlyElsewhere(one: Fix | undefined, other: Fix): boolean {
  if (one === undefined) return false
  const uncertain = (one.position.accuracy ?? 0) + (other.position.accuracy ?? 0)
  return distanceMetres(one.position, other.position) > Math.max(movementLimits.samePlaceMetres, uncertain)
}

/** What was only standing belongs to the stay whose place it is, else to the trip beside it; else it is a stop of its own. */
function withoutStanding(fixes: readonly Fix[], parts: readonly Part[]): Part[] {
  const joined = parts.map((part) => ({ ...part }))
  return joined.flatMap((part, index): Part[] => {
    if (part.kind !== 'standing') return [part]
    const there = fixes.slice(part.first, part.last + 1)
    const beside = [joined[index - 1], joined[index + 1]].filter((one) => one !== undefined)
    const isPlaceOf = (one: Part) =>
      one.kind === 'stay' && there.every(({ position }) => isSamePlace(one.centre, position))
    const kindBeside = (kind: Part['kind']) => beside.find((one) => one.kind === kind)
    const taker = beside.find(isPlaceOf) ?? kindBeside('trip') ?? kindBeside('stay')
    if (taker !== undefined) {
      taker.first = Math.min(taker.first, part.first)
      taker.last = Math.max(taker.last, part.last)
      return []
    }
    return elapsed(there[0], there.at(-1)) === 0 ? [] : [{ ...part, kind: 'stay', centre: whereItStood(there) }]
  })
}

function chapterOf(fixes: readonly Fix[], speeds: readonly (number | null)[], part: Part): Chapter {
  const { first, last } = part
  const there = fixes.slice(first, last + 1)
  if (part.kind === 'trip') {
    const { stretches } = part
    const figures = figuresOf(stretches)
    const maxKmh = highestOf(speeds.slice(first, last + 1), figures.averageKmh)
    return { kind: 'trip', ...pieceOf(there), stretches, ...figures, maxKmh }
  }
  if (part.kind === 'stay') return stopOf(fixes, part)
  const [before, after] = [there[0], there.at(-1)]
  const metres = before === undefined || after === undefined ? 0 : distanceMetres(before.position, after.position)
  return { kind: 'gap', ...pieceOf(there), distanceMetres: metres }
}

function stopOf(fixes: readonly Fix[], { first, last, centre }: Stay): Stop {
  return { kind: 'stop', ...pieceOf(fixes.slice(first, last + 1)), place: centre }
}

/** Without the standing before the first and after the last ride. */
function betweenStandstills(stretches: readonly TrackStretch[]): TrackStretch[] {
  const isRide = ({ kind }: TrackStretch) => kind === 'riding'
  const first = stretches.findIndex(isRide)
  return first < 0 ? [] : stretches.slice(first, stretches.findLastIndex(isRide) + 1)
}

function figuresOf(stretches: readonly TrackStretch[]) {
  const figures = { distanceMetres: 0, movingMs: 0, pauses: 0, gaps: 0 }
  for (const stretch of stretches) {
    const { kind, from, to } = stretch
    if (kind === 'gap') figures.gaps += 1
    if (isPause(stretch)) figures.pauses += 1
    if (kind === 'riding') {
      figures.distanceMetres += distanceMetres(from, to)
      figures.movingMs += millisecondsBetween(from, to)
    }
  }
  const hours = figures.movingMs / hourMs
  return { ...figures, averageKmh: hours === 0 ? null : figures.distanceMetres / 1000 / hours }
}

/** @param fixes at least one. */
function pieceOf(fixes: readonly Fix[]): Piece {
  const [first, last] = [fixes[0], fixes.at(-1)]
  if (first === undefined || last === undefined) throw new RangeError('a piece of nothing')
  return {
    first: first.index,
    last: last.index,
    start: first.position.recordedAt,
    end: last.position.recordedAt,
    durationMs: last.time - first.time,
  }
}
