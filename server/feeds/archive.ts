import { feedsServerLimits } from '#contract/limits/feeds-limits.ts'
import { isFileManagerTrace } from '#domain/files/file-manager-traces.ts'
import { textOf } from '#domain/files/text-encoding.ts'
import { encodingProblem, isUtf16 } from '#server/feeds/encoding.ts'
import type { FeedFile } from '#server/feeds/feed.ts'
import { unzipped, zipEntries, type ZipEntry } from '#server/platform/zip-archive.ts'

/** An XML document that is unpacked when it is requested; null if it cannot be unpacked. */
export type XmlDocument = () => string | null

/**
 * The XML documents of a zip archive, or the one document that the file itself is. The sizes that an archive states are
 * checked before anything is unpacked, and nothing is unpacked beyond them.
 */
export function xmlDocumentsIn(file: FeedFile): { documents: XmlDocument[] } | { failure: string } {
  const { name, bytes } = file
  if (bytes.length === 0) return { failure: `${name} ist leer` }
  if (/^\s*<(!doctype )?html/i.test(textOf(bytes.subarray(0, 100)))) return { failure: `${name} ist eine HTML-Seite` }
  if (isUtf16(bytes) || startsWith(bytes, '<')) {
    const failure = bytes.length > feedsServerLimits.entryBytes ? `${name} ist zu groß` : encodingProblem(file)
    return failure === null ? { documents: [() => textOf(bytes)] } : { failure }
  }
  if (!startsWith(bytes, 'PK')) return { failure: `${name} ist weder ein Zip-Archiv noch eine XML-Datei` }

  const entries = zipEntries(bytes)
  if (entries === null) return { failure: `${name} ist abgeschnitten oder kein lesbares Zip-Archiv` }
  if (isTooLarge(entries)) return { failure: `${name} wäre entpackt zu groß` }
  const isDocument = ({ name: path }: ZipEntry) => /\.xml$/i.test(path) && !isFileManagerTrace(path)
  // Of several with the same name, the last one counts.
  const documents = new Map(entries.filter(isDocument).map((entry) => [entry.name, entry]))
  if (documents.size === 0 && entries.length > 0) return { failure: `${name} enthält keine XML-Datei` }
  return { documents: [...documents.values()].map((entry) => () => unpack(bytes, entry)) }
}

function startsWith(bytes: Uint8Array, mark: string): boolean {
  return textOf(bytes.subarray(0, 16)).trimStart().startsWith(mark)
}

function isTooLarge(entries: readonly ZipEntry[]): boolean {
  const total = entries.reduce((sum, entry) => sum + entry.bytes, 0)
  return (
    entries.length > feedsServerLimits.archiveEntries ||
    total > feedsServerLimits.fileBytes ||
    entries.some((entry) => entry.bytes > feedsServerLimits.entryBytes)
  )
}

function unpack(bytes: Uint8Array, entry: ZipEntry): string | null {
  const unpacked = unzipped(bytes, entry)
  return unpacked === null ? null : textOf(unpacked)
}
