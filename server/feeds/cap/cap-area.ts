import type { Heights, MultiPolygon } from '#contract/weather.ts'
import type { CapArea } from './cap-alert.ts'
import { placeOf } from '#server/feeds/coordinates.ts'

type Vertex = [longitude: number, latitude: number]

interface Ring {
  vertices: Vertex[]
  /** Whether latitude and longitude were swapped. */
  swapped: boolean
}

/** The outline of a warning, from those of its areas that have one; null if none has. */
export function outlineOf(areas: readonly CapArea[]): { area: MultiPolygon; swapped: boolean } | null {
  const polygons = areas.flatMap(polygonsOf)
  if (polygons.length === 0) return null
  return {
    area: { type: 'MultiPolygon', coordinates: polygons.map((rings) => rings.map(({ vertices }) => vertices)) },
    swapped: polygons.some((rings) => rings.some(({ swapped }) => swapped)),
  }
}

/**
 * Between which heights a warning holds, in metres above sea level: of all its areas together. The weather service states
 * them in feet; 0 and 3,000 m mean no limit (feeds, section 2b).
 */
export function heightsOf(areas: readonly CapArea[]): Heights {
  const lowest = Math.min(...areas.map(({ altitude }) => metresOf(altitude ?? 0)))
  const highest = Math.max(...areas.map(({ ceiling }) => (ceiling === null ? Infinity : metresOf(ceiling))))
  return { aboveMetres: lowest > 0 ? lowest : null, belowMetres: highest < noCeilingMetres ? highest : null }
}

const noCeilingMetres = 3000
const metresPerFoot = 0.3048

/** The service uses steps of 100 m; converting from feet leaves fractions. */
function metresOf(feet: number): number {
  return Math.round((feet * metresPerFoot) / 10) * 10
}

/** Each polygon with its holes, which the Deutscher Wetterdienst states beside it as EXCLUDE_POLYGON. */
function polygonsOf({ polygon, geocode }: CapArea): Ring[][] {
  const outers = polygon.flatMap((text) => ringOf(text) ?? [])
  const holes = geocode
    .filter(({ valueName }) => valueName === 'EXCLUDE_POLYGON')
    .flatMap(({ value }) => ringOf(value) ?? [])
  return outers.map((outer) => [outer, ...holes.filter((hole) => outers.length === 1 || liesIn(outer, hole))])
}

/** A closed ring from "lat,lon lat,lon …", whose last point may be doubled; null if it encloses nothing. */
function ringOf(text: string): Ring | null {
  const pairs = text
    .trim()
    .split(/\s+/)
    .map((pair) => pair.split(',').map(Number))
  const places = pairs.map(([latitude = NaN, longitude = NaN]) => placeOf(latitude, longitude))
  const swapped = places.some((place) => place?.swapped)
  const vertices: Vertex[] = []
  for (const [index, place] of places.entries()) {
    const [latitude = NaN, longitude = NaN] = pairs[index] ?? []
    if (place === null) return null
    const vertex: Vertex = swapped ? [latitude, longitude] : [longitude, latitude]
    if (!isSame(vertices.at(-1), vertex)) vertices.push(vertex)
  }
  if (!isSame(vertices.at(-1), vertices[0])) vertices.push(...vertices.slice(0, 1))
  return enclosedArea(vertices) === 0 ? null : { vertices, swapped }
}

function isSame(one: Vertex | undefined, other: Vertex | undefined): boolean {
  return one?.[0] === other?.[0] && one?.[1] === other?.[1]
}

/** In square degrees; the sign shows the direction of the ring. */
function enclosedArea(ring: readonly Vertex[]): number {
  return edgesOf(ring).reduce((sum, [[x1, y1], [x2, y2]]) => sum + (x1 * y2 - x2 * y1) / 2, 0)
}

function liesIn(outer: Ring, hole: Ring): boolean {
  return hole.vertices.some((vertex) => isInRing(outer.vertices, vertex))
}

/** Counts the edges that a line eastwards crosses. */
function isInRing(ring: readonly Vertex[], [x, y]: Vertex): boolean {
  const crossed = edgesOf(ring).filter(
    ([[x1, y1], [x2, y2]]) => y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1),
  )
  return crossed.length % 2 === 1
}

function edgesOf(ring: readonly Vertex[]): [Vertex, Vertex][] {
  return ring.slice(1).flatMap((end, index): [Vertex, Vertex][] => {
    const start = ring[index]
    return start === undefined ? [] : [[start, end]]
  })
}
