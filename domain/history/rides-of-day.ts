import { alarmsLimits } from '#contract/alarms/alarms-limits.ts'
import type { Position, Range } from '#contract/history/history.ts'
import type { Instant } from '#contract/base/place.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import { isSamePlace } from '#domain/track/stays.ts'
import { chaptersOf } from '#domain/track/trips.ts'
import { aroundMidnight } from './around-midnight.ts'

/*
 * A ride belongs to the day on which it began, as a whole: for rides, a day ends when the ride has arrived that was under way at
 * its midnight, and there the next one begins. What decides about a midnight is the same for both days.
 */

/**
 * The positions of a day's rides: without the end of a ride that began the day before, and with that of its own last one.
 * @param positions of its `rangeOfRides`, in fix order.
 */
export function positionsOfRides(positions: readonly Position[], { start, end }: Range): Position[] {
  const [from, until] = [start, end].map((midnight) =>
    Date.parse(rideUnderWay(positions, midnight)?.arrival ?? midnight),
  )
  return positions.filter(({ recordedAt }) => {
    const time = Date.parse(recordedAt)
    return from !== undefined && until !== undefined && from <= time && time <= until
  })
}

/**
 * The ride that was under way at a midnight; null if there was none.
 * @param positions in fix order; those around the midnight count.
 */
export function rideUnderWay(
  positions: readonly Position[],
  midnight: Instant,
): { arrival: Instant; hasArrived: boolean } | null {
  const at = Date.parse(midnight)
  const { start, end } = aroundMidnight(midnight)
  const around = between(positions, Date.parse(start), Date.parse(end))
  if (isParked(around, at)) return null
  const chapters = chaptersOf(around)
  const index = chapters.findIndex(({ start, end }) => Date.parse(start) < at && at < Date.parse(end))
  const chapter = chapters[index]
  if (chapter?.kind !== 'trip') return null
  return { arrival: chapter.end, hasArrived: index < chapters.length - 1 }
}

/** As at most midnights, found without making chapters of a whole night: it stood near one place long enough to be parked. */
function isParked(positions: readonly Position[], at: number): boolean {
  const parkedMs = alarmsLimits.parkedMinutes * minuteMs
  const timeOf = ({ recordedAt }: Position) => Date.parse(recordedAt)
  const before = positions.findLast((position) => timeOf(position) < at)
  const after = positions.find((position) => timeOf(position) >= at)
  if (before === undefined || after === undefined) return true
  const near = between(positions, Math.min(timeOf(before), at - parkedMs), Math.max(timeOf(after), at + parkedMs))
  return near.every((position) => isSamePlace(before, position))
}

function between(positions: readonly Position[], from: number, until: number): Position[] {
  return positions.filter(({ recordedAt }) => {
    const time = Date.parse(recordedAt)
    return from <= time && time <= until
  })
}
