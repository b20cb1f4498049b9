import { unzipSync } from 'fflate'
import { poiExchangeServerLimits } from '#contract/poi-exchange-limits.ts'
import type { ImportFormat } from '#contract/poi-exchange.ts'
import { isFileManagerTrace } from '#domain/files/file-manager-traces.ts'
import { FileMistake } from '#domain/files/file-mistake.ts'
import type { ReadStep } from '#domain/poi-exchange/exchanged-poi.ts'
import { readPoiFile } from '#domain/poi-exchange/reading.ts'

/**
 * The entries of a file, or of all files in an archive, such as our own one for Garmin or a KMZ.
 * @throws {FileMistake} here or while reading on, if the file as a whole cannot be read.
 */
export function readPoiFiles(
  bytes: Uint8Array,
  fileName: string,
): { format: ImportFormat; entries: Iterable<ReadStep> } {
  if (!isArchive(bytes)) return readPoiFile(bytes, fileName)
  const [first, ...others] = filesIn(bytes)
  if (first === undefined) throw new FileMistake('archive', null, null)
  // Each file is unpacked when it is its turn, so that only one is in memory.
  const begun = readPoiFile(unpacked(bytes, first), first)
  return { format: begun.format, entries: allOf(begun.entries, bytes, others) }
}

function* allOf(first: Iterable<ReadStep>, bytes: Uint8Array, others: readonly string[]): Generator<ReadStep> {
  yield* first
  for (const name of others) yield* readPoiFile(unpacked(bytes, name), name).entries
}

function isArchive(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b
}

/** Other files in an archive are skipped: pictures, and a text that says how to use it. */
const poiFile = /(\.(gpx|kml|csv|ov2)|(^|\/)speedcam\.txt)$/i

/** The sizes that an archive names are checked before anything is unpacked, and nothing is unpacked beyond them. */
function filesIn(bytes: Uint8Array): string[] {
  const { archiveEntries, archiveBytes, archivedFileBytes } = poiExchangeServerLimits
  const names = new Set<string>()
  let entries = 0
  let total = 0
  try {
    unzipSync(bytes, {
      filter({ name, originalSize }) {
        entries += 1
        if (!poiFile.test(name) || isFileManagerTrace(name)) return false
        total += originalSize
        if (originalSize > archivedFileBytes) total = Infinity
        names.add(name)
        return false
      },
    })
  } catch {
    throw new FileMistake('cut-off', null, null)
  }
  if (entries > archiveEntries || total > archiveBytes) throw new FileMistake('unpacked', null, null)
  return [...names]
}

function unpacked(bytes: Uint8Array, name: string): Uint8Array {
  try {
    const content = unzipSync(bytes, { filter: (entry) => entry.name === name })[name]
    if (content !== undefined) return content
  } catch {
    // Refused below.
  }
  throw new FileMistake('cut-off', null, null)
}
