import { gatewayServerLimits } from '#contract/limits/gateway-limits.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import type { Fix } from '#domain/trackers/report.ts'
import { fixOf, speedOf } from './fix.ts'
import { instant } from './readings.ts'

/** The parts of a text in which a tracker answers where it is, as they are written. */
export type AnsweredParts = Partial<
  Record<'latitude' | 'longitude' | 'altitude' | 'speed' | 'course' | 'date' | 'time', string>
>

/** Where such a text begins, without what its tracker writes between words: some blanks, and zeros of UTF-16 and padding. */
export function answeredText(bytes: Buffer): string {
  return bytes.toString('latin1', 0, gatewayServerLimits.positionAnswerBytes).replaceAll(/[\s\0]+/g, '')
}

/** Zones differ by quarters of an hour. */
const zoneStepMs = 15 * minuteMs
const mostAgeMs = minuteMs

/**
 * The place of a text that says that it is the present one; null if something in it cannot be, as a time that is of no present
 * minute. Such texts may be in another zone than the frames of the same tracker, and none says which. So minutes and seconds
 * decide how old it is.
 */
export function answeredFix(parts: AnsweredParts, receivedAt: Date): Fix | null {
  const written = instant(`${parts.date} ${parts.time}`)
  if (written === null) return null
  const behindMs = receivedAt.getTime() - written.getTime()
  const ageMs = behindMs - Math.round(behindMs / zoneStepMs) * zoneStepMs
  if (Math.abs(ageMs) > mostAgeMs) return null
  const { latitude, longitude, altitude, course } = parts
  const speed = speedOf(parts.speed, 'km/h', false)
  const said = { latitude, longitude, altitude, course, speed, timestamp: null, accuracy: null, flag: null }
  const fix = fixOf(said, receivedAt)
  return fix && { ...fix, recordedAt: new Date(receivedAt.getTime() - ageMs) }
}
