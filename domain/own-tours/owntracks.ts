import { FileMistake } from '#domain/files/file-mistake.ts'
import { linesInTurns } from '#domain/files/reading-turns.ts'
import { fieldOf, jsonOf, placeOf } from './json-reading.ts'
import { createRecordings, type TourFile } from './recordings.ts'

/** Messages of OwnTracks; those that are no locations are left out. @throws {TooManyPoints} */
export function readOwnTracks(messages: Iterable<unknown>): TourFile {
  const recordings = createRecordings('owntracks')
  for (const message of messages) {
    if (fieldOf(message, '_type') !== 'location') continue
    const tst = fieldOf(message, 'tst')
    recordings.add(
      recordings.of(deviceOf(message)),
      placeOf(fieldOf(message, 'lat'), fieldOf(message, 'lon')),
      typeof tst === 'number' && Number.isFinite(tst) ? Math.floor(tst) : null,
    )
  }
  return recordings.file()
}

function deviceOf(message: unknown): string {
  const [topic, initials] = [fieldOf(message, 'topic'), fieldOf(message, 'tid')]
  if (typeof topic === 'string') return topic
  return typeof initials === 'string' ? initials : ''
}

/** A file with more lines than this that are no messages is another's: each costs as much as a hundred that are. */
const mostBrokenLines = 1_000

/**
 * A message in each line, by itself or as the recorder stores it: `2026-05-01T08:00:00Z`, a tab, `*` and blanks, a tab, the
 * message. Some lines may be none, as a recorder that was stopped leaves half a line. @throws {FileMistake}
 */
export function* messagesInLines(text: string): Generator<unknown, void> {
  let broken = 0
  for (const next of linesInTurns(text)) {
    const begins = next?.row.indexOf('{') ?? -1
    if (next === null || begins === -1) continue
    const message = jsonOf(next.row.slice(begins))
    if (message !== undefined) yield message
    else broken += 1
    if (broken > mostBrokenLines) throw new FileMistake('not-tours', null, null)
  }
}
