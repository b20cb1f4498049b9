import { bearingDegrees, distanceMetres } from '#domain/geo/geo.ts'
import { unknownWeather } from '#domain/riding/weather-areas.ts'
import { hazardsAround, inRows } from '#domain/riding/hazard-rows.ts'
import type { Hazard } from '#domain/riding/hazards.ts'
import type { RidingFix } from '#domain/riding/motion.ts'
import { newRide, rideOn } from '#domain/riding/warning.ts'

/** The ids that are warned of at a fix. */
export type Rule = (fix: RidingFix) => string[]

const radiusMetres = 1000
const coneMetres = 500
const coneDegrees = 45

/** Whatever comes within a kilometre. */
export const radius = (hazards: readonly Hazard[]): Rule => once(hazards, (metres) => metres <= radiusMetres)

/** Whatever lies within 500 m, 45 degrees to each side of the course. */
export const cone = (hazards: readonly Hazard[]): Rule =>
  once(hazards, (metres, off) => metres <= coneMetres && off <= coneDegrees)

/** Ours as if nobody knew the roads of the hazards. */
export function ours(hazards: readonly Hazard[]): Rule {
  return withLines(hazards.map((hazard) => ({ ...hazard, line: null })))
}

export function withLines(hazards: readonly Hazard[]): Rule {
  const known = [inRows(hazards)]
  let ride = newRide
  return (fix) => {
    const next = rideOn(ride, known, fix, unknownWeather)
    ride = next.ride
    return next.warnings.map(({ hazard }) => hazard.id)
  }
}

/** Each hazard once in five minutes. */
function once(
  hazards: readonly Hazard[],
  isWarned: (metres: number, offDegrees: number) => boolean,
): (fix: RidingFix) => string[] {
  const known = inRows(hazards)
  const warned = new Map<string, number>()
  return (fix) => {
    const ids: string[] = []
    for (const { hazard } of hazardsAround(known, fix, radiusMetres)) {
      if (fix.at - (warned.get(hazard.id) ?? -Infinity) < 300_000) continue
      const turn = Math.abs(bearingDegrees(fix, hazard) - (fix.course ?? 0))
      if (!isWarned(distanceMetres(fix, hazard), Math.min(turn, 360 - turn))) continue
      warned.set(hazard.id, fix.at)
      ids.push(hazard.id)
    }
    return ids
  }
}
