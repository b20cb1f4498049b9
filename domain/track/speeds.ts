import type { Position } from '#contract/history.ts'
import { movementLimits } from '#contract/movement-limits.ts'
import { hourMs } from '#contract/time-units.ts'
import { distanceMetres } from '#domain/geo/geo.ts'
import { isGap } from './track.ts'

/** Over a shorter time, the error of two fixes would look like speed. */
const measuredOverMs = 10_000

/**
 * How fast the vehicle was at each position, km/h: as its tracker reported. Otherwise it is measured from a position at
 * least ten seconds before; null if that is not possible either.
 * @param positions of one device, in fix order, none of them doubted.
 */
export function speedsOf(positions: readonly Position[]): (number | null)[] {
  let earlier = 0
  return positions.map((position, index) => {
    const time = Date.parse(position.recordedAt)
    while (isEarlyEnough(positions[earlier + 1], index, earlier + 1, time)) earlier += 1
    if (position.speed !== undefined) return position.speed
    const before = positions[earlier]
    return before === undefined || index === 0 ? null : measuredKmh(before, position)
  })
}

function isEarlyEnough(candidate: Position | undefined, index: number, at: number, time: number): boolean {
  return candidate !== undefined && at < index && time - Date.parse(candidate.recordedAt) >= measuredOverMs
}

function measuredKmh(from: Position, to: Position): number | null {
  const hours = (Date.parse(to.recordedAt) - Date.parse(from.recordedAt)) / hourMs
  if (hours === 0 || isGap(from.recordedAt, to.recordedAt)) return null
  const kmh = distanceMetres(from, to) / 1000 / hours
  return kmh > movementLimits.possibleKmh ? null : kmh
}
