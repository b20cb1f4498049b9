import type { GpxPosition, GpxTrack } from './gpx.ts'
import { writtenStretches } from './stretches.ts'
import { escaped, withoutUnwritable } from '#domain/files/xml-writing.ts'

/**
 * A track as KML 2.2 with Google's extension for times, piece by piece: one `gx:Track` for each segment without a gap.
 * Times and places alternate: Google Earth reads any order, but only this one is read by all versions of OsmAnd.
 * @param pages positions, the oldest first.
 */
export async function* kmlDocument(
  track: GpxTrack,
  pages: AsyncIterable<readonly GpxPosition[]>,
): AsyncGenerator<string, void> {
  yield documentOpening(track)
  const opening = '<gx:Track><altitudeMode>clampToGround</altitudeMode>\n'
  yield* writtenStretches(pages, { opening, fix, end: '</gx:Track>\n' })
  yield '</gx:MultiTrack></Placemark>\n</Document>\n</kml>\n'
}

/** Blue, width 3, as on the screen; KML's order is alpha, blue, green, red. `interpolate` 0 draws no line across a gap. */
function documentOpening({ name, description }: GpxTrack): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">
<Document><name>${text(name)}</name><description>${text(text(description))}</description>
<Style id="track"><LineStyle><color>ffd86a1f</color><width>3</width></LineStyle></Style>
<Placemark><name>${text(name)}</name><styleUrl>#track</styleUrl><gx:MultiTrack><gx:interpolate>0</gx:interpolate>
`
}

/** Longitude comes first. An unknown altitude is left out: 0 would mean sea level. */
function fix({ latitude, longitude, altitude, recordedAt }: GpxPosition): string {
  const place = [longitude.toFixed(7), latitude.toFixed(7), ...(altitude === undefined ? [] : [altitude.toFixed(1)])]
  return `<when>${new Date(recordedAt).toISOString()}</when><gx:coord>${place.join(' ')}</gx:coord>\n`
}

function text(value: string): string {
  return escaped(withoutUnwritable(value))
}
