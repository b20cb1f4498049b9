import { limits } from '#contract/limits.ts'
import type { Instant, Place } from '#contract/place.ts'
import type { Position } from '#contract/tracking.ts'
import { distanceMetres, eastwardDegrees, withinATurn } from './geo.ts'
import { type Doubts, doubtsOf } from './outliers.ts'
import { speedsOf } from './speeds.ts'
import { millisecondsBetween, type Stretch, stretchesOf } from './stretches.ts'
import { isGap } from './track.ts'

const minuteMs = 60_000
/** The same that ends a ride for the theft alarm. */
const parkedMs = limits.alarms.parkedMinutes * minuteMs

/** A piece of a track: from one position to another, by their indices, both of them included. */
interface Piece {
  first: number
  last: number
  start: Instant
  end: Instant
  /** Elapsed, whatever the clocks on the wall did. */
  durationMs: number
}

/** From where a vehicle was parked to where it was parked next. */
export interface Trip extends Piece {
  kind: 'trip'
  /** From its first ride to its last: the figures are made of them. */
  stretches: readonly Stretch[]
  /** As ridden; what happened during a silence is not counted. */
  distanceMetres: number
  movingMs: number
  /** Short stops on the way that did not end the trip. */
  pauses: number
  /** Silences on the way. */
  gaps: number
  /** km/h; null where nothing tells. */
  maxKmh: number | null
  /** Of the time in motion. */
  averageKmh: number | null
}

/** Parked at a place, heard or not. */
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
 * A track told as trips, stops and silences, in order. The same positions give the same chapters, in whatever order those
 * of one moment come. What is too little for a chapter (a few minutes' standing at the edge of the range) is in none.
 * @param positions of one device, in fix order. Doubted ones are passed over.
 * @param doubts where whoever asks knows them already.
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
  /** Among all positions. */
  index: number
  time: number
}

/** Fixes between which the vehicle stood, by their indices among the fixes. */
interface Stay {
  first: number
  last: number
  centre: Place
}

/** Wherever a vehicle stays near one place for as long as makes it parked. A silence belongs to it when it ends there. */
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

/** A stay is not looked for from every fix of a traffic jam: a step further on is soon enough. */
function nextElsewhere(fixes: readonly Fix[], first: number): number {
  const isElsewhere = (fix: Fix | undefined) =>
    fixes[first] === undefined ||
    fix === undefined ||
    distanceMetres(fixes[first].position, fix.position) > limits.movement.stepMetres
  let next = first + 1
  while (next < fixes.length && !isElsewhere(fixes[next])) next += 1
  return next
}

/** The last of the fixes up to which all are near the first. */
function lastNear(fixes: readonly Fix[], first: number): number {
  const start = fixes[first]
  let last = first
  for (let next = first + 1; next < fixes.length && isNear(start, fixes[next]); next += 1) last = next
  return last
}

/** Takes away the ways in and out: from where the vehicle came near its place to where it left. */
function tightened(fixes: readonly Fix[], from: number, to: number): Stay {
  const near = fixes.slice(from, to + 1)
  const centre = whereItStood(near)
  const radius = Math.max(limits.movement.stepMetres, usualDistance(near, centre)) * 2
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

/** Metres: how far the fixes of a vehicle that stands lie beside its place. */
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

/** Two stays at one place are one where the vehicle did not leave it in between: its fixes only drifted. */
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

/** What happened between two stops: trips, with silences that are too long or too slow to belong to one between them. */
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
  const kmh = distanceMetres(before.position, after.position) / 1000 / (ms / 3_600_000)
  return ms > limits.movement.bridgedGapMinutes * minuteMs || kmh < limits.movement.ridingKmh
}

function silenceOf(before: Fix, after: Fix): Silence {
  return {
    kind: 'silence',
    ...pieceOf([before, after]),
    distanceMetres: distanceMetres(before.position, after.position),
  }
}

/** A trip, where there was one; silences before and after it are not on its way. */
function betweenSilences(fixes: readonly Fix[]): Chapter[] {
  // The vehicle was only moved about, or its fixes drifted.
  if (fixes.every((fix) => isNear(fixes[0], fix))) return []
  const stretches = betweenStandstills(stretchesOf(fixes.map(({ position }) => position)))
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
function betweenStandstills(stretches: readonly Stretch[]): Stretch[] {
  const isRide = ({ kind }: Stretch) => kind === 'riding'
  const first = stretches.findIndex(isRide)
  return first < 0 ? [] : stretches.slice(first, stretches.findLastIndex(isRide) + 1)
}

function figuresOf(stretches: readonly Stretch[]) {
  const figures = { distanceMetres: 0, movingMs: 0, pauses: 0, gaps: 0 }
  for (const { kind, from, to } of stretches) {
    if (kind === 'gap') figures.gaps += 1
    if (kind === 'standing' && millisecondsBetween(from, to) >= limits.movement.pauseMinutes * minuteMs)
      figures.pauses += 1
    if (kind === 'riding') {
      figures.distanceMetres += distanceMetres(from, to)
      figures.movingMs += millisecondsBetween(from, to)
    }
  }
  const hours = figures.movingMs / 3_600_000
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
  return distanceMetres(one, other) <= limits.movement.samePlaceMetres
}

function elapsed(from: Fix | undefined, to: Fix | undefined): number {
  return from === undefined || to === undefined ? 0 : to.time - from.time
}
