import { alarmsLimits } from '#contract/alarms-limits.ts'
import type { Instant, Place } from '#contract/place.ts'
import type { Position } from '#contract/history.ts'
import { movementLimits } from '#contract/movement-limits.ts'
import { minuteMs, hourMs } from '#contract/time-units.ts'
import { distanceMetres, eastwardDegrees, withinATurn } from '#domain/geo/geo.ts'
import { type Doubts, doubtsOf } from './outliers.ts'
import { speedsOf } from './speeds.ts'
import { millisecondsBetween, type TrackStretch, trackStretches } from './stretches.ts'
import { isGap } from './track.ts'

/** The same time that ends a ride for the theft alarm. */
const parkedMs = alarmsLimits.parkedMinutes * minuteMs

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
  /** The distance ridden, without silences. */
  distanceMetres: number
  movingMs: number
  /** Short stops on the way that did not end the trip. */
  pauses: number
  /** Silences on the way. */
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

/** A silence between two places: nobody knows what happened. */
export interface Silence extends Piece {
  kind: 'silence'
  /** As the crow flies. */
  distanceMetres: number
}

export type Chapter = Trip | Stop | Silence

/**
 * A track as trips, stops and silences, in order. The same positions give the same chapters, in whatever order those of one
 * moment come. What is too short for a chapter (a few minutes' standing at the edge of the range) is in none.
 * @param positions of one device, in fix order. Doubted ones are ignored.
 * @param doubts if the caller knows them already.
 */
export function chaptersOf(positions: readonly Position[], doubts: Doubts = doubtsOf(positions)): Chapter[] {
  const fixes = positions.flatMap((position, index) =>
    doubts.has(index) ? [] : [{ position, index, time: Date.parse(position.recordedAt) }],
  )
  const stays = oneStayPerPlace(fixes, staysOf(fixes))
  const chapters: Chapter[] = []
  let from = 0
  for (const stay of stays) {
    chapters.push(...ridden(fixes.slice(from, stay.first + 1)), stopOf(fixes, stay))
    from = stay.last
  }
  chapters.push(...ridden(fixes.slice(from)))
  return chapters
}

interface Fix {
  position: Position
  /** Its index among all positions. */
  index: number
  time: number
}

/** Fixes between which the vehicle stood, by their indices among the fixes. */
interface Stay {
  first: number
  last: number
  centre: Place
}

/** Finds where a vehicle stays near one place long enough to be parked. A silence that ends there belongs to the stay. */
function staysOf(fixes: readonly Fix[]): Stay[] {
  const stays: Stay[] = []
  let first = 0
  while (first < fixes.length) {
    const last = lastNear(fixes, first)
    const stay = elapsed(fixes[first], fixes[last]) < parkedMs ? null : tightened(fixes, first, last)
    if (stay !== null && elapsed(fixes[stay.first], fixes[stay.last]) >= parkedMs) {
      stays.push(stay)
      first = stay.last + 1
    } else first = nextElsewhere(fixes, first)
  }
  return stays
}

/** In a traffic jam, a stay is not searched from every fix: the next one a step further on is soon enough. */
function nextElsewhere(fixes: readonly Fix[], first: number): number {
  const isElsewhere = (fix: Fix | undefined) =>
    fixes[first] === undefined ||
    fix === undefined ||
    distanceMetres(fixes[first].position, fix.position) > movementLimits.stepMetres
  let next = first + 1
  while (next < fixes.length && !isElsewhere(fixes[next])) next += 1
  return next
}

/** The last fix up to which all fixes are near the first one. */
function lastNear(fixes: readonly Fix[], first: number): number {
  const start = fixes[first]
  let last = first
  for (let next = first + 1; next < fixes.length && isNear(start, fixes[next]); next += 1) last = next
  return last
}

/** Removes the way in and the way out from a stay: it begins and ends near the place where the vehicle stood. */
function tightened(fixes: readonly Fix[], from: number, to: number): Stay {
  const near = fixes.slice(from, to + 1)
  const centre = whereItStood(near)
  const radius = Math.max(movementLimits.stepMetres, usualDistance(near, centre)) * 2
  const isThere = (fix: Fix | undefined) => fix !== undefined && distanceMetres(fix.position, centre) <= radius
  let [first, last] = [from, to]
  while (first < last && !isThere(fixes[first])) first += 1
  while (last > first && !isThere(fixes[last])) last -= 1
  return { first, last, centre }
}

/** The middle of some fixes. */
function whereItStood(fixes: readonly Fix[]): Place {
  const from = fixes[0]?.position.longitude ?? 0
  return {
    latitude: meanOverTime(fixes, ({ position }) => position.latitude),
    longitude: withinATurn(from + meanOverTime(fixes, ({ position }) => eastwardDegrees(from, position.longitude))),
  }
}

/** Metres: how far the fixes of a standing vehicle usually lie from its place. */
function usualDistance(fixes: readonly Fix[], place: Place): number {
  return meanOverTime(fixes, ({ position }) => distanceMetres(position, place))
}

/** Each fix weighs as much as the time until the next one. */
function meanOverTime(fixes: readonly Fix[], valueOf: (fix: Fix) => number): number {
  let [sum, time] = [0, 0]
  for (const [index, fix] of fixes.entries()) {
    const weight = Math.max(1, elapsed(fix, fixes[index + 1] ?? fix))
    sum += valueOf(fix) * weight
    time += weight
  }
  return sum / time
}

