import { FileMistake } from '#domain/files/file-mistake.ts'
import { textOf } from '#domain/files/text-encoding.ts'
import { readGoogleTimeline } from './google-timeline.ts'
import { readTracks } from './gpx.ts'
import { fieldOf, hasField, jsonOf, listOf } from './json-reading.ts'
import { messagesInLines, readOwnTracks } from './owntracks.ts'
import type { TourFile } from './recordings.ts'
import { readTraccarPositions, readTraccarTable } from './traccar.ts'

/**
 * Reads where somebody was from a file of theirs. Its content shows what it is, not its name.
 * @throws {FileMistake} @throws {TooManyPoints}
 */
export function readTourFile(bytes: Uint8Array): TourFile {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) throw new FileMistake('archive', null, null)
  const text = textOf(bytes)
  const first = /[^\s\uFEFF]/.exec(text)?.[0]
  if (first === undefined) throw new FileMistake('empty', null, null)
  if (first === '<') return readTracks(text)
  if (first === '{' || first === '[') return readJson(text)
  const file = readTraccarTable(text) ?? nonEmpty(readOwnTracks(messagesInLines(text)))
  if (file === null) throw new FileMistake('not-tours', null, null)
  return file
}

function readJson(text: string): TourFile {
  const document = jsonOf(text)
  if (document === undefined) {
    const file = nonEmpty(readOwnTracks(messagesInLines(text)))
    if (file !== null) return file
    throw new FileMistake(/[\]}]\s*$/.test(text.slice(-100)) ? 'not-tours' : 'cut-off', null, null)
  }
  const segments = listOf(fieldOf(document, 'semanticSegments'))
  if (segments !== null) return readGoogleTimeline(segments)
  // OwnTracks' recorder puts its list below `data`.
  const entries = listOf(document) ?? listOf(fieldOf(document, 'data')) ?? [document]
  const some = (...names: readonly string[]) => entries.some((entry) => names.some((name) => hasField(entry, name)))
  if (some('_type')) return readOwnTracks(entries)
  if (some('fixTime', 'deviceTime')) return readTraccarPositions(entries)
  if (some('timelinePath')) return readGoogleTimeline(entries)
  throw new FileMistake('not-tours', null, null)
}

/** Null if nothing was found that is read. */
function nonEmpty(file: TourFile): TourFile | null {
  return file.recordings.length === 0 ? null : file
}
