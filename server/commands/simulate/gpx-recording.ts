import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import { latitude, longitude, type Place } from '#contract/base/place.ts'
import { xmlTree } from '#domain/files/xml-tree.ts'

/** A fix of a recording. */
export interface RecordedFix extends Place {
  recordedAt: Date
  /** Metres. */
  altitude: number | null
  /** m/s. */
  speed: number | null
  /** Degrees from north. */
  course: number | null
}

const decimal = z.string().trim().min(1).transform(Number).pipe(z.number())
/** A measurement that is absent or unreadable is unknown; the fix stays. */
const measurement = decimal.nullable().catch(null).default(null)
const motion = z.object({ speed: measurement, course: measurement })

const trackPoint = z
  .object({
    lat: decimal.pipe(latitude),
    lon: decimal.pipe(longitude),
    ele: measurement,
    time: z.iso.datetime({ offset: true }),
    // GPX 1.0 has both in the point itself, 1.1 in Garmin's extension.
    speed: measurement,
    course: measurement,
    extensions: z.object({ TrackPointExtension: motion }).nullable().catch(null).default(null),
  })
  .transform((point): RecordedFix => {
    const extension = point.extensions?.TrackPointExtension
    return {
      latitude: point.lat,
      longitude: point.lon,
      recordedAt: new Date(point.time),
      altitude: point.ele,
      speed: point.speed ?? extension?.speed ?? null,
      course: point.course ?? extension?.course ?? null,
    }
  })

/** A point without a time or place is no fix. */
const trackPoints = z
  .array(trackPoint.nullable().catch(null))
  .transform((points) => points.filter((point) => point !== null))
  .default([])
const segments = z.array(z.object({ trkpt: trackPoints }).catch({ trkpt: [] })).default([])
const tracks = z.array(z.object({ trkseg: segments }).catch({ trkseg: [] })).default([])
const lists = ['trk', 'trkseg', 'trkpt']
const recording = z.object({ gpx: z.object({ trk: tracks }) })

/** The fixes of every track of a GPX 1.0 or 1.1 document, the oldest first; null if the text is no GPX. */
export function readRecording(document: string): RecordedFix[] | null {
  const parsed = recording.safeParse(xmlTree(document, lists))
  if (!parsed.success) return null
  const fixes = parsed.data.gpx.trk.flatMap(({ trkseg }) => trkseg.flatMap(({ trkpt }) => fixesOf(trkpt)))
  return fixes.toSorted((a, b) => a.recordedAt.getTime() - b.recordedAt.getTime())
}

/** Our export writes a fix that is alone in its segment twice (`domain/track-export/gpx.ts`). */
function fixesOf(segment: readonly RecordedFix[]): readonly RecordedFix[] {
  const [one, other] = segment
  return segment.length === 2 && isDeepStrictEqual(one, other) ? segment.slice(1) : segment
}
