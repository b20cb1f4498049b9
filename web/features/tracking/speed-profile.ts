import { limits } from '#contract/limits.ts'
import type { ReplayTrack } from '#domain/replay.ts'

export interface SpeedPoint {
  moment: number
  kmh: number
}

/**
 * What is drawn of the speeds: unbroken pieces with at most `points` points in all, of each short while its fastest.
 * @param speeds of the track's fixes; null where nothing is known.
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

/** A silence breaks the line; so does nothing shorter than two of the whiles that are drawn. */
function unbroken(points: readonly SpeedPoint[], width: number): SpeedPoint[][] {
  const longest = Math.max(limits.tracking.segmentGapMinutes * 60_000, 2 * width)
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
