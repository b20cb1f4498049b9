import * as z from 'zod'
import { ownToursLimits } from '#contract/own-tours/own-tours-limits.ts'
import type { TourSource } from '#contract/own-tours/own-tours.ts'
import { FileMistake, fileMistakeInWords } from '#domain/files/file-mistake.ts'
import { textOfLine } from '#domain/geo/line-text.ts'
import { readTourFile } from '#domain/own-tours/reading.ts'
import { TooManyPoints } from '#domain/own-tours/recordings.ts'
import { piecesOfStored, storedPieces } from '#domain/own-tours/stored-pieces.ts'
import { keyOf, newTours, type PointCounts, type Tour } from '#domain/own-tours/tours.ts'
import type { HiddenArea } from '#domain/privacy-zones/privacy-zones.ts'
import { simplify } from '#domain/track/track.ts'

/** What a file is compared with. */
export interface KnownTour {
  id: string
  /** Seconds since 1970. */
  begins: number
  /** As they are stored. */
  pieces: string
}

export interface TourQuestion {
  bytes: Uint8Array
  known: readonly KnownTour[]
  hidden: readonly HiddenArea[]
  now: Date
}

/** A tour as it is stored. */
export interface ReadTour extends Omit<Tour, 'pieces'> {
  source: TourSource
  pieces: string
  line: readonly string[]
}

export type TourAnswer = { tours: ReadTour[]; counts: PointCounts } | { mistake: string } | { tooMany: true }

/** Reads a file: up to some seconds of calculation, which nothing else may wait for. */
export function readTours({ bytes, known, hidden, now }: TourQuestion): TourAnswer {
  try {
    const file = readTourFile(bytes)
    const { tours, counts } = newTours(file, { known: keysOf(known), hidden, now })
    return {
      counts,
      tours: tours.map((tour) => ({
        ...tour,
        source: file.source,
        pieces: JSON.stringify(storedPieces(tour.pieces, tour.begins)),
        line: lineOf(tour),
      })),
    }
  } catch (error) {
    if (error instanceof FileMistake) return { mistake: fileMistakeInWords(error) }
    if (error instanceof TooManyPoints) return { tooMany: true }
    throw error
  }
}

const stored = z.array(z.array(z.tuple([z.number(), z.number(), z.number()])))

function keysOf(known: readonly KnownTour[]): ReadonlySet<string> {
  const keys = new Set<string>()
  for (const { pieces, begins } of known) {
    for (const fix of piecesOfStored(stored.parse(JSON.parse(pieces)), begins).flat()) keys.add(keyOf(fix))
  }
  return keys
}

function lineOf({ pieces, points }: Tour): string[] {
  const share = Math.min(1, ownToursLimits.linePoints / points)
  return pieces.map((piece) => textOfLine(simplify(piece, Math.max(2, Math.floor(piece.length * share)))))
}