/** Joins two stays at one place if the vehicle did not leave it in between: its fixes only drifted. */
function oneStayPerPlace(fixes: readonly Fix[], stays: readonly Stay[]): Stay[] {
  const merged: Stay[] = []
  for (const stay of stays) {
    const before = merged.at(-1)
    const between = before === undefined ? [] : fixes.slice(before.last, stay.first + 1)
    const left = between.some(({ position }) => before !== undefined && !isSamePlace(before.centre, position))
    if (before === undefined || left || !isSamePlace(before.centre, stay.centre)) merged.push({ ...stay })
    else before.last = stay.last
  }
  return merged
}

function stopOf(fixes: readonly Fix[], { first, last, centre }: Stay): Stop {
  return { kind: 'stop', ...pieceOf(fixes.slice(first, last + 1)), place: centre }
}

/** What happened between two stops: trips, and between them silences that are too long or slow for a trip. */
function ridden(fixes: readonly Fix[]): Chapter[] {
  const chapters: Chapter[] = []
  let from = 0
  for (const [index, fix] of fixes.entries()) {
    const next = fixes[index + 1]
    if (next === undefined || !endsTrip(fix, next)) continue
    chapters.push(...betweenSilences(fixes.slice(from, index + 1)), silenceOf(fix, next))
    from = index + 1
  }
  return [...chapters, ...betweenSilences(fixes.slice(from))]
}

function endsTrip(before: Fix, after: Fix): boolean {
  if (!isGap(before.position.recordedAt, after.position.recordedAt)) return false
  const ms = elapsed(before, after)
  const kmh = distanceMetres(before.position, after.position) / 1000 / (ms / hourMs)
  return ms > movementLimits.bridgedGapMinutes * minuteMs || kmh < movementLimits.ridingKmh
}

function silenceOf(before: Fix, after: Fix): Silence {
  return {
    kind: 'silence',
    ...pieceOf([before, after]),
    distanceMetres: distanceMetres(before.position, after.position),
  }
}

/** A trip, if there was one; silences before and after it do not belong to it. */
function betweenSilences(fixes: readonly Fix[]): Chapter[] {
  // The vehicle was only moved about, or its fixes drifted.
  if (fixes.every((fix) => isNear(fixes[0], fix))) return []
  const stretches = betweenStandstills(trackStretches(fixes.map(({ position }) => position)))
  const [setOff, arrival] = [stretches[0], stretches.at(-1)]
  if (setOff === undefined || arrival === undefined) return silencesAmong(fixes)
  const [start, end] = [Date.parse(setOff.from.recordedAt), Date.parse(arrival.to.recordedAt)]
  const ridden = fixes.filter(({ time }) => time >= start && time <= end)
  return [
    ...silencesAmong(fixes.filter(({ time }) => time <= start)),
    { kind: 'trip', ...pieceOf(ridden), stretches, ...figuresOf(stretches), maxKmh: fastest(ridden) },
    ...silencesAmong(fixes.filter(({ time }) => time >= end)),
  ]
}

function silencesAmong(fixes: readonly Fix[]): Silence[] {
  return fixes.flatMap((fix, index) => {
    const next = fixes[index + 1]
    const silent = next !== undefined && isGap(fix.position.recordedAt, next.position.recordedAt)
    return silent && !isNear(fix, next) ? [silenceOf(fix, next)] : []
  })
}

/** Without the standing before the first and after the last ride. */
function betweenStandstills(stretches: readonly TrackStretch[]): TrackStretch[] {
  const isRide = ({ kind }: TrackStretch) => kind === 'riding'
  const first = stretches.findIndex(isRide)
  return first < 0 ? [] : stretches.slice(first, stretches.findLastIndex(isRide) + 1)
}

function figuresOf(stretches: readonly TrackStretch[]) {
  const figures = { distanceMetres: 0, movingMs: 0, pauses: 0, gaps: 0 }
  for (const { kind, from, to } of stretches) {
    if (kind === 'gap') figures.gaps += 1
    if (kind === 'standing' && millisecondsBetween(from, to) >= movementLimits.pauseMinutes * minuteMs)
      figures.pauses += 1
    if (kind === 'riding') {
      figures.distanceMetres += distanceMetres(from, to)
      figures.movingMs += millisecondsBetween(from, to)
    }
  }
  const hours = figures.movingMs / hourMs
  return { ...figures, averageKmh: hours === 0 ? null : figures.distanceMetres / 1000 / hours }
}

function fastest(fixes: readonly Fix[]): number | null {
  const speeds = speedsOf(fixes.map(({ position }) => position)).filter((kmh) => kmh !== null)
  return speeds.length === 0 ? null : speeds.reduce((most, kmh) => Math.max(most, kmh))
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

function isNear(one: Fix | undefined, other: Fix | undefined): boolean {
  return one === undefined || other === undefined || isSamePlace(one.position, other.position)
}

function isSamePlace(one: Place, other: Place): boolean {
  return distanceMetres(one, other) <= movementLimits.samePlaceMetres
}

function elapsed(from: Fix | undefined, to: Fix | undefined): number {
  return from === undefined || to === undefined ? 0 : to.time - from.time
}
