import type { GpxPosition, GpxTrack } from './gpx.ts'
import { isBreak } from './breaks.ts'
import { decimal, degrees, instant } from './numbers.ts'
import { escaped, withoutUnwritable } from '#domain/files/xml-writing.ts'

/**
 * A track as KML 2.2 with Google's extension for times, piece by piece. A `gx:Track` names all its times, then all its places,
 * as the schema has it: there is one for each segment without a gap, and a further one for each page that goes on with it,
 * from the last fix before.
 * @param pages positions, the oldest first.
 */
export async function* kmlDocument(
  track: GpxTrack,
  pages: AsyncIterable<readonly GpxPosition[]>,
): AsyncGenerator<string, void> {
  yield documentOpening(track)
  let previous: GpxPosition | undefined
  for await (const page of pages) {
    let written = ''
    let fixes: GpxPosition[] = []
    for (const position of page) {
      if (previous !== undefined && isBreak(previous, position)) {
        written += trackOf(fixes)
        fixes = []
      } else if (previous !== undefined && fixes.length === 0) fixes.push(previous)
      fixes.push(position)
      previous = position
    }
    yield written + trackOf(fixes)
  }
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

function trackOf(fixes: readonly GpxPosition[]): string {
  if (fixes.length === 0) return ''
  const times = fixes.map(({ recordedAt }) => `<when>${instant(recordedAt)}</when>\n`)
  const opening = '<gx:Track><altitudeMode>clampToGround</altitudeMode>\n'
  return `${opening}${times.join('')}${fixes.map(coordinates).join('')}</gx:Track>\n`
}

/** Longitude comes first. An unknown altitude is left out: 0 would mean sea level. */
function coordinates({ latitude, longitude, altitude }: GpxPosition): string {
  const place = [degrees(longitude), degrees(latitude), ...(altitude === undefined ? [] : [decimal(altitude, 1)])]
  return `<gx:coord>${place.join(' ')}</gx:coord>\n`
}

function text(value: string): string {
  return escaped(withoutUnwritable(value))
}
