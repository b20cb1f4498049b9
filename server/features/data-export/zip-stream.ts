import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'
import { Zip, type ZipInputFile } from 'fflate'

/** A file in the archive. Names are ASCII. */
export interface ArchiveEntry {
  name: string
  content: AsyncIterable<string | Uint8Array>
}

/** A page of positions is more than a megabyte as text: by default sixteen of them would wait. */
const readAhead = 1

/**
 * A ZIP archive, piece by piece, as its files are read. They are compressed in another thread: in this one, a long history
 * would keep everybody else waiting.
 */
export async function* zipped(entries: AsyncIterable<ArchiveEntry>, at: Date): AsyncGenerator<Uint8Array, void> {
  const ready: Uint8Array[] = []
  const zip = new Zip((error, bytes) => {
    if (error !== null) throw error
    ready.push(bytes)
  })
  for await (const { name, content } of entries) {
    const file: ZipInputFile = { filename: name, mtime: at, size: 0, crc: 0, compression: deflated }
    zip.add(file)
    const deflate = createDeflateRaw()
    const packed: AsyncIterable<Uint8Array<ArrayBuffer>> = deflate
    const fed = pipeline(Readable.from(measured(content, file), { highWaterMark: readAhead }), deflate)
    // The reader of the other end gets the failure.
    fed.catch(() => undefined)
    for await (const bytes of packed) {
      file.ondata?.(null, bytes, false)
      yield* ready.splice(0)
    }
    await fed
    file.ondata?.(null, new Uint8Array(), true)
    yield* ready.splice(0)
  }
  zip.end()
  yield* ready
}

/** As the format numbers it: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.4.5. */
const deflated = 8

/** Notes size and checksum, which the archive names after the file. */
async function* measured(content: ArchiveEntry['content'], file: ZipInputFile): AsyncGenerator<Uint8Array, void> {
  for await (const piece of content) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
    file.size += bytes.length
    file.crc = crc32(bytes, file.crc)
    yield bytes
  }
}

/** The same bytes in pieces of one size; the last may be shorter. */
export async function* inPieces(bytes: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array, void> {
  let held: Uint8Array[] = []
  let length = 0
  for await (const chunk of bytes) {
    held.push(chunk)
    length += chunk.length
    while (length >= size) {
      const all = Buffer.concat(held)
      yield all.subarray(0, size)
      const rest = all.subarray(size)
      held = rest.length === 0 ? [] : [rest]
      length = rest.length
    }
  }
  if (length > 0) yield Buffer.concat(held)
}
