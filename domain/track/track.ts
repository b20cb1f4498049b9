import type { Instant, Place } from '#contract/base/place.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import { trackingLimits } from '#contract/tracking/tracking-limits.ts'
import { eastwardDegrees } from '#domain/geo/geo.ts'

export interface TrackPlace extends Place {
  recordedAt: Instant
}

/** Sorted by fix time; fixes of one moment by their place, so that the order of arrival never matters. */
export function inFixOrder<T extends TrackPlace>(track: readonly T[]): T[] {
  const timed = track.map((fix) => ({ fix, time: Date.parse(fix.recordedAt) }))
  // As the server sends them, thousands of them: there is nothing to sort.
  if (timed.every(({ time }, index) => index === 0 || time > (timed[index - 1]?.time ?? time))) return [...track]
  return timed
    .toSorted((a, b) => a.time - b.time || a.fix.latitude - b.fix.latitude || a.fix.longitude - b.fix.longitude)
    .map(({ fix }) => fix)
}

/** Whether the track is interrupted between two consecutive fixes: then no line joins them. */
export function isGap(earlier: Instant, later: Instant): boolean {
  return Date.parse(later) - Date.parse(earlier) > longestStepMs
}

const longestStepMs = trackingLimits.segmentGapMinutes * minuteMs

/** Cuts a track, oldest fix first, at its gaps. Every fix is in exactly one segment. */
export function segmentsOf<T extends TrackPlace>(track: readonly T[]): T[][] {
  const segments: T[][] = []
  let before = -Infinity
  for (const fix of track) {
    const time = Date.parse(fix.recordedAt)
    const current = segments.at(-1)
    if (current === undefined || time - before > longestStepMs) segments.push([fix])
    else current.push(fix)
    before = time
  }
  return segments
}

/**
 * At most `maxPoints` (two or more) fixes that show the line best, by Douglas and Peucker: first and last, then whatever
 * lies furthest from the line drawn so far. Fixes that lie on the line are left out even where there is room.
 */
export function simplify<T extends Place>(track: readonly T[], maxPoints: number): T[] {
  const work = simplifyInTurns(track, maxPoints)
  for (;;) {
    const turn = work.next()
    if (turn.done === true) return turn.value
  }
}

/** The same for callers that must not block others: yields after every few milliseconds of work. */
export function* simplifyInTurns<T extends Place>(track: readonly T[], maxPoints: number): Generator<void, T[]> {
  if (track.length <= maxPoints) return [...track]
  const bends = yield* bendsOf(track)
  const foremost = bends.toSorted((a, b) => b.weight - a.weight).slice(0, maxPoints - 2)
  yield
  const kept = [0, ...foremost.map(({ index }) => index), track.length - 1]
  return kept.toSorted((a, b) => a - b).flatMap((index) => track[index] ?? [])
}

/** A fix to which the line has to bend, and how much it matters: never more than the bend that made its leg. */
interface Bend {
  index: number
  weight: number
}

/** How many fixes are compared in one turn: a few milliseconds. */
const fixesPerTurn = 200_000

/** Legs cut this often are halved from then on: cutting a zigzag fix by fix would take the square of its length. */
const mostCuts = 40

/** Every bend of the line, each after the one that made its leg. */
function* bendsOf(track: readonly Place[]): Generator<void, Bend[]> {
  const bends: Bend[] = []
  const legs = [{ from: 0, to: track.length - 1, weight: Infinity, cuts: 0 }]
  let looked = 0
  for (let leg = legs.pop(); leg !== undefined; leg = legs.pop()) {
    const { from, to, cuts } = leg
    const far = furthest(track, from, to)
    looked += to - from
    if (looked > fixesPerTurn) {
      looked = 0
      yield
    }
    if (far.squared === 0) continue
    const weight = Math.min(leg.weight, far.squared)
    const index = cuts < mostCuts ? far.index : Math.floor((from + to) / 2)
    bends.push({ index, weight })
    legs.push({ from, to: index, weight, cuts: cuts + 1 }, { from: index, to, weight, cuts: cuts + 1 })
  }
  return bends
}

/** The fix between two others that lies furthest from the leg between them; `squared` in degrees of latitude, to compare. */
function furthest(track: readonly Place[], from: number, to: number): { index: number; squared: number } {
  const found = { index: from, squared: 0 }
  const start = track[from]
  const end = track[to]
  if (start === undefined || end === undefined) return found
  // A plane around the start is exact enough to compare: a degree of longitude shrinks with the latitude.
  const scale = Math.cos((start.latitude * Math.PI) / 180)
  const legX = eastwardDegrees(start.longitude, end.longitude) * scale
  const legY = end.latitude - start.latitude
  const legSquared = legX * legX + legY * legY
  for (let index = from + 1; index < to; index += 1) {
    const fix = track[index]
    if (fix === undefined) continue
    const x = eastwardDegrees(start.longitude, fix.longitude) * scale
    const y = fix.latitude - start.latitude
    const along = legSquared === 0 ? 0 : Math.min(1, Math.max(0, (x * legX + y * legY) / legSquared))
    const squared = (x - along * legX) ** 2 + (y - along * legY) ** 2
    if (squared > found.squared) {
      found.index = index
      found.squared = squared
    }
  }
  return found
}
