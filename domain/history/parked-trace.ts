import { alarmsLimits } from '#contract/alarms/alarms-limits.ts'
import type { Position } from '#contract/history/history.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import { parkedStops, type Stop } from '#domain/track/trips.ts'

/** From when to when, both included; `until` null: it still lasts. */
export interface Period {
  since: Date
  until: Date | null
}

/** What has to stay of a guarded vehicle's positions, parked or not. */
export interface KeptTrace {
  /** While its owner suspects a theft, or has reported one, the whole trace is kept. */
  suspicions: readonly Period[]
  /** The fix times that alarms refer to. */
  fixTimes: ReadonlySet<number>
}

export interface ReducedTrace {
  /** The fix times to delete, in ms. */
  deleted: number[]
  /** Everything before this is reduced; it is the place to go on from. Null if there are no positions. */
  reducedUntil: Date | null
}

/**
 * The mode THEFT keeps of a parked vehicle its place and the time: of each stay the first position and the last. The whole
 * trace begins with movement (EDPB Guidelines 01/2020 on connected vehicles, paragraphs 158 to 167: a theft is located
 * from suspicion on, not constantly).
 * @param positions of one device, in fix order.
 */
export function reduceParked(positions: readonly Position[], kept: KeptTrace): ReducedTrace {
  const times = positions.map(({ recordedAt }) => Date.parse(recordedAt))
  const last = times.at(-1)
  if (last === undefined) return { deleted: [], reducedUntil: null }
  const stops = parkedStops(positions)
  const deleted = stops
    .filter((stop) => !kept.suspicions.some((period) => overlaps(stop, period)))
    .flatMap((stop) => times.slice(stop.first + 1, stop.last))
    .filter((time) => !kept.fixTimes.has(time))
  const lastStop = stops.at(-1)
  // A stay that still lasts continues with the next report; one that has just begun is none yet.
  const stands = lastStop?.last === positions.length - 1
  const reducedUntil = stands ? Date.parse(lastStop.start) : last - alarmsLimits.parkedMinutes * minuteMs
  return { deleted, reducedUntil: new Date(reducedUntil) }
}

function overlaps({ start, end }: Stop, { since, until }: Period): boolean {
  return new Date(end) >= since && (until === null || new Date(start) <= until)
}
