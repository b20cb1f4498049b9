import type { Position } from '#contract/history/history.ts'
import { movementLimits } from '#contract/history/movement-limits.ts'
import { hourMs, secondMs } from '#contract/base/time-units.ts'
import { distanceMetres } from '#domain/geo/geo.ts'
import { isGap } from './track.ts'

/** Over a shorter time, the error of two fixes would look like speed. */
const measuredOverMs = 10 * secondMs

/** What a tracker reports is compared with the way of this time: long enough for it to stand out from the fixes' errors. */
const comparedOverMs = 60 * secondMs

/**
 * How fast the vehicle was at each position, km/h: as its tracker reported, unless the way shows that it was faster. Some
 * trackers always report 0, others in another unit. Then, and where nothing is reported, it is measured from a position
 * at least ten seconds before; null if that is not possible either.
 * @param positions of one device, in fix order, none of them doubted.
 */
export function speedsOf(positions: readonly Position[]): (number | null)[] {
  const times = positions.map(({ recordedAt }) => Date.parse(recordedAt))
  const reach = reachByReports(positions, times)
  const begins = beginsOf(positions)
  let [measuredFrom, comparedFrom] = [0, 0]
  return positions.map((position, index) => {
    const earliest = begins[index] ?? 0
    measuredFrom = latestBefore(times, index, measuredOverMs, Math.max(measuredFrom, earliest))
    comparedFrom = latestBefore(times, index, comparedOverMs, Math.max(comparedFrom, earliest))
    const told = position.speed
    if (told !== undefined && !wasFaster(positions, comparedFrom, index, difference(reach, comparedFrom, index))) {
      return told
    }
    return measuredKmh(positions[measuredFrom], position)
  })
}

/**
 * The highest of some speeds, km/h; null if none is known.
 * @param averageKmh of the same time: no mean is above the highest, only above what few or coarse reports show of it.
 */
export function highestOf(speeds: readonly (number | null)[], averageKmh: number | null): number | null {
  const known = [...speeds, averageKmh].filter((kmh) => kmh !== null)
  return known.length === 0 ? null : known.reduce((most, kmh) => Math.max(most, kmh))
}

/** Metres from the first position to each, as far as the faster report at both ends of each step leads. */
function reachByReports(positions: readonly Position[], times: readonly number[]): number[] {
  let metres = 0
  return positions.map((position, index) => {
    const before = positions[index - 1]
    if (before === undefined) return metres
    // Where nothing is reported, nothing can be contradicted.
    if (before.speed === undefined && position.speed === undefined) metres += distanceMetres(before, position)
    else {
      const hours = difference(times, index - 1, index) / hourMs
      metres += Math.max(before.speed ?? 0, position.speed ?? 0) * 1000 * hours
    }
    return metres
  })
}

/** Of each position the index at which its segment of the track begins. */
function beginsOf(positions: readonly Position[]): number[] {
  let begin = 0
  return positions.map(({ recordedAt }, index) => {
    const before = positions[index - 1]
    if (before !== undefined && isGap(before.recordedAt, recordedAt)) begin = index
    return begin
  })
}

/** The latest index at least so long before another one; the earliest allowed, if there is none. */
function latestBefore(times: readonly number[], index: number, ms: number, earliest: number): number {
  let found = earliest
  while (found + 1 < index && difference(times, found + 1, index) >= ms) found += 1
  return found
}

/** Whether the way between two positions is certainly longer than the reports lead. One stray fix at either end shows nothing. */
function wasFaster(positions: readonly Position[], from: number, to: number, reachMetres: number): boolean {
  const [before, first, last, next] = [positions[from - 1], positions[from], positions[to], positions[to + 1]]
  if (first === undefined || last === undefined) return false
  const isBeyond = (one: Position | undefined, other: Position | undefined) => {
    if (one === undefined || other === undefined) return true
    const uncertainMetres = Math.max(movementLimits.stepMetres, (one.accuracy ?? 0) + (other.accuracy ?? 0))
    return distanceMetres(one, other) - uncertainMetres > movementLimits.reportedSpeedFactor * reachMetres
  }
  return isBeyond(first, last) && isBeyond(before, last) && isBeyond(first, next)
}

function measuredKmh(from: Position | undefined, to: Position): number | null {
  if (from === undefined) return null
  const hours = (Date.parse(to.recordedAt) - Date.parse(from.recordedAt)) / hourMs
  if (hours === 0) return null
  const kmh = distanceMetres(from, to) / 1000 / hours
  return kmh > movementLimits.possibleKmh ? null : kmh
}

function difference(values: readonly number[], from: number, to: number): number {
  return (values[to] ?? 0) - (values[from] ?? 0)
}
