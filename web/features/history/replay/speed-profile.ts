import { minuteMs } from '#contract/base/time-units.ts'
import { trackingLimits } from '#contract/tracking/tracking-limits.ts'
import type { ReplayTrack } from '#domain/track/replay.ts'

export interface SpeedPoint {
  moment: number
  kmh: number
}

/**
 * The speeds to draw: unbroken pieces with at most `points` points in all, each the fastest of a short interval.
 * @param speeds of the track's fixes; null if nothing is known.
 */
export function speedProfile(
  { times }: ReplayTrack,
  speeds: readonly (number | null)[],
  [from, to]: readonly [number, number],
  points: number,
): SpeedPoint[][] {
  const width = Math.max(1, (to - from) / points)
  const fastest = new Map<number, SpeedPoint>()
  for (const [index, moment] of times.entries()) {
    const kmh = speeds[index] ?? null
    if (kmh === null || moment < from || moment > to) continue
    const bucket = Math.floor((moment - from) / width)
    if (kmh >= (fastest.get(bucket)?.kmh ?? 0)) fastest.set(bucket, { moment, kmh })
  }
  return unbroken([...fastest.values()], width)
}

/** A gap breaks the line, but only if it is longer than two of the drawn intervals. */
function unbroken(points: readonly SpeedPoint[], width: number): SpeedPoint[][] {
  const longest = Math.max(trackingLimits.segmentGapMinutes * minuteMs, 2 * width)
  const pieces: SpeedPoint[][] = []
  for (const point of points) {
    const current = pieces.at(-1)
    const before = current?.at(-1)
    if (current === undefined || before === undefined || point.moment - before.moment > longest) pieces.push([point])
    else current.push(point)
  }
  return pieces
}

/** The top of the scale: the next full twenty, never less than forty. */
export function scaleTop(pieces: readonly (readonly SpeedPoint[])[]): number {
  const most = pieces.flat().reduce((highest, { kmh }) => Math.max(highest, kmh), 0)
  return Math.max(40, Math.ceil(most / 20) * 20)
}
