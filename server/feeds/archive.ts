import { unzipSync, type UnzipFileInfo } from 'fflate'
import { feedsServerLimits } from '#contract/feeds-limits.ts'
import { isFileManagerTrace } from '#domain/files/file-manager-traces.ts'
import { textOf } from '#domain/files/text-encoding.ts'
import { encodingProblem, isUtf16 } from '#server/feeds/encoding.ts'
import type { FeedFile } from '#server/feeds/feed.ts'

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

  const entries = entriesOf(bytes)
  if (entries === null) return { failure: `${name} ist abgeschnitten oder kein lesbares Zip-Archiv` }
  if (isTooLarge(entries)) return { failure: `${name} wäre entpackt zu groß` }
  const isDocument = (entry: string) => /\.xml$/i.test(entry) && !isFileManagerTrace(entry)
  const names = new Set(entries.map((entry) => entry.name).filter(isDocument))
  if (names.size === 0 && entries.length > 0) return { failure: `${name} enthält keine XML-Datei` }
  return { documents: [...names].map((entry) => () => unpack(bytes, entry)) }
}

function startsWith(bytes: Uint8Array, mark: string): boolean {
  return textOf(bytes.subarray(0, 16)).trimStart().startsWith(mark)
}

/** The archive's table of contents is at its end: an archive that is cut off has none. */
function entriesOf(bytes: Uint8Array): UnzipFileInfo[] | null {
  const entries: UnzipFileInfo[] = []
  try {
    unzipSync(bytes, {
      filter(entry) {
        entries.push(entry)
        return false
      },
    })
    return entries
  } catch {
    return null
  }
}

function isTooLarge(entries: readonly UnzipFileInfo[]): boolean {
  const total = entries.reduce((sum, { originalSize }) => sum + originalSize, 0)
  return (
    entries.length > feedsServerLimits.archiveEntries ||
    total > feedsServerLimits.fileBytes ||
    entries.some(({ originalSize }) => originalSize > feedsServerLimits.entryBytes)
  )
}

function unpack(bytes: Uint8Array, name: string): string | null {
  try {
    const unpacked = unzipSync(bytes, { filter: (entry) => entry.name === name })[name]
    return unpacked === undefined ? null : textOf(unpacked)
  } catch {
    return null
  }
}
