import type { Place } from '#contract/base/place.ts'
import { minuteSeconds } from '#contract/base/time-units.ts'
import { coordinates } from '#domain/geo/coordinates.ts'
import { fieldOf, listOf } from './json-reading.ts'
import { createRecordings, secondsOf, type TourFile } from './recordings.ts'

/**
 * Google's timeline as phones export it since 2024. Android writes `{"semanticSegments": […]}` with a time at each point of a
 * path, iPhones a list of such segments with minutes since the segment began. Visits are left out: they are guesses about
 * where somebody stayed, and say who somebody knows. @throws {TooManyPoints}
 */
export function readGoogleTimeline(segments: readonly unknown[]): TourFile {
  const recordings = createRecordings('google-timeline')
  const recording = recordings.begin(null)
  for (const segment of segments) {
    const began = secondsOf(fieldOf(segment, 'startTime'))
    for (const point of listOf(fieldOf(segment, 'timelinePath')) ?? []) {
      const at = secondsOf(fieldOf(point, 'time')) ?? after(began, fieldOf(point, 'durationMinutesOffsetFromStartTime'))
      recordings.add(recording, pointOf(fieldOf(point, 'point')), at)
    }
  }
  return recordings.file()
}

function after(began: number | null, minutes: unknown): number | null {
  const text = typeof minutes === 'number' ? String(minutes) : minutes
  if (began === null || typeof text !== 'string' || !/^\d{1,6}$/.test(text)) return null
  return began + Number(text) * minuteSeconds
}

const longestPoint = 80

/** `geo:49.0,8.4` or `49.0°, 8.4°` */
function pointOf(text: unknown): Place | null {
  if (typeof text !== 'string' || text.length > longestPoint) return null
  const [latitude, longitude, more] = text.replace(/^geo:/, '').replaceAll('°', '').split(',')
  return more === undefined ? coordinates(latitude, longitude) : null
}
