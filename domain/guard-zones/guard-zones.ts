import type { GuardZoneEntry, ZoneSchedule, ZoneSharpness } from '#contract/guard-zones/guard-zones.ts'
import type { Place } from '#contract/base/place.ts'
import { distanceMetres } from '#domain/geo/geo.ts'
import { wallTime } from '#domain/time/time.ts'

/** A circle in which the alarm is raised more or less readily than elsewhere. */
export type GuardZone = Omit<GuardZoneEntry, 'name'>

/** How readily the alarm is raised. `USUAL` is what holds outside of all zones. */
export type Sharpness = ZoneSharpness | 'USUAL'

/**
 * How readily the alarm of a vehicle that stands at a place is raised at an instant. Where zones overlap, a sharper one
 * counts: it was made on purpose for this place.
 */
export function sharpnessAt(zones: readonly GuardZone[], place: Place, at: Date): Sharpness {
  const here = zones.filter((zone) => distanceMetres(zone, place) <= zone.radiusMetres)
  const now = here.filter(({ schedule }) => schedule === null || isDuring(schedule, at))
  if (now.some(({ sharpness }) => sharpness === 'SHARPER')) return 'SHARPER'
  return now.length === 0 ? 'USUAL' : 'QUIETER'
}

/** By the clock in Germany: in the hour that comes twice both count, and in the one that is skipped nothing happens. */
function isDuring({ weekdays, from, to }: ZoneSchedule, at: Date): boolean {
  const wall = wallTime(at.toISOString())
  const [weekday, time] = [weekdayOf(wall), wall.slice(11)]
  if (from < to) return weekdays.includes(weekday) && from <= time && time < to
  const dayBefore = weekday === 1 ? 7 : weekday - 1
  return (weekdays.includes(weekday) && from <= time) || (weekdays.includes(dayBefore) && time < to)
}

/** 1: Monday, 7: Sunday. @param wall `2026-10-25T02:30` */
function weekdayOf(wall: string): number {
  return new Date(`${wall.slice(0, 10)}T00:00Z`).getUTCDay() || 7
}
