import type { Position } from '#contract/history/history.ts'
import type { VehicleState } from '#contract/vehicles/vehicles.ts'
import type { DossierDetails } from '#contract/dossier/dossier-details.ts'
import { bearingDegrees, distanceMetres } from '#domain/geo/geo.ts'
import { movementLimits } from '#contract/history/movement-limits.ts'
import { dossierTexts } from './texts.ts'
import { formatNumber } from '#web/texts/formats.ts'
import { momentInWords } from '#web/texts/vehicle-states.ts'

const texts = dossierTexts.case

/**
 * What a vehicle that is missed does: `Fährt 62 km/h nach Osten`, `Steht seit 03:40`, `Letztes Signal 03:12, danach Funkstille`.
 * Null without a position. How old that is stands on the map.
 * @param travelled the way it went, the oldest first.
 */
export function doingInWords(
  { position, motion, isOnline }: Pick<VehicleState, 'position' | 'motion' | 'isOnline'>,
  travelled: readonly Position[],
  now: Date,
): string | null {
  if (position === null || motion === null) return null
  // Of a tracker that is silent nobody knows whether it still stands there.
  if (!isOnline) {
    const lastAt = momentInWords(position.recordedAt, now)
    return motion.kind === 'STANDING' ? texts.silentAfterStanding(lastAt) : texts.silent(lastAt)
  }
  if (motion.kind === 'STANDING') return texts.standing(momentInWords(motion.since, now))
  const speed = speedInWords(position, travelled)
  return speed === null ? texts.moving : `${texts.moving} ${speed}`
}

function speedInWords({ speed, course }: Position, travelled: readonly Position[]): string | null {
  if (speed === undefined || speed < movementLimits.ridingKmh) return null
  const bearing = course ?? lastBearing(travelled)
  return texts.at(formatNumber(speed), bearing === null ? null : directionOf(bearing))
}

/** Over the last step that is longer than positions wander. */
function lastBearing(travelled: readonly Position[]): number | null {
  const last = travelled.at(-1)
  if (last === undefined) return null
  const before = travelled.findLast((position) => distanceMetres(position, last) >= movementLimits.stepMetres)
  return before === undefined ? null : bearingDegrees(before, last)
}

function directionOf(bearing: number): string | null {
  const { directions } = dossierTexts
  return directions[Math.round(bearing / (360 / directions.length)) % directions.length] ?? null
}

/** How many of the details for the police are entered: `3/12`. */
export function filledInWords({ withPicture: _, ...details }: DossierDetails): string {
  const values = Object.values(details)
  return texts.filled(values.filter((value) => value !== null).length, values.length)
}
