import type { Place } from '#contract/place.ts'
import { coordinates } from '#domain/geo/coordinates.ts'
import { FileMistake } from '#domain/files/file-mistake.ts'
import { type Attributes, xmlEvents } from '#domain/files/xml-reading.ts'

/** A line to ride along, as a document draws it. */
export interface GpxLine {
  kind: 'track' | 'route' | 'waypoints'
  name: string | null
  /** Unbroken parts in order, none of them empty. */
  pieces: Place[][]
}

export interface GpxDocument {
  lines: GpxLine[]
  waypoints: Place[]
}

/**
 * Reads the lines of GPX 1.1 and 1.0: tracks, waypoints, and routes with the points that Garmin's planners add between their
 * own. Violations of the schema that do not matter here (order, elevations, unknown elements) are ignored.
 */
export function readGpx(document: string): { read: GpxDocument } | { mistake: FileMistake } {
  const reader = createReader()
  try {
    for (const event of xmlEvents(document)) {
      if (event.kind === 'open') reader.open(event.name, event.attributes, event.line)
      else if (event.kind === 'text') reader.text(event.text)
      else if (event.kind === 'close') reader.close()
    }
    return { read: reader.document() }
  } catch (error) {
    if (error instanceof FileMistake) return { mistake: error }
    throw error
  }
}

/** The lines that can be ridden along: at least two points. Waypoints make one if there is nothing else. */
export function ridableLines({ lines, waypoints }: GpxDocument): GpxLine[] {
  const ridable = lines.filter(({ pieces }) => pieces.flat().length > 1)
  if (ridable.length > 0 || waypoints.length < 2) return ridable
  return [{ kind: 'waypoints', name: null, pieces: [waypoints] }]
}

function createReader() {
  const lines: GpxLine[] = []
  const waypoints: Place[] = []
  const path: string[] = []
  /** How many points of a route are open; searching the path each time would take the square of its depth. */
  let openRoutePoints = 0
  /** The name of a line that is being read. */
  let name: string | null = null

  function open(element: string, attributes: Attributes, line: number): void {
    const parent = path.at(-1)
    if (parent === undefined && element !== 'gpx') throw new FileMistake('not-gpx', line, element)
    path.push(element)
    if (element === 'rtept') openRoutePoints += 1
    if (element === 'trk' && parent === 'gpx') lines.push({ kind: 'track', name: null, pieces: [] })
    else if (element === 'rte' && parent === 'gpx') lines.push({ kind: 'route', name: null, pieces: [[]] })
    else if (element === 'wpt' && parent === 'gpx') waypoints.push(placeOf(element, attributes, line))
    else if (element === 'trkseg' && parent === 'trk') lines.at(-1)?.pieces.push([])
    else if (isLinePoint(element))
      lines
        .at(-1)
        ?.pieces.at(-1)
        ?.push(placeOf(element, attributes, line))
    else if (element === 'name' && (parent === 'trk' || parent === 'rte')) name = ''
  }

  function isLinePoint(element: string): boolean {
    const parent = path.at(-2)
    if (element === 'trkpt') return parent === 'trkseg'
    if (element === 'rtept') return parent === 'rte'
    // Garmin's planners: the road between two points of a route.
    return element === 'rpt' && openRoutePoints > 0
  }

  function close(): void {
    if (path.pop() === 'rtept') openRoutePoints -= 1
    if (name === null || path.length !== 2) return
    const line = lines.at(-1)
    if (line !== undefined) line.name = name.trim() || null
    name = null
  }

  return {
    open,
    text(text: string) {
      if (name !== null && path.length === 3) name += text
    },
    close,
    document: (): GpxDocument => ({
      lines: lines.map((line) => ({ ...line, pieces: line.pieces.filter((piece) => piece.length > 0) })),
      waypoints,
    }),
  }
}

function placeOf(element: string, attributes: Attributes, line: number): Place {
  const place = coordinates(attributes.get('lat'), attributes.get('lon'))
  if (place === null) throw new FileMistake('coordinate', line, element)
  return place
}
