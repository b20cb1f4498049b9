import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { basename } from 'node:path'
import { accidentsServerLimits } from '#contract/limits/hotspots-limits.ts'
import { isFileManagerTrace } from '#domain/files/file-manager-traces.ts'
import { unpacked, zipFileEntries } from './zip-file.ts'
import type { ZipEntry } from '#server/platform/zip-archive.ts'

/** Why nothing can be read from a file, as a German sentence without its full stop. */
export class UnreadableFile extends Error {}

export interface Line {
  /** From 1. */
  number: number
  text: string
  /** False for a last line without a line end. */
  ended: boolean
}

/**
 * The lines of a table, or of the largest table in a zip archive, some at a time, in constant memory. Each byte becomes one
 * character: what is read from these tables is ASCII, whatever the encoding of the rest.
 * @param onShare receives the share of the file that was read, 0 to 1.
 * @throws {UnreadableFile}
 */
export async function* linesOf(path: string, onShare: (share: number) => void = () => undefined) {
  const name = basename(path)
  const file = await open(path).catch((error: unknown) => {
    throw new UnreadableFile(`${path} lässt sich nicht lesen`, { cause: error })
  })
  try {
    yield* linesIn(name, await chunksOf(file, path, name, onShare))
  } finally {
    await file.close()
  }
}

async function chunksOf(
  file: FileHandle,
  path: string,
  name: string,
  onShare: (share: number) => void,
): Promise<AsyncIterable<unknown>> {
  const stat = await file.stat()
  if (!stat.isFile()) throw new UnreadableFile(`${path} lässt sich nicht lesen`)
  if (stat.size === 0) throw new UnreadableFile(`${name} ist leer`)
  const start = Buffer.alloc(512)
  await file.read(start, 0, start.length, 0)
  const beginning = start.toString('latin1').replace(byteOrderMark, '').trimStart()
  if (beginning.startsWith('<')) throw new UnreadableFile(`${name} ist eine HTML- oder XML-Seite, keine Tabelle`)
  if (beginning.startsWith('PK')) {
    const entry = await largestTable(file, name)
    return unpacked(file, path, entry, (bytes) => onShare(Math.min(1, bytes / entry.packedBytes)))
  }
  if (stat.size > accidentsServerLimits.fileBytes) throw new UnreadableFile(`${name} ist zu groß`)
  return plainChunks(path, stat.size, onShare)
}

async function* plainChunks(path: string, size: number, onShare: (share: number) => void): AsyncGenerator {
  const stream = createReadStream(path)
  for await (const chunk of stream) {
    onShare(Math.min(1, stream.bytesRead / size))
    yield chunk
  }
}

async function largestTable(file: FileHandle, name: string): Promise<ZipEntry> {
  const entries = await zipFileEntries(file)
  if (entries === null) throw new UnreadableFile(`${name} ist abgeschnitten oder kein lesbares Zip-Archiv`)
  const tables = entries.filter(({ name: path }) => /\.(csv|txt)$/i.test(path) && !isFileManagerTrace(path))
  const [largest] = tables.toSorted((one, other) => other.bytes - one.bytes)
  if (largest === undefined) throw new UnreadableFile(`${name} enthält keine CSV- oder TXT-Datei`)
  if (largest.bytes > accidentsServerLimits.fileBytes) throw new UnreadableFile(`${name} wäre entpackt zu groß`)
  if (largest.method !== 0 && largest.method !== 8) throw new UnreadableFile(`${name} ist auf unbekannte Art gepackt`)
  return largest
}

/** UTF-8's byte order mark, one character per byte. */
const byteOrderMark = /^\u00EF\u00BB\u00BF/

async function* linesIn(name: string, chunks: AsyncIterable<unknown>): AsyncGenerator<Line[]> {
  let rest = ''
  let number = 0
  let bytes = 0
  const lineOf = (text: string, ended: boolean): Line => {
    number += 1
    const plain = text.endsWith('\r') ? text.slice(0, -1) : text
    return { number, text: number === 1 ? plain.replace(byteOrderMark, '') : plain, ended }
  }
  try {
    for await (const chunk of chunks) {
      if (!(chunk instanceof Buffer)) throw new TypeError('not bytes')
      bytes += chunk.length
      if (bytes > accidentsServerLimits.fileBytes) throw new UnreadableFile(`${name} wäre entpackt zu groß`)
      const texts = (rest + chunk.toString('latin1')).split('\n')
      rest = texts.pop() ?? ''
      if (rest.length > accidentsServerLimits.lineLength) {
        throw new UnreadableFile(`${name} ist keine Tabelle: Zeile ${number + texts.length + 1} nimmt kein Ende`)
      }
      yield texts.map((text) => lineOf(text, true))
    }
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    throw new UnreadableFile(`${name} ist beschädigt oder abgeschnitten (nach Zeile ${number})`, { cause: error })
  }
  if (rest.trim() !== '') yield [lineOf(rest, false)]
}
