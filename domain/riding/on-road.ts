import { ridingLimits } from '#contract/riding/riding-limits.ts'
import type { Hazard } from './hazards.ts'
import type { Motion } from './motion.ts'
import { radiansPerDegree, turnBetween } from './plane.ts'
import { legsBeside, nearestOn, type OnLine, roadLineOf } from './road-line.ts'

const { besideLineMetres, besideLineSpreads, alongLineDegrees, bendRadiusMetres } = ridingLimits

/**
 * How far a hazard is along its own road, metres, for who rides on that road towards it. `elsewhere`: who rides on another
 * one, or away from it. `unknown`: nothing is known of its road here.
 */
export function onRoadTo(hazard: Hazard, motion: Motion): number | 'elsewhere' | 'unknown' {
  const line = roadLineOf(hazard.line)
  const { course } = motion
  if (line === null || course === null) return 'unknown'
  const place = nearestOn(line, hazard)
  if (place === null) return 'unknown'
  let ahead = Infinity
  let isUnknown = false
  for (const leg of legsBeside(line, motion)) {
    for (const way of [1, -1]) {
      const metres = way * (place.along - leg.along)
      if (metres <= 0 || !isForWay(hazard, place, way) || !isAlong(course, leg, way)) continue
      if (leg.beyond > 0) isUnknown ||= leg.aside <= mostBeside(motion) + leg.beyond ** 2 / (2 * bendRadiusMetres)
      else if (leg.beside <= mostBeside(motion)) ahead = Math.min(ahead, metres)
    }
  }
  if (ahead < Infinity) return ahead
  return isUnknown ? 'unknown' : 'elsewhere'
}

/** Whether somebody rides on a hazard's own road, in a direction that it concerns; `unknown`: nothing is known of its road. */
export function isOnRoadOf(hazard: Hazard, motion: Motion): boolean | 'unknown' {
  const line = roadLineOf(hazard.line)
  const { course } = motion
  const place = line === null ? null : nearestOn(line, hazard)
  if (line === null || course === null || place === null) return 'unknown'
  return [...legsBeside(line, motion)].some(
    (leg) =>
      leg.beyond === 0 &&
      leg.beside <= mostBeside(motion) &&
      [1, -1].some((way) => isForWay(hazard, place, way) && isAlong(course, leg, way)),
  )
}

const mostBeside = ({ spread }: Motion) => besideLineMetres + besideLineSpreads * spread

/** @param way 1: as the line leads; -1: against it. */
function isForWay({ direction }: Hazard, { course }: OnLine, way: number): boolean {
  return direction === null || way * Math.cos(direction * radiansPerDegree - course) > 0
}

function isAlong(course: number, leg: OnLine, way: number): boolean {
  return Math.abs(turnBetween(leg.course + (way === 1 ? 0 : Math.PI), course)) <= alongLineDegrees * radiansPerDegree
}
