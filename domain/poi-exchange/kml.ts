import { poiTypes } from '#contract/pois/pois.ts'
import { xmlEvents } from '#domain/files/xml-reading.ts'
import { escaped } from '#domain/files/xml-writing.ts'
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

export function kmlOpening(notes: FileNotes): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2">
<Document><name>Wegwarte POIs</name><description>${escaped(notes.join(' '))}</description>
`
}

export const kmlEnd = '</Document>\n</kml>\n'

export function kmlPlacemark(poi: ExchangedPoi): string {
  // A description is shown as HTML, so it is escaped for HTML first and then for XML.
  const description = poi.comment === null ? '' : `<description>${escaped(escaped(poi.comment))}</description>`
  const facts = [fact('kind', poi.kind), fact('direction', poi.direction)].join('')
  const data = facts === '' ? '' : `<ExtendedData>${facts}</ExtendedData>`
  const point = `<Point><coordinates>${written(poi.longitude)},${written(poi.latitude)}</coordinates></Point>`
  return `<Placemark><name>${escaped(nameWithSpeed(poi))}</name>${description}${data}${point}</Placemark>\n`
}

function fact(name: string, value: string | number | null): string {
  return value === null ? '' : `<Data name="${name}"><value>${value}</value></Data>`
}

/** Reads placemarks with a point, in folders of any depth. @throws {FileMistake} */
export function* readKml(text: string): Generator<ReadStep, void> {
  let placemark: { line: number; texts: Map<string, string> } | null = null
  const path: string[] = []
  for (const event of xmlEvents(text)) {
    if (event.kind === 'open') {
      path.push(event.name === 'Data' ? `Data ${event.attributes.get('name') ?? ''}` : event.name)
      if (event.name === 'Placemark') placemark = { line: event.line, texts: new Map() }
    } else if (event.kind === 'text') {
      const name = placemark === null ? null : textName(path)
      if (placemark !== null && name !== null) addText(placemark.texts, name, event.text)
    } else if (event.kind === 'turn') yield null
    else {
      path.pop()
      if (event.name !== 'Placemark' || placemark === null) continue
      yield { line: placemark.line, ...entryOf(placemark.texts) }
      placemark = null
    }
  }
}

function textName(path: readonly string[]): string | null {
  const [parent, element] = path.slice(-2)
  if (parent === 'Placemark' && (element === 'name' || element === 'description')) return element
  if (parent === 'Point' && element === 'coordinates') return 'coordinates'
  return parent?.startsWith('Data ') === true && element === 'value' ? parent.slice(5) : null
}

function entryOf(texts: ReadonlyMap<string, string>) {
  const point = texts.get('coordinates')?.trim()
  if (point === undefined) return { skipped: 'no-point' } as const
  const [longitude, latitude] = point.split(/[\s,]+/)
  const place = placeFrom(latitude, longitude)
  if (place === null) return { skipped: 'coordinates' } as const
  const kind = texts.get('kind')?.trim()
  return {
    poi: poiFrom(place, {
      name: texts.get('name') ?? null,
      comment: withoutTags(texts.get('description') ?? ''),
      kind: poiTypes.find((known) => known === kind) ?? null,
      direction: directionOf(texts.get('direction')),
    }),
  }
}

/** The words of a description, which may be HTML. Tags are removed first, so that an escaped tag stays as text. */
function withoutTags(html: string): string {
  return html
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}
