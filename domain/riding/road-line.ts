import type { Place } from '#contract/base/place.ts'
import { ridingLimits } from '#contract/riding/riding-limits.ts'
import { lineOfText, textOfLine } from '#domain/geo/line-text.ts'
import { simplify } from '#domain/track/track.ts'
import { bearingOf, lengthOf, offsetTo, radiansPerDegree } from './plane.ts'

/** Where a place lies by a leg of a line. Metres and radians. */
export interface OnLine {
  /** How far from the leg. */
  beside: number
  /** How far along the line from its beginning: less than 0 before it, more than its length after its end. */
  along: number
  /** Where the leg leads, from north. */
  course: number
  /** How far before the beginning or after the end of the line; 0 beside it. */
  beyond: number
  /** How far from the leg as it would go on straight. */
  aside: number
}

/** Closer together, two places show no direction. */
const leastCourseMetres = 3
const courseMetres = 100
const { lineMetres, lineErrorMetres, linePoints, lineOffMetres } = ridingLimits

/**
 * The part of a road's line that tells who rides towards a place, as a short text: so far before and behind it as riders
 * are warned. Null: the place is not on the line.
 */
export function roadLineText(road: readonly Place[], place: Place): string | null {
  const near = nearestOn(road, place)
  if (near === null || near.beside > lineOffMetres) return null
  const part = partOf(road, near.along - lineMetres, near.along + lineMetres)
  return part.length < 2 ? null : textOfLine(withFewPoints(part))
}

/** Where a road leads at a place, over some of its next metres, so that a short corner does not matter; whole degrees. */
export function courseAt(road: readonly Place[], place: Place): number | null {
  const near = nearestOn(road, place)
  if (near === null) return null
  const part = partOf(road, near.along, near.along + courseMetres)
  const [from, to] = [part[0], part.at(-1)]
  if (from === undefined || to === undefined || lengthOf(offsetTo(from, to)) < leastCourseMetres) return null
  return (Math.round(bearingOf(offsetTo(from, to)) / radiansPerDegree) + 360) % 360
}

/** The line of a hazard's text, if there is one to go by. */
export function roadLineOf(text: string | null): readonly Place[] | null {
  if (text === null) return null
  const line = lineOfText(text)
  return line.length < 2 ? null : line
}

export function nearestOn(line: readonly Place[], place: Place): OnLine | null {
  let nearest: OnLine | null = null
  for (const on of legsBeside(line, place)) if (nearest === null || on.beside < nearest.beside) nearest = on
  return nearest
}

/** Where a place lies by each leg of a line: a road may come by more than once. */
export function* legsBeside(line: readonly Place[], place: Place): Generator<OnLine> {
  let gone = 0
  for (const [index, to] of line.entries()) {
    const from = line[index - 1]
    if (from === undefined) continue
    const leg = offsetTo(from, to)
    const length = lengthOf(leg)
    if (length === 0) continue
    const there = offsetTo(from, place)
    const ahead = (leg.east * there.east + leg.north * there.north) / length
    const aside = Math.abs(leg.east * there.north - leg.north * there.east) / length
    const onLeg = Math.min(length, Math.max(0, ahead))
    const isEnd = ahead < 0 ? index === 1 : index === line.length - 1
    yield {
      beside: Math.hypot(aside, ahead - onLeg),
      along: gone + (isEnd ? ahead : onLeg),
      course: bearingOf(leg),
      beyond: isEnd ? Math.abs(ahead - onLeg) : 0,
      aside,
    }
    gone += length
  }
}

const between = (from: number, to: number, share: number) => from + share * (to - from)

/** What of a line lies between two distances along it, metres from its beginning. */
export function partOf(line: readonly Place[], first: number, last: number): Place[] {
  const part: Place[] = []
  let gone = 0
  for (const [index, to] of line.entries()) {
    const from = line[index - 1]
    if (from === undefined) {
      if (first <= 0) part.push(to)
      continue
    }
    if (last <= gone) return part
    const length = lengthOf(offsetTo(from, to))
    const at = (metres: number): Place => ({
      latitude: between(from.latitude, to.latitude, (metres - gone) / length),
      longitude: between(from.longitude, to.longitude, (metres - gone) / length),
    })
    if (first > gone && first < gone + length) part.push(at(first))
    if (last > gone && last < gone + length) return [...part, at(last)]
    gone += length
    if (gone >= first) part.push(to)
  }
  return part
}

/** The fewest of its points that keep within the error, or as many as there may be. */
function withFewPoints(line: readonly Place[]): Place[] {
  for (let points = 2; points < Math.min(line.length, linePoints); points += 1) {
    const fewer = simplify(line, points)
    if (line.every((place) => (nearestOn(fewer, place)?.beside ?? Infinity) <= lineErrorMetres)) return fewer
  }
  return simplify(line, linePoints)
}
