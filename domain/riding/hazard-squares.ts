import type { Place } from '#contract/place.ts'
import type { Hazard } from './hazards.ts'

/** Hazards by squares of two to three kilometres, so that each fix looks at those around it only. */
export type HazardSquares = ReadonlyMap<number, readonly Hazard[]>

export function inSquares(hazards: Iterable<Hazard>): HazardSquares {
  const squares = new Map<number, Hazard[]>()
  for (const hazard of hazards) {
    const key = keyOf(rowOf(hazard.latitude), columnOf(hazard.longitude))
    const square = squares.get(key)
    if (square === undefined) squares.set(key, [hazard])
    else square.push(hazard)
  }
  return squares
}

/** All hazards within so many metres, and some beyond. */
export function* hazardsAround(
  squares: HazardSquares,
  { latitude, longitude }: Place,
  metres: number,
): Generator<Hazard> {
  const north = metres / metresPerDegree
  const east = north / Math.max(0.01, Math.cos((latitude * Math.PI) / 180))
  for (let row = rowOf(latitude - north); row <= rowOf(latitude + north); row += 1) {
    for (let column = columnOf(longitude - east); column <= columnOf(longitude + east); column += 1) {
      yield* squares.get(keyOf(row, column)) ?? []
    }
  }
}

const metresPerDegree = 111_195
const squaresPerDegree = 40
const columns = 360 * squaresPerDegree

const rowOf = (latitude: number) => Math.floor((latitude + 90) * squaresPerDegree)
const columnOf = (longitude: number) => Math.floor((longitude + 180) * squaresPerDegree)
/** East of the antimeridian the world begins again. */
const keyOf = (row: number, column: number) => row * columns + ((column + columns) % columns)
