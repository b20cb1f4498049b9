import type { Instant } from '#contract/base/place.ts'
import type { Position } from '#contract/history/history.ts'
import { hourMs } from '#contract/base/time-units.ts'
import { distanceMetres } from '#domain/geo/geo.ts'
import { believable, type Doubts, doubtsOf } from './outliers.ts'
import { millisecondsBetween, type TrackStretch } from './stretches.ts'
import { berlinDay } from '#domain/time/time.ts'
import type { Chapter } from './trips.ts'

/** What a vehicle did, estimated from its positions. */
export interface Movement {
  /** Of its trips; the drift of a parked vehicle's fixes does not count. */
  distanceMetres: number
  ridingMs: number
  /** How often it was parked: the stops among its chapters. */
  stops: number
  /** How often it was somewhere else after a gap. What happened during the gap is not counted anywhere. */
  gaps: number
}

export interface MovementDay extends Movement {
  /** The day in Germany on which it happened: `2026-10-25`. What passes midnight counts for the day it began on. */
  day: string
}

export interface MovementProfile {
  total: Movement
  /** Only days with positions, the latest first. */
  days: MovementDay[]
}

/**
 * @param positions of one device, the oldest first. Doubted ones are ignored.
 * @param chapters the result of `chaptersOf` for the same positions.
 * @param doubts if the caller knows them already.
 */
export function movementProfile(
  positions: readonly Position[],
  chapters: readonly Chapter[],
  doubts: Doubts = doubtsOf(positions),
): MovementProfile {
  const days = new Map<string, MovementDay>()
  const dayAt = dayCalendar()
  const dayOf = (instant: Instant): MovementDay => {
    const day = dayAt(instant)
    const known = days.get(day) ?? { day, distanceMetres: 0, ridingMs: 0, stops: 0, gaps: 0 }
    days.set(day, known)
    return known
  }

  for (const { recordedAt } of believable(positions, doubts)) dayOf(recordedAt)
  for (const chapter of chapters) {
    if (chapter.kind === 'stop') dayOf(chapter.start).stops += 1
    if (chapter.kind === 'gap') dayOf(chapter.start).gaps += 1
    if (chapter.kind === 'trip') for (const stretch of chapter.stretches) count(stretch, dayOf(stretch.from.recordedAt))
  }
  const latestFirst = [...days.values()].toSorted((a, b) => b.day.localeCompare(a.day))
  return { total: sum(latestFirst), days: latestFirst }
}

/** Looks up each hour only once, because the calendar is slow and a German day begins on a full hour of UTC. */
function dayCalendar(): (instant: Instant) => string {
  const known = new Map<number, string>()
  return (instant) => {
    const hour = Math.floor(Date.parse(instant) / hourMs)
    const day = known.get(hour) ?? berlinDay(instant)
    known.set(hour, day)
    return day
  }
}

function count({ kind, from, to }: TrackStretch, day: MovementDay): void {
  if (kind === 'gap') day.gaps += 1
  if (kind === 'riding') {
    day.distanceMetres += distanceMetres(from, to)
    day.ridingMs += millisecondsBetween(from, to)
  }
}

function sum(movements: readonly Movement[]): Movement {
  return movements.reduce(
    (total, movement) => ({
      distanceMetres: total.distanceMetres + movement.distanceMetres,
      ridingMs: total.ridingMs + movement.ridingMs,
      stops: total.stops + movement.stops,
      gaps: total.gaps + movement.gaps,
    }),
    { distanceMetres: 0, ridingMs: 0, stops: 0, gaps: 0 },
  )
}
