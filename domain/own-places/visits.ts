/*
 * When a vehicle arrived at a place of its owner or left it. Rides and stops decide, as the history shows them: no single fix, no
 * passing by. Beside the circle is an edge that is neither.
 */
import { alarmsLimits } from '#contract/alarms/alarms-limits.ts'
import type { Place } from '#contract/base/place.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import type { Position } from '#contract/history/history.ts'
import { movementLimits } from '#contract/history/movement-limits.ts'
import { ownPlacesServerLimits } from '#contract/own-places/own-places-limits.ts'
import type { PlaceVisit } from '#contract/own-places/own-places.ts'
import { distanceMetres } from '#domain/geo/geo.ts'
import { type Doubts, doubtsOf } from '#domain/track/outliers.ts'
import { type Chapter, chaptersOf, setOffOf, type Trip } from '#domain/track/trips.ts'

const { edgeMetres, fixesAway, newsMinutes } = ownPlacesServerLimits

export interface Visit {
  visit: PlaceVisit
  at: Date
}

interface Circle extends Place {
  radiusMetres: number
}

/** What some positions show of rides and stops, wherever they are: read once, and looked at for each place. */
export interface Past {
  positions: readonly Position[]
  doubts: Doubts
  chapters: readonly Chapter[]
}

/** From when on a vehicle is there, or away. */
interface Presence {
  isThere: boolean
  at: Date
}

/** @param positions of one device, in fix order, with the last one before them: a vehicle that was silent stood there. */
export function pastOf(positions: readonly Position[]): Past {
  const doubts = doubtsOf(positions)
  return { positions, doubts, chapters: chaptersOf(positions, doubts) }
}

/** The arrivals at a place and departures from it, in order. Where the vehicle was at first is neither. */
export function visitsOf(circle: Circle, past: Past, now: Date): Visit[] {
  const { positions, chapters } = past
  const seen: Presence[] = []
  for (const [index, chapter] of chapters.entries()) {
    if (index === 0) seen.push(...beginning(circle, chapter, positions))
    seen.push(...presencesOf(circle, chapter, past))
  }
  seen.push(...silentStand(circle, past, now))
  let isThere: boolean | null = null
  const visits: Visit[] = []
  for (const presence of seen) {
    if (isThere !== null && presence.isThere !== isThere) {
      visits.push({ visit: presence.isThere ? 'ARRIVED' : 'LEFT', at: presence.at })
    }
    isThere = presence.isThere
  }
  return visits
}

/** Whether it is news still. What lies ahead is a clock that is wrong. */
export function isNews({ at }: Visit, now: Date): boolean {
  return at <= now && now.getTime() - at.getTime() <= newsMinutes * minuteMs
}

/** Where it was before anything else is known: where a ride or a gap begins. */
function beginning(circle: Circle, { kind, first, start }: Chapter, positions: readonly Position[]): Presence[] {
  const fix = positions[first]
  return kind === 'stop' || fix === undefined ? [] : whereIs(circle, fix, new Date(start))
}

function presencesOf(circle: Circle, chapter: Chapter, past: Past): Presence[] {
  if (chapter.kind === 'stop') return whereIs(circle, chapter.place, new Date(chapter.start))
  if (chapter.kind === 'gap') return []
  const away = believedOf(chapter, past).filter((fix) => isAway(circle, fix))
  return away.length >= fixesAway ? [{ isThere: false, at: new Date(setOffOf(chapter)) }] : []
}

/**
 * A tracker that goes silent at the end of a ride stands there. It does not if the last fix was measured in passing, or may be a jump:
 * either it says itself that it stands, or the fix before lies there, too.
 */
function silentStand(circle: Circle, past: Past, now: Date): Presence[] {
  const last = past.chapters.at(-1)
  if (last?.kind !== 'trip') return []
  const [end, before] = believedOf(last, past).toReversed()
  const silentSince = past.positions.at(-1)?.recordedAt
  if (end === undefined || silentSince === undefined) return []
  if (now.getTime() - Date.parse(silentSince) < alarmsLimits.parkedMinutes * minuteMs) return []
  const stands =
    end.speed === undefined ? before !== undefined && isIn(circle, before) : end.speed < movementLimits.ridingKmh
  return stands && isIn(circle, end) ? [{ isThere: true, at: new Date(end.recordedAt) }] : []
}

function believedOf({ first, last }: Trip, { positions, doubts }: Past): Position[] {
  return positions.filter((_, index) => index >= first && index <= last && !doubts.has(index))
}

/** Nothing at the edge. */
function whereIs(circle: Circle, place: Place & { accuracy?: number | undefined }, at: Date): Presence[] {
  if (isIn(circle, place)) return [{ isThere: true, at }]
  return isAway(circle, place) ? [{ isThere: false, at }] : []
}

function isIn(circle: Circle, place: Place): boolean {
  return distanceMetres(circle, place) <= circle.radiusMetres
}

function isAway(circle: Circle, place: Place & { accuracy?: number | undefined }): boolean {
  const edge = Math.max(edgeMetres, place.accuracy ?? 0)
  return distanceMetres(circle, place) > circle.radiusMetres + edge
}
