import type { Place } from '#contract/base/place.ts'
import type { TourSource } from '#contract/own-tours/own-tours.ts'
import { ownToursLimits } from '#contract/own-tours/own-tours-limits.ts'

/** Where somebody was, by a file of their own. */
export interface OwnFix extends Place {
  /** Since 1970, whole ones. */
  seconds: number
}

/** What one device recorded, or one track: not in order, and with repetitions. */
export interface Recording {
  name: string | null
  fixes: OwnFix[]
}

/** What a file says. */
export interface TourFile {
  source: TourSource
  recordings: readonly Recording[]
  /** Points without a readable place. */
  unreadable: number
  /** Points with a place, and without a readable time. */
  withoutTime: number
}

/** A file has more points than are read. */
export class TooManyPoints extends Error {
  constructor() {
    super('the file has too many points')
    this.name = 'TooManyPoints'
  }
}

/** Gathers what a reader finds. @throws {TooManyPoints} */
export function createRecordings(source: TourSource) {
  const recordings: Recording[] = []
  const ofDevices = new Map<string, Recording>()
  let [points, unreadable, withoutTime] = [0, 0, 0]

  const begin = (name: string | null): Recording => {
    const recording = { name, fixes: [] }
    recordings.push(recording)
    return recording
  }
  return {
    begin,
    /** The recording of a device; files with several devices have their points in any order. */
    of(device: string): Recording {
      const recording = ofDevices.get(device) ?? begin(null)
      ofDevices.set(device, recording)
      return recording
    },
    add(recording: Recording, place: Place | null, seconds: number | null): void {
      points += 1
      if (points > ownToursLimits.filePoints) throw new TooManyPoints()
      if (place === null || isNowhere(place)) unreadable += 1
      else if (seconds === null) withoutTime += 1
      else recording.fixes.push({ seconds, latitude: rounded(place.latitude), longitude: rounded(place.longitude) })
    },
    file: (): TourFile => ({ source, recordings, unreadable, withoutTime }),
  }
}

/** About a metre: what is stored of a place, and what makes two places the same. */
export const stepsPerDegree = 100_000

const rounded = (degrees: number) => Math.round(degrees * stepsPerDegree) / stepsPerDegree

/** What trackers write that have no fix. */
const isNowhere = ({ latitude, longitude }: Place) => latitude === 0 && longitude === 0

const longestTime = 40
const time = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?)(?:\.\d+)?(?:(Z)|([+-]\d\d):?(\d\d))?$/

/**
 * The second of a time by ISO 8601; null for anything else. Without a zone it is UTC: GPX says so, and Traccar's table is
 * written in the zone of its server, which is UTC where nobody has chosen another.
 */
export function secondsOf(text: unknown): number | null {
  if (typeof text !== 'string' || text.length > longestTime) return null
  const found = time.exec(text.trim())
  if (found === null) return null
  const [, day, clock, , hours, minutes] = found
  const zone = hours === undefined ? 'Z' : `${hours}:${minutes}`
  const milliseconds = Date.parse(`${day}T${clock}${zone}`)
  return Number.isNaN(milliseconds) ? null : milliseconds / 1000
}
