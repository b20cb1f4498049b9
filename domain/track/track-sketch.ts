import type { Place } from '#contract/base/place.ts'
import { boxAround, distanceMetres, eastwardDegrees, withinATurn } from '#domain/geo/geo.ts'

/** A point of a drawing: from its left and upper edge. */
export interface SketchPoint {
  x: number
  y: number
}

/** A track drawn without a map: lines in the drawing's own unit, north up, and its scale. */
export interface Sketch {
  lines: SketchPoint[][]
  first: SketchPoint
  last: SketchPoint
  scale: { metres: number; length: number }
}

/** A vehicle that stands is drawn as if it had moved in a square of this side. */
const leastMetres = 100

/**
 * Draws a track into a frame.
 * @param segments unbroken pieces, in order, each with at least one place. Null if there is none.
 */
export function sketchOf(
  segments: readonly (readonly Place[])[],
  frame: { width: number; height: number },
): Sketch | null {
  const places = segments.flat()
  const box = boxAround(places)
  const [first, last] = [places[0], places.at(-1)]
  if (box === null || first === undefined || last === undefined) return null
  const centre = { latitude: (box.south + box.north) / 2, longitude: withinATurn((box.west + box.east) / 2) }
  // A plane around the middle is exact enough for a sketch: a degree of longitude shrinks with the latitude.
  const metresPerDegreeNorth = distanceMetres(centre, { ...centre, latitude: centre.latitude + 0.01 }) * 100
  const metresPerDegreeEast = distanceMetres(centre, { ...centre, longitude: centre.longitude + 0.01 }) * 100
  const widthMetres = Math.max(leastMetres, (box.east - box.west) * metresPerDegreeEast)
  const heightMetres = Math.max(leastMetres, (box.north - box.south) * metresPerDegreeNorth)
  const perMetre = Math.min(frame.width / widthMetres, frame.height / heightMetres)
  const draw = ({ latitude, longitude }: Place): SketchPoint => ({
    x: frame.width / 2 + eastwardDegrees(centre.longitude, longitude) * metresPerDegreeEast * perMetre,
    y: frame.height / 2 - (latitude - centre.latitude) * metresPerDegreeNorth * perMetre,
  })
  const metres = roundDistance(frame.width / perMetre / 3)
  return {
    lines: segments.map((segment) => segment.map(draw)),
    first: draw(first),
    last: draw(last),
    scale: { metres, length: metres * perMetre },
  }
}

/** The largest of 1, 2, 5, 10, 20, … that is at most this. */
function roundDistance(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most))
  const step = [5, 2, 1].find((candidate) => candidate * power <= most) ?? 1
  return step * power
}
