import type { Position } from '#contract/history.ts'
import type { VehicleState } from '#contract/vehicles.ts'
import type { DossierDetails } from '#contract/dossier.ts'
import { bearingDegrees, distanceMetres } from '#domain/geo/geo.ts'
import { movementLimits } from '#contract/movement-limits.ts'
import { dossierTexts } from './texts.ts'
import { formatAgo, formatNumber } from '#web/kit/formats.ts'
import { momentInWords } from '#web/texts/vehicle-states.ts'

const texts = dossierTexts.case

/**
 * What a vehicle that is missed does, and how old that is: `Fährt · 62 km/h nach Osten · vor 8 Sekunden`, `Steht seit 03:40 · vor
 * 2 Minuten`, `Letztes Signal 03:12 · danach Funkstille`. Null without a position.
 * @param travelled the way it went, the oldest first.
 */
export function doingInWords(
  { position, motion, isOnline }: Pick<VehicleState, 'position' | 'motion' | 'isOnline'>,
  travelled: readonly Position[],
  now: Date,
): string | null {
  if (position === null || motion === null) return null
  const age = formatAgo(position.recordedAt, now)
  if (motion.kind === 'STANDING') return joined(texts.standing(momentInWords(motion.since, now)), age)
  if (!isOnline) return joined(texts.lastSignal(momentInWords(position.recordedAt, now)), texts.silence)
  return joined(texts.moving, speedInWords(position, travelled), age)
}

function joined(...parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null).join(' · ')
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

/** How many of the details for the police are entered: `3 von 12`. */
export function filledInWords({ withPicture: _, ...details }: DossierDetails): string {
  const values = Object.values(details)
  return texts.filled(values.filter((value) => value !== null).length, values.length)
}
