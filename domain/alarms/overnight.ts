import type { Place } from '#contract/base/place.ts'
import { hourMs } from '#contract/base/time-units.ts'
import { distanceMetres } from '#domain/geo/geo.ts'
import { startOfBerlinDay } from '#domain/time/time.ts'
import { trackingLimits } from '#contract/tracking/tracking-limits.ts'

/** Where a vehicle was before and after the middle of a night; null if nothing is stored of that. */
export interface Night {
  before: Place | null
  after: Place | null
}

/** Fewer nights are a holiday, or a visit. */
const leastNights = 3
/** At home, and perhaps with somebody else. */
const mostPlaces = 3
/** A vehicle that is elsewhere by more between two fixes was ridden that night. */
const standsWithinMetres = 500
/** Nights so close together are at one place: another side of the street, and errors of measuring. */
const samePlaceMetres = 100
const deepNightMs = 3 * hourMs

/** The middle of each night of which positions are kept, the last one first: three in the morning. */
export function middlesOfNights(now: Date): Date[] {
  return Array.from({ length: trackingLimits.retentionDays }, (_, daysBack) => {
    const midnight = Date.parse(startOfBerlinDay(now.toISOString(), daysBack))
    return new Date(midnight + deepNightMs)
  }).filter((middle) => middle < now)
}

/** Where a vehicle usually stands overnight, the most usual place first. */
export function usualPlaces(nights: readonly Night[]): Place[] {
  const usual: Place[] = []
  let left = nights.flatMap((night) => stoodAt(night) ?? [])
  while (usual.length < mostPlaces) {
    const largest = left.map((place) => near(place, left)).reduce<readonly Place[]>(larger, [])
    if (largest.length < leastNights) break
    usual.push(middleOf(largest))
    left = left.filter((place) => !largest.includes(place))
  }
  return usual
}

function stoodAt({ before, after }: Night): Place | null {
  if (before === null) return null
  return after === null || distanceMetres(before, after) <= standsWithinMetres ? before : null
}

const near = (place: Place, others: readonly Place[]) =>
  others.filter((other) => distanceMetres(place, other) <= samePlaceMetres)
const larger = (one: readonly Place[], other: readonly Place[]) => (other.length > one.length ? other : one)

/** The place of theirs that the others are closest to; a mean would be wrong where the longitude starts over. */
function middleOf(places: readonly Place[]): Place {
  const sumOf = (place: Place) => places.reduce((sum, other) => sum + distanceMetres(place, other), 0)
  return places.reduce((best, place) => (sumOf(place) < sumOf(best) ? place : best))
}
