import type { PositionFlag } from '#contract/history/history.ts'
import type { Fix, Speed } from '#domain/trackers/report.ts'
import { isNoFix } from '#domain/trackers/no-fix.ts'
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

/** Null if place or time are missing or unreadable, or the place is none. */
export function fixOf(said: Said, receivedAt: Date): Fix | null {
  const latitude = measurement(said.latitude, -90, 90)
  const longitude = measurement(said.longitude, -180, 180)
  if (latitude === null || longitude === null || isNoFix({ latitude, longitude })) return null
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

/** The parts of a fix that were sent and cannot be read, by their names in the protocol. */
export function unreadableIn(
  { latitude, longitude, timestamp }: Pick<Said, 'latitude' | 'longitude' | 'timestamp'>,
  names: readonly [latitude: string, longitude: string, timestamp: string],
): string[] {
  const parts: readonly [said: unknown, read: unknown][] = [
    [latitude, measurement(latitude, -90, 90)],
    [longitude, measurement(longitude, -180, 180)],
    [timestamp, instant(timestamp)],
  ]
  return names.filter((_, index) => {
    const [said, read] = parts[index] ?? []
    return said !== null && said !== undefined && read === null
  })
}

/** Negative means unknown: transistorsoft's library sends -1. */
export function speedOf(value: unknown, unit: Speed['unit'], assumed: boolean): Speed | null {
  const speed = measurement(value, 0, mostSpeed)
  return speed === null ? null : { value: speed, unit, assumed }
}
