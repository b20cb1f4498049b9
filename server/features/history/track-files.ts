import type { TrackFormat } from '#contract/history.ts'
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
