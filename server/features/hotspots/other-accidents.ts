import { accidentsServerLimits } from '#contract/limits/hotspots-limits.ts'
import { type OtherAccident, otherAccidents } from '#domain/hotspots/accidents.ts'
import type { PlanePoint } from '#domain/geo/utm.ts'

/**
 * Accidents without motorcycles in one square of the plane, as columns: a row for each would make a country's import three
 * times as long and its table ten times as large.
 */
export interface OtherAccidents {
  /** Metres of its south-west corner. */
  squareEast: number
  squareNorth: number
  builtUp: boolean
  /** Whole metres from that corner. */
  easts: number[]
  norths: number[]
  /** Index in `otherAccidents`. */
  signs: number[]
}

/** Gathers accidents of parts into squares. */
export function createSquares() {
  const squares = new Map<string, OtherAccidents & { partId: number }>()
  let count = 0
  const { squareMetres } = accidentsServerLimits

  return {
    add(partId: number, { east, north }: PlanePoint, builtUp: boolean, predictor: OtherAccident): void {
      const squareEast = Math.floor(east / squareMetres) * squareMetres
      const squareNorth = Math.floor(north / squareMetres) * squareMetres
      const key = `${partId}/${squareEast}/${squareNorth}/${builtUp}`
      const square = squares.get(key) ?? { partId, squareEast, squareNorth, builtUp, easts: [], norths: [], signs: [] }
      squares.set(key, square)
      square.easts.push(Math.floor(east - squareEast))
      square.norths.push(Math.floor(north - squareNorth))
      square.signs.push(otherAccidents.indexOf(predictor))
      count += 1
    },

    count: () => count,

    /** What was gathered, in pieces of a few thousand accidents; each call starts over. */
    taken(): (OtherAccidents & { partId: number })[][] {
      const pieces: (OtherAccidents & { partId: number })[][] = []
      let inPiece = Infinity
      for (const square of squares.values()) {
        if (inPiece > accidentsServerLimits.stagedOthers) {
          pieces.push([])
          inPiece = 0
        }
        pieces.at(-1)?.push(square)
        inPiece += square.signs.length
      }
      squares.clear()
      count = 0
      return pieces
    },
  }
}
