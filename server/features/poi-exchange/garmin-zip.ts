import { Zip, ZipDeflate } from 'fflate'
import type { ExchangedPoi, FileNotes } from '#domain/poi-exchange/exchanged-poi.ts'
import { garminFileName, garminRow } from '#domain/poi-exchange/garmin-csv.ts'

/** How much is packed in one go: it takes a few milliseconds. */
const packedCharacters = 64_000

/**
 * Garmin's POI Loader wants one file for each kind and speed. They are sent as one archive, packed in pieces so that other
 * work gets its turn in between.
 */
export async function* garminZip(
  notes: FileNotes,
  pages: AsyncIterable<readonly ExchangedPoi[]>,
  at: Date,
): AsyncGenerator<Uint8Array, void> {
  const files = new Map<string, string[]>([['LIESMICH.txt', [readMe(notes)]]])
  for await (const page of pages) {
    for (const poi of page) {
      const name = garminFileName(poi)
      const rows = files.get(name) ?? []
      rows.push(garminRow(poi))
      files.set(name, rows)
    }
  }
  const ready: Uint8Array[] = []
  const zip = new Zip((error, packed) => {
    if (error !== null) throw error
    ready.push(packed)
  })
  for (const [name, rows] of files) {
    const file = new ZipDeflate(name, { level: 6 })
    file.mtime = at
    zip.add(file)
    for (const piece of piecesOf(rows)) {
      file.push(new TextEncoder().encode(piece), false)
      yield* ready.splice(0)
      await new Promise((resolve) => setImmediate(resolve))
    }
    file.push(new Uint8Array(), true)
  }
  zip.end()
  yield* ready
}

function* piecesOf(rows: readonly string[]): Generator<string, void> {
  let piece = ''
  for (const row of rows) {
    piece += row
    if (piece.length < packedCharacters) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}

function readMe(notes: FileNotes): string {
  const steps =
    'So kommen die POIs auf Ihr Gerät: Entpacken Sie das Archiv in einen Ordner und wählen Sie diesen im Garmin POI Loader. Jede Datei wird dort eine Kategorie; das Tempo steht hinter dem @.'
  return `\uFEFF${[steps, ...notes].join('\r\n\r\n')}\r\n`
}
