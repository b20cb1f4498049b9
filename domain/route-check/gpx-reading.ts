import type { Place } from '#contract/base/place.ts'
import { routeCheckLimits } from '#contract/route-check/route-check-limits.ts'
import { coordinates } from '#domain/geo/coordinates.ts'
import { distanceMetres } from '#domain/geo/geo.ts'
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

/**
 * The lines that can be ridden along: at least two points. Waypoints make one if there is nothing else. Planners write one
 * tour twice, as a route of its few stops and as a track of its road: what another line draws more closely comes last.
 */
export function ridableLines({ lines, waypoints }: GpxDocument): GpxLine[] {
  const ridable = lines.filter(({ pieces }) => pieces.flat().length > 1)
  if (ridable.length === 0 && waypoints.length > 1) return [{ kind: 'waypoints', name: null, pieces: [waypoints] }]
  // Each is compared with each; no planner writes so many.
  if (ridable.length > routeCheckLimits.comparedLines) return ridable
  const drawn = ridable.map(drawnLine)
  const coarse = drawn.filter((line) => drawn.some((other) => other.points > line.points && isSameTour(line, other)))
  return [...drawn.filter((line) => !coarse.includes(line)), ...coarse].map(({ line }) => line)
}

interface DrawnLine {
  line: GpxLine
  points: number
  start: Place | undefined
  end: Place | undefined
}

function drawnLine(line: GpxLine): DrawnLine {
  const places = line.pieces.flat()
  return { line, points: places.length, start: places[0], end: places.at(-1) }
}

/** Two days that begin and end at home are two tours: lines of one kind must have the same name, too. */
function isSameTour(one: DrawnLine, other: DrawnLine): boolean {
  const isNamedAlike = one.line.name !== null && one.line.name === other.line.name
  return (
    (one.line.kind !== other.line.kind || isNamedAlike) &&
    isSameEnd(one.start, other.start) &&
    isSameEnd(one.end, other.end)
  )
}

/** A track begins on the road, a route where somebody tapped on the map. */
function isSameEnd(one: Place | undefined, other: Place | undefined): boolean {
  return one !== undefined && other !== undefined && distanceMetres(one, other) <= routeCheckLimits.sameEndMetres
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
