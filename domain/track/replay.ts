import type { Place } from '#contract/base/place.ts'
import type { Position } from '#contract/history/history.ts'
import { eastwardDegrees, withinATurn } from '#domain/geo/geo.ts'
import { isGap } from './track.ts'
import { type Chapter, pausesOf } from './trips.ts'

/** A track to play: its believed fixes, in fix order, with the time of each in milliseconds. */
export interface ReplayTrack {
  fixes: readonly Position[]
  times: readonly number[]
}

/** A time in which there is nothing to watch: the vehicle stood, or nothing is known; milliseconds. */
export interface Quiet {
  kind: 'stop' | 'gap'
  from: number
  to: number
}

/** Where the vehicle was at a moment: between two fixes on the way from one to the other, in a gap at its start. */
export function placeAt({ fixes, times }: ReplayTrack, moment: number): Place | null {
  const index = Math.max(0, lastFixBy(times, moment))
  const [before, after] = [fixes[index], fixes[index + 1]]
  if (before === undefined) return null
  const start = times[index] ?? moment
  const length = (times[index + 1] ?? start) - start
  if (after === undefined || length <= 0 || isGap(before.recordedAt, after.recordedAt)) return placeOf(before)
  const share = Math.min(1, Math.max(0, (moment - start) / length))
  return {
    latitude: before.latitude + (after.latitude - before.latitude) * share,
    longitude: withinATurn(before.longitude + eastwardDegrees(before.longitude, after.longitude) * share),
  }
}

/** Index of the last fix that was measured by then; -1 before the first. */
export function lastFixBy(times: readonly number[], moment: number): number {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((times[middle] ?? Infinity) <= moment) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** The moment of the fix before (-1) or after (1) a moment; the moment itself where there is none. */
export function neighbouringFix(times: readonly number[], moment: number, direction: -1 | 1): number {
  const at = lastFixBy(times, moment)
  if (direction === 1) return times[at + 1] ?? moment
  return (times[at] === moment ? times[lastFixBy(times, moment - 1)] : times[at]) ?? moment
}

/** Stops, longer pauses on a trip, and gaps, in order: a replay skips them. */
export function quietTimes({ fixes, times }: ReplayTrack, chapters: readonly Chapter[]): Quiet[] {
  const gaps = fixes.flatMap(({ recordedAt }, index): Quiet[] => {
    const next = fixes[index + 1]
    const [from, to] = [times[index], times[index + 1]]
    const silent = next !== undefined && isGap(recordedAt, next.recordedAt)
    return silent && from !== undefined && to !== undefined ? [{ kind: 'gap', from, to }] : []
  })
  return [...chapters.flatMap(standingIn), ...gaps].toSorted((a, b) => a.from - b.from)
}

/** When the vehicle stood: of a trip, what counts as one of its pauses. */
function standingIn(chapter: Chapter): Quiet[] {
  switch (chapter.kind) {
    case 'stop':
      return [{ kind: 'stop', from: Date.parse(chapter.start), to: Date.parse(chapter.end) }]
    case 'trip':
      return pausesOf(chapter).map(({ start, end }) => ({ kind: 'stop', from: Date.parse(start), to: Date.parse(end) }))
    case 'gap':
      return []
  }
}

function placeOf({ latitude, longitude }: Place): Place {
  return { latitude, longitude }
}
