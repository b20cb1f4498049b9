import { poiExchangeServerLimits } from '#contract/poi-exchange/poi-exchange-limits.ts'
import type { ImportFormat } from '#contract/poi-exchange/poi-exchange.ts'
import { isFileManagerTrace } from '#domain/files/file-manager-traces.ts'
import { FileMistake } from '#domain/files/file-mistake.ts'
import type { ReadStep } from '#domain/poi-exchange/exchanged-poi.ts'
import { readPoiFile } from '#domain/poi-exchange/reading.ts'
import { unzipped, zipEntries, type ZipEntry } from '#server/platform/zip-archive.ts'

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
  const begun = readPoiFile(unpacked(bytes, first), first.name)
  return { format: begun.format, entries: allOf(begun.entries, bytes, others) }
}

function* allOf(first: Iterable<ReadStep>, bytes: Uint8Array, others: readonly ZipEntry[]): Generator<ReadStep> {
  yield* first
  for (const entry of others) yield* readPoiFile(unpacked(bytes, entry), entry.name).entries
}

function isArchive(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b
}

/** Other files in an archive are skipped: pictures, and a text that says how to use it. */
const poiFile = /(\.(gpx|kml|csv|ov2)|(^|\/)speedcam\.txt)$/i

/**
 * The sizes that an archive names are checked before anything is unpacked, and nothing is unpacked beyond them. Of several
 * files with the same name, the last one counts.
 */
function filesIn(bytes: Uint8Array): ZipEntry[] {
  const { archiveEntries, archiveBytes, archivedFileBytes } = poiExchangeServerLimits
  const entries = zipEntries(bytes)
  if (entries === null) throw new FileMistake('cut-off', null, null)
  const files = entries.filter(({ name }) => poiFile.test(name) && !isFileManagerTrace(name))
  const total = files.reduce((sum, file) => sum + file.bytes, 0)
  const isTooLarge = total > archiveBytes || files.some((file) => file.bytes > archivedFileBytes)
  if (entries.length > archiveEntries || isTooLarge) throw new FileMistake('unpacked', null, null)
  return [...new Map(files.map((file) => [file.name, file])).values()]
}

function unpacked(bytes: Uint8Array, entry: ZipEntry): Uint8Array {
  const content = unzipped(bytes, entry)
  if (content === null) throw new FileMistake('cut-off', null, null)
  return content
}
