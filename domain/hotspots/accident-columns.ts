import type { PlanePoint } from '#domain/geo/utm.ts'
import type { KnownAccidents } from './accidents.ts'

/** An accident as its columns have it. */
export interface PlacedAccident extends PlanePoint {
  predictor: number
  builtUp: boolean
  year: number
  knownYears: number
}

/** Gathers the columns of at most so many accidents, one after the other. */
export function createColumns(most: number) {
  const known: KnownAccidents = {
    east: new Float64Array(most),
    north: new Float64Array(most),
    predictor: new Uint8Array(most),
    builtUp: new Uint8Array(most),
    year: new Uint8Array(most),
    knownYears: new Uint8Array(most),
  }
  let count = 0
  return {
    add(accident: PlacedAccident): void {
      known.east[count] = accident.east
      known.north[count] = accident.north
      known.predictor[count] = accident.predictor
      known.builtUp[count] = accident.builtUp ? 1 : 0
      known.year[count] = accident.year
      known.knownYears[count] = accident.knownYears
      count += 1
    },
    all: (): KnownAccidents => ({
      east: known.east.subarray(0, count),
      north: known.north.subarray(0, count),
      predictor: known.predictor.subarray(0, count),
      builtUp: known.builtUp.subarray(0, count),
      year: known.year.subarray(0, count),
      knownYears: known.knownYears.subarray(0, count),
    }),
  }
}
