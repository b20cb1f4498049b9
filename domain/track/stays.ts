import { alarmsLimits } from '#contract/alarms/alarms-limits.ts'
import type { Position } from '#contract/history/history.ts'
import { movementLimits } from '#contract/history/movement-limits.ts'
import type { Place } from '#contract/base/place.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import { distanceMetres, eastwardDegrees, withinATurn } from '#domain/geo/geo.ts'
import type { Doubts } from './outliers.ts'

/** The same time that ends a ride for the theft alarm. */
const parkedMs = alarmsLimits.parkedMinutes * minuteMs

/** A position that is not doubted. */
export interface Fix {
  position: Position
  /** Its index among all positions. */
  index: number
  time: number
}

/** Fixes between which the vehicle was parked, by their indices among the fixes. */
export interface Stay {
  first: number
  last: number
  centre: Place
}

export function fixesOf(positions: readonly Position[], doubts: Doubts): Fix[] {
  return positions.flatMap((position, index) =>
    doubts.has(index) ? [] : [{ position, index, time: Date.parse(position.recordedAt) }],
  )
}

/** Where a vehicle was parked, in order. Each stay is what certainly lies at its place. */
export function parkedStays(fixes: readonly Fix[]): Stay[] {
  return oneStayPerPlace(fixes, withoutCreeping(fixes, staysOf(fixes)))
}

/** Finds where a vehicle stays near one place long enough to be parked. A gap that ends there belongs to the stay. */
function staysOf(fixes: readonly Fix[]): Stay[] {
  const stays: Stay[] = []
  let first = 0
  while (first < fixes.length) {
    const last = lastNear(fixes, first)
    const stay = elapsed(fixes[first], fixes[last]) < parkedMs ? null : tightened(fixes, first, last)
    if (stay !== null && elapsed(fixes[stay.first], fixes[stay.last]) >= parkedMs) {
      stays.push(stay)
      first = stay.last + 1
    } else first = nextElsewhere(fixes, first)
  }
  return stays
}

/** In a traffic jam, a stay is not searched from every fix: the next one a step further on is soon enough. */
function nextElsewhere(fixes: readonly Fix[], first: number): number {
  const isElsewhere = (fix: Fix | undefined) =>
    fixes[first] === undefined ||
    fix === undefined ||
    distanceMetres(fixes[first].position, fix.position) > movementLimits.stepMetres
  let next = first + 1
  while (next < fixes.length && !isElsewhere(fixes[next])) next += 1
  return next
}

/** The last fix up to which all fixes are near the first one. */
function lastNear(fixes: readonly Fix[], first: number): number {
  const start = fixes[first]
  let last = first
  for (let next = first + 1; next < fixes.length && isNear(start, fixes[next]); next += 1) last = next
  return last
}

/** Removes the way in and the way out from a stay: it begins and ends near the place where the vehicle stood. */
function tightened(fixes: readonly Fix[], from: number, to: number): Stay {
  const near = fixes.slice(from, to + 1)
  const centre = whereItStood(near)
  const radius = Math.max(movementLimits.stepMetres, usualDistance(near, centre)) * 2
  const isThere = (fix: Fix | undefined) => fix !== undefined && distanceMetres(fix.position, centre) <= radius
  let [first, last] = [from, to]
  while (first < last && !isThere(fixes[first])) first += 1
  while (last > first && !isThere(fixes[last])) last -= 1
  return { first, last, centre }
}

/** The middle of some fixes. */
export function whereItStood(fixes: readonly Fix[]): Place {
  const from = fixes[0]?.position.longitude ?? 0
  return {
    latitude: meanOverTime(fixes, ({ position }) => position.latitude),
    longitude: withinATurn(from + meanOverTime(fixes, ({ position }) => eastwardDegrees(from, position.longitude))),
  }
}

/** Metres: how far the fixes of a standing vehicle usually lie from its place. */
function usualDistance(fixes: readonly Fix[], place: Place): number {
  return meanOverTime(fixes, ({ position }) => distanceMetres(position, place))
}

/** Each fix weighs as much as the time until the next one. */
function meanOverTime(fixes: readonly Fix[], valueOf: (fix: Fix) => number): number {
  let [sum, time] = [0, 0]
  for (const [index, fix] of fixes.entries()) {
    const weight = Math.max(1, elapsed(fix, fixes[index + 1] ?? fix))
    sum += valueOf(fix) * weight
    time += weight
  }
  return sum / time
}

/**
 * Without what only looks like stays: a vehicle that is pushed, or crawls in a jam, is near one place for ten minutes, and
 * then at once near the next.
 */
function withoutCreeping(fixes: readonly Fix[], stays: readonly Stay[]): Stay[] {
  const isAtOnce = (one: Stay | undefined, next: Stay | undefined) =>
    one !== undefined &&
    next !== undefined &&
    fixes.slice(one.last, next.first + 1).every((fix) => isNear(fixes[one.last], fix))
  return stays.filter((stay, index) => {
    const inARow = isAtOnce(stays[index - 1], stay) || isAtOnce(stay, stays[index + 1])
    return !inARow || !isCreeping(fixes.slice(stay.first, stay.last + 1))
  })
}

/** Whether a vehicle went on all the time: then the middles of both halves lie twice the usual distance apart. */
function isCreeping(fixes: readonly Fix[]): boolean {
  const half = fixes.findIndex((fix) => elapsed(fixes[0], fix) >= elapsed(fix, fixes.at(-1)))
  const [before, after] = [whereItStood(fixes.slice(0, half)), whereItStood(fixes.slice(half))]
  return half > 0 && distanceMetres(before, after) > 1.5 * usualDistance(fixes, whereItStood(fixes))
}

/** Joins two stays at one place if the vehicle did not leave it in between: its fixes only drifted. */
function oneStayPerPlace(fixes: readonly Fix[], stays: readonly Stay[]): Stay[] {
  const merged: Stay[] = []
  for (const stay of stays) {
    const before = merged.at(-1)
    const between = before === undefined ? [] : fixes.slice(before.last, stay.first + 1)
    const left = between.some(({ position }) => before !== undefined && !isSamePlace(before.centre, position))
    if (before === undefined || left || !isSamePlace(before.centre, stay.centre)) merged.push({ ...stay })
    else before.last = stay.last
  }
  return merged
}

export function isNear(one: Fix | undefined, other: Fix | undefined): boolean {
  return one === undefined || other === undefined || isSamePlace(one.position, other.position)
}

export function isSamePlace(one: Place, other: Place): boolean {
  return distanceMetres(one, other) <= movementLimits.samePlaceMetres
}

export function elapsed(from: Fix | undefined, to: Fix | undefined): number {
  return from === undefined || to === undefined ? 0 : to.time - from.time
}
