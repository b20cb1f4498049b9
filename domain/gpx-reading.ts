import type { Place } from '#contract/place.ts'
import { coordinates } from './coordinates.ts'
import { type Attributes, type XmlFault, XmlMistake, xmlEvents } from './xml-reading.ts'

/** A line to ride along, as a document draws it. */
export interface GpxLine {
  kind: 'track' | 'route' | 'waypoints'
  name: string | null
  /** Unbroken parts in order, none of them empty. */
  pieces: Place[][]
}

export interface GpxWaypoint extends Place {
  name: string | null
  /** `cmt`, or `desc` where there is none. */
  comment: string | null
  /** `type`, else `sym`. */
  type: string | null
  /** Where it stands in the document, from 1. */
  line: number
}

export interface GpxDocument {
  lines: GpxLine[]
  waypoints: GpxWaypoint[]
}

/** Why a document cannot be used, and where; the sentence for people is the reader's business. */
export interface GpxMistake {
  fault: XmlFault | 'not-gpx' | 'coordinate'
  line: number
  element: string | null
}

/**
 * Reads GPX 1.1 and 1.0: tracks, routes with the points that Garmin's planners put between theirs, and waypoints.
 * What the schema forbids but nobody needs here (order, elevations, unknown elements) is passed over.
 */
export function readGpx(document: string): { read: GpxDocument } | { mistake: GpxMistake } {
  const reader = createReader()
  try {
    for (const event of xmlEvents(document)) {
      if (event.kind === 'open') reader.open(event.name, event.attributes, event.line)
      else if (event.kind === 'text') reader.text(event.text)
      else reader.close(event.name)
    }
    return { read: reader.document() }
  } catch (error) {
    if (error instanceof XmlMistake)
      return { mistake: { fault: error.fault, line: error.line, element: error.element } }
    if (error instanceof GpxFault) return { mistake: error.mistake }
    throw error
  }
}

/** The lines that can be ridden along: at least two points. Waypoints make one where there is nothing else. */
export function ridableLines({ lines, waypoints }: GpxDocument): GpxLine[] {
  const ridable = lines.filter(({ pieces }) => pieces.flat().length > 1)
  if (ridable.length > 0 || waypoints.length < 2) return ridable
  return [{ kind: 'waypoints', name: null, pieces: [waypoints] }]
}

class GpxFault extends Error {
  readonly mistake: GpxMistake

  constructor(mistake: GpxMistake) {
    super(mistake.fault)
    this.mistake = mistake
  }
}

const textElements = new Set(['name', 'cmt', 'desc', 'type', 'sym'])

function createReader() {
  const lines: GpxLine[] = []
  const waypoints: (GpxWaypoint & { texts: Map<string, string> })[] = []
  const path: string[] = []
  let collected: string | null = null

  function open(name: string, attributes: Attributes, line: number): void {
    if (path.length === 0 && name !== 'gpx') throw new GpxFault({ fault: 'not-gpx', line, element: name })
    const parent = path.at(-1)
    path.push(name)
    if (parent === 'gpx') openTopLevel(name, attributes, line)
    else if (name === 'trkseg' && parent === 'trk') lines.at(-1)?.pieces.push([])
    else if (name === 'trkpt' && parent === 'trkseg') addPoint(name, attributes, line)
    else if (name === 'rtept' && parent === 'rte') addPoint(name, attributes, line)
    // Garmin's planners: the road between two points of a route.
    else if (name === 'rpt' && path.includes('rtept')) addPoint(name, attributes, line)
    if (textElements.has(name) && path.length === 3) collected = ''
  }

  function openTopLevel(name: string, attributes: Attributes, line: number): void {
    if (name === 'trk') lines.push({ kind: 'track', name: null, pieces: [] })
    if (name === 'rte') lines.push({ kind: 'route', name: null, pieces: [[]] })
    if (name !== 'wpt') return
    const place = placeOf(name, attributes, line)
    waypoints.push({ ...place, name: null, comment: null, type: null, line, texts: new Map() })
  }

  function addPoint(element: string, attributes: Attributes, line: number): void {
    lines
      .at(-1)
      ?.pieces.at(-1)
      ?.push(placeOf(element, attributes, line))
  }

  function close(name: string): void {
    path.pop()
    if (collected === null || path.length !== 2) return
    const text = collected.trim()
    collected = null
    if (path[1] === 'wpt') waypoints.at(-1)?.texts.set(name, text)
    const line = lines.at(-1)
    if (line !== undefined && name === 'name' && (path[1] === 'trk' || path[1] === 'rte')) line.name = text || null
  }

  return {
    open,
    text(text: string) {
      if (collected !== null && path.length === 3) collected += text
    },
    close,
    document: (): GpxDocument => ({
      lines: lines.map((line) => ({ ...line, pieces: line.pieces.filter((piece) => piece.length > 0) })),
      waypoints: waypoints.map(({ texts, ...waypoint }) => ({
        ...waypoint,
        name: texts.get('name') || null,
        comment: texts.get('cmt') || texts.get('desc') || null,
        type: texts.get('type') || texts.get('sym') || null,
      })),
    }),
  }
}

function placeOf(element: string, attributes: Attributes, line: number): Place {
  const place = coordinates(attributes.get('lat'), attributes.get('lon'))
  if (place === null) throw new GpxFault({ fault: 'coordinate', line, element })
  return place
}
