import { type OwnFix, stepsPerDegree } from './recordings.ts'

/** Seconds since the tour began, and the place in 100,000ths of a degree. */
export type StoredFix = readonly [seconds: number, latitude: number, longitude: number]

/** The pieces of a tour as they are stored: some 20 characters a fix, and half of that once the database has packed them. */
export type StoredPieces = readonly (readonly StoredFix[])[]

export function storedPieces(pieces: readonly (readonly OwnFix[])[], begins: number): StoredPieces {
  return pieces.map((piece) =>
    piece.map(({ seconds, latitude, longitude }) => [
      seconds - begins,
      Math.round(latitude * stepsPerDegree),
      Math.round(longitude * stepsPerDegree),
    ]),
  )
}

export function piecesOfStored(stored: StoredPieces, begins: number): OwnFix[][] {
  return stored.map((piece) =>
    piece.map(([seconds, latitude, longitude]) => ({
      seconds: begins + seconds,
      latitude: latitude / stepsPerDegree,
      longitude: longitude / stepsPerDegree,
    })),
  )
}
