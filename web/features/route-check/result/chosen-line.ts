import type { Place } from '#contract/base/place.ts'
import { routeCheckLimits } from '#contract/route-check/route-check-limits.ts'
import { fileMistakeInWords } from '#domain/files/file-mistake.ts'
import { type GpxLine, readGpx, ridableLines } from '#domain/route-check/gpx-reading.ts'
import { distanceMetres } from '#domain/geo/geo.ts'
import { textOf } from '#domain/files/text-encoding.ts'
import { simplify } from '#domain/track/track.ts'
import { routeCheckTexts } from '../texts.ts'
import { counted, formatNumber } from '#web/texts/formats.ts'

/** Lines to choose from, or why there are none, in words. */
export type ReadLines = { lines: readonly GpxLine[] } | { fault: string }

const { faults, line: texts } = routeCheckTexts

export function linesIn(bytes: Uint8Array): ReadLines {
  if (bytes.length > routeCheckLimits.fileBytes) return { fault: faults.tooLarge }
  const reading = readGpx(textOf(bytes))
  if ('mistake' in reading) return { fault: fileMistakeInWords(reading.mistake) }
  const lines = ridableLines(reading.read)
  return lines.length === 0 ? { fault: faults.noLine } : { lines }
}

/** `Schwarzwaldhochstraße`, `Track 2` */
export function nameOf(line: GpxLine, index: number): string {
  return line.name ?? texts.unnamed(texts.kinds[line.kind], formatNumber(index + 1))
}

/** As one of several to choose from, which may all have the tour's name: `Schwarzwald (Track, 812 Punkte)` */
export function choiceOf(line: GpxLine, index: number): string {
  if (line.name === null) return texts.option(nameOf(line, index), pointsOf(line))
  return texts.option(line.name, `${texts.kinds[line.kind]}, ${pointsOf(line)}`)
}

function pointsOf({ pieces }: GpxLine): string {
  const [one, many] = texts.points
  return counted(pieces.flat().length, one ?? '', many ?? '')
}

/** The line as it is sent: only its places, rounded to a metre, no more than its shape needs; reversed if asked. */
export function piecesToSend({ pieces }: GpxLine, reversed: boolean): Place[][] {
  const points = pieces.flat().length
  const share = Math.min(1, routeCheckLimits.sentPoints / points)
  const kept = pieces.map((piece) => simplify(piece, Math.max(2, Math.floor(piece.length * share))).map(rounded))
  return turned(
    kept.filter((piece) => piece.length > 1),
    reversed,
  )
}

/** The line in its own direction, or the other way. */
export function turned(pieces: Place[][], reversed: boolean): Place[][] {
  return reversed ? pieces.map((piece) => piece.toReversed()).toReversed() : pieces
}

/** Five decimals are a metre. */
function rounded({ latitude, longitude }: Place): Place {
  return { latitude: Math.round(latitude * 1e5) / 1e5, longitude: Math.round(longitude * 1e5) / 1e5 }
}

/** The longest distance between two points of a line that does not follow the road; null if the line follows it. */
export function sparseMetres({ pieces }: GpxLine): number | null {
  const longest = pieces.reduce((most, piece) => Math.max(most, longestStep(piece)), 0)
  return longest > routeCheckLimits.sparseMetres ? longest : null
}

function longestStep(piece: readonly Place[]): number {
  return piece.reduce((most, place, index) => {
    const previous = piece[index - 1]
    return previous === undefined ? most : Math.max(most, distanceMetres(previous, place))
  }, 0)
}
