import { poiTypes } from '#contract/pois/pois.ts'
import { type Attributes, xmlEvents } from '#domain/files/xml-reading.ts'
import {
  addText,
  directionOf,
  type ExchangedPoi,
  type FileNotes,
  nameWithSpeed,
  placeFrom,
  poiFrom,
  type ReadStep,
  written,
} from './exchanged-poi.ts'
import { escaped } from '#domain/files/xml-writing.ts'

/** For the one thing that GPX 1.1 has no element for: the direction of travel that is watched. */
const ownNamespace = 'https://wegwarte.example/xmlschemas/poi/1'

export function gpxOpening(notes: FileNotes): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="Wegwarte" xmlns="http://www.topografix.com/GPX/1/1" xmlns:wegwarte="${ownNamespace}">
<metadata><name>Wegwarte POIs</name><desc>${escaped(notes.join(' '))}</desc></metadata>
`
}

export const gpxEnd = '</gpx>\n'

export function gpxWaypoint(poi: ExchangedPoi): string {
  // The schema allows the date line only as -180.
  const longitude = poi.longitude === 180 ? '-180' : written(poi.longitude)
  const comment = poi.comment === null ? '' : `<cmt>${escaped(poi.comment)}</cmt>`
  const type = poi.kind === null ? '' : `<type>${poi.kind}</type>`
  const direction =
    poi.direction === null ? '' : `<extensions><wegwarte:direction>${poi.direction}</wegwarte:direction></extensions>`
  const name = `<name>${escaped(nameWithSpeed(poi))}</name>`
  return `<wpt lat="${written(poi.latitude)}" lon="${longitude}">${name}${comment}${type}${direction}</wpt>\n`
}

/** Reads waypoints; tracks and routes are skipped. @throws {FileMistake} */
export function* readGpxWaypoints(text: string): Generator<ReadStep, void> {
  const path: string[] = []
  let waypoint: { attributes: Attributes; line: number; texts: Map<string, string> } | null = null
  for (const event of xmlEvents(text)) {
    if (event.kind === 'open') {
      path.push(event.name)
      if (event.name === 'wpt' && path.length === 2) {
        waypoint = { attributes: event.attributes, line: event.line, texts: new Map() }
      }
    } else if (event.kind === 'text') {
      const element = textElement(path)
      if (waypoint !== null && element !== null) {
        addText(waypoint.texts, element, event.text)
      }
    } else if (event.kind === 'turn') yield null
    else {
      path.pop()
      if (waypoint === null || path.length !== 1) continue
      yield { line: waypoint.line, ...entryOf(waypoint.attributes, waypoint.texts) }
      waypoint = null
    }
  }
}

/** The element whose text is read: one right below the waypoint, or our own extension. */
function textElement(path: readonly string[]): string | null {
  if (path.length === 3) return path[2] ?? null
  return path.length === 4 && path[2] === 'extensions' && path[3] === 'direction' ? 'direction' : null
}

function entryOf(attributes: Attributes, texts: ReadonlyMap<string, string>) {
  const place = placeFrom(attributes.get('lat'), attributes.get('lon'))
  if (place === null) return { skipped: 'coordinates' } as const
  const type = texts.get('type')?.trim()
  const name = texts.get('name') ?? texts.get('sym') ?? null
  return {
    poi: poiFrom(place, {
      name,
      comment: texts.get('cmt') ?? texts.get('desc') ?? null,
      kind: poiTypes.find((known) => known === type) ?? null,
      direction: directionOf(texts.get('direction')),
    }),
  }
}
