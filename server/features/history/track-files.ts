import type { ExportedRange, TrackFormat } from '#contract/history/history.ts'
import { germanTime } from '#domain/time/fix-time.ts'
import { gpxDocument, type GpxPosition, type GpxTrack } from '#domain/track-export/gpx.ts'
import { csvDocument } from '#domain/track-export/csv.ts'
import { geojsonDocument } from '#domain/track-export/geojson.ts'
import { kmlDocument } from '#domain/track-export/kml.ts'

/** A kind of file that a track is written as, piece by piece. */
interface TrackFile {
  mediaType: string
  content(track: GpxTrack, pages: AsyncIterable<readonly GpxPosition[]>): AsyncIterable<string>
}

export const trackFiles: Record<TrackFormat, TrackFile> = {
  gpx: { mediaType: 'application/gpx+xml', content: gpxDocument },
  kml: { mediaType: 'application/vnd.google-earth.kml+xml', content: kmlDocument },
  csv: { mediaType: 'text/csv; charset=utf-8', content: (_track, pages) => csvDocument(pages) },
  geojson: { mediaType: 'application/geo+json', content: geojsonDocument },
}

/**
 * What a file says of itself. Not of which range it is where something was cut out: the time that is missing at its ends is
 * the way inside a zone (decision 25).
 */
export function trackInWords(range: { start: Date; end: Date }, without: ExportedRange['without']): string {
  if (without !== undefined) return 'Positionen ohne das, was in Privatzonen liegt'
  return `Positionen vom ${germanTime(range.start)} bis ${germanTime(range.end)} (deutsche Zeit)`
}
