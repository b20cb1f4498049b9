import type { ExportFormat } from '#contract/poi-exchange/poi-exchange.ts'
import type { ExchangedPoi, FileNotes } from '#domain/poi-exchange/exchanged-poi.ts'
import { gpxEnd, gpxOpening, gpxWaypoint } from '#domain/poi-exchange/gpx.ts'
import { igoOpening, igoRow } from '#domain/poi-exchange/igo.ts'
import { kmlEnd, kmlOpening, kmlPlacemark } from '#domain/poi-exchange/kml.ts'
import { garminZip } from './garmin-zip.ts'

type Pages = AsyncIterable<readonly ExchangedPoi[]>

/** A kind of file that we write. */
interface ExportFile {
  fileName: string
  mediaType: string
  content(notes: FileNotes, pages: Pages, at: Date): AsyncIterable<string | Uint8Array>
}

export const exportFiles: Record<ExportFormat, ExportFile> = {
  gpx: {
    fileName: 'wegwarte-pois.gpx',
    mediaType: 'application/gpx+xml',
    content: (notes, pages) => document(gpxOpening(notes), gpxWaypoint, gpxEnd, pages),
  },
  kml: {
    fileName: 'wegwarte-pois.kml',
    mediaType: 'application/vnd.google-earth.kml+xml',
    content: (notes, pages) => document(kmlOpening(notes), kmlPlacemark, kmlEnd, pages),
  },
  igo: {
    // iGO only looks for this name. The mark at the beginning of the file shows that it is UTF-8.
    fileName: 'speedcam.txt',
    mediaType: 'text/plain; charset=utf-8',
    content: (notes, pages) => document(`\uFEFF${igoOpening(notes)}`, igoRow, '', pages),
  },
  garmin: {
    fileName: 'wegwarte-garmin.zip',
    mediaType: 'application/zip',
    content: garminZip,
  },
}

async function* document(
  opening: string,
  entry: (poi: ExchangedPoi, number: number) => string,
  end: string,
  pages: Pages,
): AsyncGenerator<string, void> {
  yield opening
  let number = 0
  for await (const page of pages) {
    let text = ''
    for (const poi of page) text += entry(poi, (number += 1))
    yield text
  }
  yield end
}
