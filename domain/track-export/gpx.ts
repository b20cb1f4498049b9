import type { Position } from '#contract/history/history.ts'
import { isBreak } from './breaks.ts'
import { decimal, degrees, instant } from './numbers.ts'
import { escaped, withoutUnwritable } from '#domain/files/xml-writing.ts'

/** A stored position as it is exported: with the altitude, which only files contain. */
export type GpxPosition = Position & {
  /** Metres above the ellipsoid or the sea, as the tracker measures it. */
  altitude?: number
  /** Positions before it were cut out by a privacy zone. */
  afterCut?: true
}

export interface GpxTrack {
  /** The device's name, as its owner wrote it. */
  name: string
  description: string
  createdAt: Date
}

/** For elements that GPX 1.1 does not have: accuracy in metres, and why a position is doubted. */
const ownNamespace = 'https://wegwarte.example/xmlschemas/position/1'
/** Speed and course, which GPX 1.1 dropped; the extension that most programs read. */
const garminNamespace = 'http://www.garmin.com/xmlschemas/TrackPointExtension/v2'

/**
 * A track as a GPX 1.1 document that is valid against the schema, piece by piece.
 * @param pages positions, the oldest first. A gap in time or a cut starts a new segment, across pages too. A fix alone in its
 * segment is written twice: many programs leave out a segment of one point, and it may be where the vehicle was seen last.
 */
export async function* gpxDocument(
  track: GpxTrack,
  pages: AsyncIterable<readonly GpxPosition[]>,
): AsyncGenerator<string, void> {
  yield opening(track)
  let previous: GpxPosition | undefined
  let points = 0
  const end = () => (previous === undefined ? '' : `${points === 1 ? point(previous) : ''}</trkseg>\n`)
  for await (const page of pages) {
    let written = ''
    for (const position of page) {
      if (previous === undefined || isBreak(previous, position)) {
        written += `${end()}<trkseg>\n`
        points = 0
      }
      written += point(position)
      points += 1
      previous = position
    }
    yield written
  }
  yield `${end()}</trk>\n</gpx>\n`
}

function opening({ name, description, createdAt }: GpxTrack): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="Wegwarte" xmlns="http://www.topografix.com/GPX/1/1" xmlns:gpxtpx="${garminNamespace}" xmlns:wegwarte="${ownNamespace}">
<metadata><name>${text(name)}</name><desc>${text(description)}</desc><time>${instant(createdAt)}</time></metadata>
<trk><name>${text(name)}</name>
`
}

function point(position: GpxPosition): string {
  const altitude = position.altitude === undefined ? '' : `<ele>${decimal(position.altitude, 1)}</ele>`
  const time = `<time>${instant(position.recordedAt)}</time>`
  const place = `lat="${degrees(position.latitude)}" lon="${longitude(position.longitude)}"`
  return `<trkpt ${place}>${altitude}${time}${extensions(position)}</trkpt>\n`
}

/** The schema allows -180 but not 180. */
function longitude(angle: number): string {
  const written = degrees(angle)
  return written === '180' ? '-180' : written
}

function extensions({ speed, course, accuracy, flag }: GpxPosition): string {
  const motion =
    (speed === undefined ? '' : `<gpxtpx:speed>${decimal(speed / 3.6, 2)}</gpxtpx:speed>`) +
    (course === undefined ? '' : `<gpxtpx:course>${fullCircle(course)}</gpxtpx:course>`)
  const all =
    (motion === '' ? '' : `<gpxtpx:TrackPointExtension>${motion}</gpxtpx:TrackPointExtension>`) +
    (accuracy === undefined ? '' : `<wegwarte:accuracy>${decimal(accuracy, 1)}</wegwarte:accuracy>`) +
    (flag === undefined ? '' : `<wegwarte:flag>${flag}</wegwarte:flag>`)
  return all === '' ? '' : `<extensions>${all}</extensions>`
}

/** The extension's schema allows 0 but not 360, which rounding can give, and nothing below 0. */
function fullCircle(course: number): string {
  const tenths = ((Math.round(course * 10) % 3600) + 3600) % 3600
  return decimal(tenths / 10, 1)
}

function text(value: string): string {
  return escaped(withoutUnwritable(value))
}
