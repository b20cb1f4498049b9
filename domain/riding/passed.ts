import { ridingLimits } from '#contract/riding/riding-limits.ts'
import { reasonsNow } from './conditions.ts'
import { type HazardRows, hazardsAround } from './hazard-rows.ts'
import type { Hazard } from './hazards.ts'
import type { Motion } from './motion.ts'
import { isOnRoadOf } from './on-road.ts'
import { bearingOf, lengthOf, offsetTo, turnBetween } from './plane.ts'
import { nearestOn } from './road-line.ts'
import { isForThisDirection } from './warning.ts'
import type { RidingWeather } from './weather-areas.ts'

/** A hazard that a ride came past. */
export interface Passed {
  hazard: Hazard
  /** Milliseconds since 1970. */
  at: number
}

const { passedBesideMetres } = ridingLimits

/**
 * The hazards that a ride has just come past on their road, so near that they were on its way. Where nothing is known of a
 * hazard's road, its distance and direction have to do. What counts at other times only, as a hotspot at night, does not count.
 */
export function passedAt(motion: Motion, hazards: readonly HazardRows[], weather: RidingWeather): Passed[] {
  const before = motion.recent.at(-2)
  const { course } = motion
  if (!motion.isRiding || before === undefined || course === null) return []
  const reach = passedBesideMetres + lengthOf(offsetTo(before, motion))
  const passed = new Map<string, Passed>()
  for (const { hazard } of hazards.flatMap((tile) => hazardsAround(tile, motion, reach))) {
    const isBehind = Math.abs(turnBetween(course, bearingOf(offsetTo(motion, hazard)))) > Math.PI / 2
    const metresBeside = nearestOn([before, motion], hazard)?.beside ?? lengthOf(offsetTo(motion, hazard))
    if (!isBehind || metresBeside > passedBesideMetres || !isOnItsRoad(hazard, motion)) continue
    const reasons = reasonsNow(hazard.conditions, { place: hazard, at: new Date(motion.at), weather })
    if (reasons?.conditions.length === 0) continue
    // On the edge of two tiles it comes in both.
    passed.set(hazard.id, { hazard, at: motion.at })
  }
  return [...passed.values()]
}

function isOnItsRoad(hazard: Hazard, motion: Motion): boolean {
  const isOnRoad = isOnRoadOf(hazard, motion)
  return isOnRoad === 'unknown' ? isForThisDirection(hazard, motion) : isOnRoad
}
