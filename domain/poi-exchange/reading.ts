import type { ImportFormat } from '#contract/poi-exchange/poi-exchange.ts'
import { FileMistake } from '#domain/files/file-mistake.ts'
import { textOf } from '#domain/files/text-encoding.ts'
import { xmlEvents } from '#domain/files/xml-reading.ts'
import type { ReadStep } from './exchanged-poi.ts'
import { readGarminCsv } from './garmin-csv.ts'
import { readGpxWaypoints } from './gpx.ts'
import { looksLikeIgo, readIgo } from './igo.ts'
import { readKml } from './kml.ts'
import { looksLikeOv2, readOv2 } from './ov2.ts'

/**
 * The entries of a file of POIs. The content shows its format; OV2 also needs its file name, because its bytes prove little.
 * Entries come one by one, with turns for other work, so that a long file can be read in pieces.
 * @throws {FileMistake} here or while reading on, if the file as a whole cannot be read.
 */
export function readPoiFile(
  bytes: Uint8Array,
  fileName: string,
): { format: ImportFormat; entries: Iterable<ReadStep> } {
  if (bytes.length === 0) throw new FileMistake('empty', null, null)
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) throw new FileMistake('archive', null, null)
  if (looksLikeGpi(bytes)) throw new FileMistake('gpi', null, null)
  if (/\.ov2$/i.test(fileName) || (bytes.subarray(0, 64).includes(0) && looksLikeOv2(bytes))) {
    return { format: 'ov2', entries: readOv2(bytes) }
  }
  const text = textOf(bytes)
  if (text.trim() === '') throw new FileMistake('empty', null, null)
  if (/^\uFEFF?\s*</.test(text)) return readXml(text)
  if (looksLikeIgo(text)) return { format: 'igo', entries: readIgo(text) }
  return { format: 'garmin', entries: readGarminCsv(text, fileName) }
}

/** Garmin's own format begins with a record of type 0 that contains `GRMREC` (feeds, section 6). */
function looksLikeGpi(bytes: Uint8Array): boolean {
  return String.fromCharCode(...bytes.subarray(8, 14)) === 'GRMREC'
}

/** Comments before the first element are read in one go: no file has half a million characters of them. */
const mostTurnsBeforeRoot = 10

function readXml(text: string): { format: ImportFormat; entries: Iterable<ReadStep> } {
  let turns = 0
  for (const event of xmlEvents(text)) {
    if (event.kind === 'turn') turns += 1
    // Other work gets no turn before the format is known.
    if (turns > mostTurnsBeforeRoot) throw new FileMistake('not-kml', event.line, null)
    if (event.kind !== 'open') continue
    if (event.name === 'gpx') return { format: 'gpx', entries: readGpxWaypoints(text) }
    if (event.name === 'kml') return { format: 'kml', entries: readKml(text) }
    throw new FileMistake('not-kml', event.line, event.name)
  }
  throw new FileMistake('empty', null, null)
}
