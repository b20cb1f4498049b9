import { limits } from '#contract/limits.ts'
import type { Instant } from '#contract/place.ts'
import type { Position } from '#contract/tracking.ts'
import { distanceMetres } from './geo.ts'
import { berlinDay } from './time.ts'
import { isGap } from './track.ts'

/** What a vehicle did, estimated from its positions. */
export interface Movement {
  distanceMetres: number
  ridingMs: number
  /** Times it stood long enough for more than a traffic light. */
  stops: number
  /** Times it was somewhere else after a silence: what happened in between is not counted in anything. */
  gaps: number
}

export interface MovementDay extends Movement {
  /** The day in Germany on which it happened: `2026-10-25`. What runs over midnight counts to the day it began on. */
  day: string
}

export interface MovementProfile {
  total: Movement
  /** Only days with positions, the latest first. */
  days: MovementDay[]
}

/** @param positions of one device, the oldest first. Doubted ones (flagged) are passed over. */
export function movementProfile(positions: readonly Position[]): MovementProfile {
  const days = new Map<string, MovementDay>()
  const dayAt = dayCalendar()
  const dayOf = (position: Position): MovementDay => {
    const day = dayAt(position.recordedAt)
    const known = days.get(day) ?? { day, distanceMetres: 0, ridingMs: 0, stops: 0, gaps: 0 }
    days.set(day, known)
    return known
  }

  const trusted = positions.filter(({ flag }) => flag === undefined)
  trusted.forEach(dayOf)
  for (const stretch of stretchesOf(trusted)) count(stretch, dayOf(stretch.from))
  const latestFirst = [...days.values()].toSorted((a, b) => b.day.localeCompare(a.day))
  return { total: sum(latestFirst), days: latestFirst }
}

/** Looks each hour up once: a German day begins on a full hour of UTC, and asking the calendar takes its time. */
function dayCalendar(): (instant: Instant) => string {
  const known = new Map<number, string>()
  return (instant) => {
    const hour = Math.floor(Date.parse(instant) / 3_600_000)
    const day = known.get(hour) ?? berlinDay(instant)
    known.set(hour, day)
    return day
  }
}

/** Riding, standing or unknown, from one position to a later one. */
interface Stretch {
  kind: 'riding' | 'standing' | 'gap'
  from: Position
  to: Position
}

function count({ kind, from, to }: Stretch, day: MovementDay): void {
  if (kind === 'gap') day.gaps += 1
  if (kind === 'standing' && millisecondsBetween(from, to) >= limits.movement.stopMinutes * 60_000) day.stops += 1
  if (kind === 'riding') {
    day.distanceMetres += distanceMetres(from, to)
    day.ridingMs += millisecondsBetween(from, to)
  }
}

/**
 * Steps from position to position as soon as one is certainly elsewhere: further than the least step and than both
 * fixes' accuracy. What wanders less than that stands still, however often it is reported.
 */
function stretchesOf(positions: readonly Position[]): Stretch[] {
  const stretches: Stretch[] = []
  let anchor: Position | undefined
  let lastStill: Position | undefined
  for (const position of positions) {
    if (anchor === undefined || lastStill === undefined) {
      anchor = lastStill = position
      continue
    }
    const silent = isGap(lastStill.recordedAt, position.recordedAt)
    if (silent && distanceMetres(anchor, position) > limits.movement.samePlaceMetres) {
      stand(stretches, anchor, lastStill)
      stretches.push({ kind: 'gap', from: lastStill, to: position })
      anchor = lastStill = position
      continue
    }
    if (isElsewhere(anchor, position) && !silent) {
      step(stretches, anchor, lastStill, position)
      anchor = position
    }
    lastStill = position
  }
  if (anchor !== undefined && lastStill !== undefined) stand(stretches, anchor, lastStill)
  return stretches
}

/** From an anchor to a position that is elsewhere: ridden in one go, set off from a standstill, or merely drifted. */
function step(stretches: Stretch[], anchor: Position, lastStill: Position, position: Position): void {
  if (isRiding(anchor, position, anchor)) {
    stretches.push({ kind: 'riding', from: anchor, to: position })
  } else if (isRiding(anchor, position, lastStill)) {
    stand(stretches, anchor, lastStill)
    stretches.push({ kind: 'riding', from: { ...anchor, recordedAt: lastStill.recordedAt }, to: position })
  } else {
    stand(stretches, anchor, position)
  }
}

/** Standing goes on where the last stretch was standing, too: a drift does not make two stops of one. */
function stand(stretches: Stretch[], from: Position, to: Position): void {
  const last = stretches.at(-1)
  if (last?.kind === 'standing') last.to = to
  else stretches.push({ kind: 'standing', from, to })
}

function isElsewhere(anchor: Position, position: Position): boolean {
  const uncertain = Math.max(limits.movement.stepMetres, anchor.accuracy ?? 0, position.accuracy ?? 0)
  return distanceMetres(anchor, position) > uncertain
}

function isRiding(from: Position, to: Position, since: Position): boolean {
  const hours = millisecondsBetween(since, to) / 3_600_000
  return distanceMetres(from, to) / 1000 >= limits.movement.ridingKmh * hours
}

function millisecondsBetween(from: Position, to: Position): number {
  return Date.parse(to.recordedAt) - Date.parse(from.recordedAt)
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
