import type { PositionFlag } from '#contract/history.ts'
import type { Fix, Speed } from '#domain/trackers/report.ts'
import { instant, measurement } from './readings.ts'

/** The values of a fix, before they are read. */
export interface Said {
  latitude: unknown
  longitude: unknown
  /** Null or undefined: no time was sent, so it is now. */
  timestamp: unknown
  accuracy: unknown
  altitude: unknown
  speed: Speed | null
  course: unknown
  flag: PositionFlag | null
}

/** A measurement beyond these limits is a mistake. They also fit every number into the table's columns. */
const mostAccuracyMetres = 1_000_000
const leastAltitudeMetres = -1_000
const mostAltitudeMetres = 100_000
const mostSpeed = 10_000

/** Null if place or time are missing or unreadable. Exactly 0/0, in the Gulf of Guinea, means "no fix". */
export function fixOf(said: Said, receivedAt: Date): Fix | null {
  const latitude = measurement(said.latitude, -90, 90)
  const longitude = measurement(said.longitude, -180, 180)
  if (latitude === null || longitude === null || (latitude === 0 && longitude === 0)) return null
  const hasTime = said.timestamp !== null && said.timestamp !== undefined
  const recordedAt = hasTime ? instant(said.timestamp) : receivedAt
  if (recordedAt === null) return null
  return {
    latitude,
    longitude,
    recordedAt,
    clock: hasTime ? 'tracker' : 'server',
    accuracy: measurement(said.accuracy, 0, mostAccuracyMetres) || null,
    altitude: measurement(said.altitude, leastAltitudeMetres, mostAltitudeMetres),
    speed: said.speed,
    course: measurement(said.course, 0, 360),
    flag: said.flag,
  }
}

/** Negative means unknown: transistorsoft's library sends -1. */
export function speedOf(value: unknown, unit: Speed['unit'], assumed: boolean): Speed | null {
  const speed = measurement(value, 0, mostSpeed)
  return speed === null ? null : { value: speed, unit, assumed }
}
