import type { Place } from '#contract/base/place.ts'
import { ridingLimits } from '#contract/riding/riding-limits.ts'
import type { Hazard } from './hazards.ts'
import type { Motion } from './motion.ts'
import { radiansPerDegree, turnBetween } from './plane.ts'
import { legsBeside, nearestOn, type OnLine, partOf, roadLineOf } from './road-line.ts'

const { besideLineMetres, besideLineSpreads, alongLineDegrees, bendRadiusMetres, passedBesideMetres } = ridingLimits

/** The rest of a hazard's own road for who rides on it towards the hazard. */
interface RoadAhead {
  metres: number
  line: readonly Place[]
  /** Where the rider and the hazard are along the line. */
  from: number
  to: number
}

export type OnRoad = RoadAhead | 'elsewhere' | 'unknown'

/**
 * How a hazard is ahead along its own road, for who rides on that road towards it. `elsewhere`: who rides on another one, or
 * away from it. `unknown`: nothing is known of its road here.
 */
export function onRoadTo(hazard: Hazard, motion: Motion): OnRoad {
  const lines = linesOf(hazard)
  const { course } = motion
  if (lines.length === 0 || course === null) return 'unknown'
  let ahead: RoadAhead | null = null
  let isUnknown = false
  for (const { line, place } of lines) {
    for (const leg of legsBeside(line, motion)) {
      for (const way of [1, -1]) {
        const metres = way * (place.along - leg.along)
        if (metres <= 0 || !isForWay(hazard, place, way) || !isAlong(course, leg, way)) continue
        if (leg.beyond > 0) isUnknown ||= leg.aside <= mostBeside(motion) + leg.beyond ** 2 / (2 * bendRadiusMetres)
        else if (leg.beside <= mostBeside(motion) && metres < (ahead?.metres ?? Infinity)) {
          ahead = { metres, line, from: leg.along, to: place.along }
        }
      }
    }
  }
  if (ahead !== null) return ahead
  return isUnknown ? 'unknown' : 'elsewhere'
}

/** The places of what is left of it, in one order or the other. */
export function wayOf({ line, from, to }: RoadAhead): Place[] {
  return partOf(line, Math.min(from, to), Math.max(from, to))
}

/** Whether somebody rides on a hazard's own road, in a direction that it concerns; `unknown`: nothing is known of its road. */
export function isOnRoadOf(hazard: Hazard, motion: Motion): boolean | 'unknown' {
  const lines = linesOf(hazard)
  const { course } = motion
  if (lines.length === 0 || course === null) return 'unknown'
  return lines.some(({ line, place }) =>
    [...legsBeside(line, motion)].some(
      (leg) =>
        // A line may end at the hazard, as that of an arm of a crossing does.
        (leg.beyond > 0
          ? leg.beyond <= passedBesideMetres && leg.aside <= mostBeside(motion)
          : leg.beside <= mostBeside(motion)) &&
        [1, -1].some((way) => isForWay(hazard, place, way) && isAlong(course, leg, way)),
    ),
  )
}

/** The lines of a hazard's roads, and where it lies by each. */
function linesOf(hazard: Hazard): { line: readonly Place[]; place: OnLine }[] {
  return (hazard.lines ?? [hazard.line]).flatMap((text) => {
    const line = roadLineOf(text)
    const place = line === null ? null : nearestOn(line, hazard)
    return line === null || place === null ? [] : [{ line, place }]
  })
}

const mostBeside = ({ spread }: Motion) => besideLineMetres + besideLineSpreads * spread

/** @param way 1: as the line leads; -1: against it. */
function isForWay({ direction }: Hazard, { course }: OnLine, way: number): boolean {
  return direction === null || way * Math.cos(direction * radiansPerDegree - course) > 0
}

function isAlong(course: number, leg: OnLine, way: number): boolean {
  return Math.abs(turnBetween(leg.course + (way === 1 ? 0 : Math.PI), course)) <= alongLineDegrees * radiansPerDegree
}
