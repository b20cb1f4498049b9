import { createReadStream } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import {
  contentsIn,
  entriesIn,
  furthestEnd,
  headerBytes,
  localHeaderBytes,
  type ZipEntry,
} from '#server/platform/zip-archive.ts'

/** The archive's table of contents, which is at its end; null if it is cut off or no such archive. */
export async function zipFileEntries(file: FileHandle): Promise<ZipEntry[] | null> {
  const { size } = await file.stat()
  const contents = contentsIn(await bytesAt(file, Math.max(0, size - furthestEnd), furthestEnd))
  if (contents === null) return null
  return entriesIn(await bytesAt(file, contents.offset, contents.bytes), contents.entries)
}

/**
 * Unpacks a file of an archive piece by piece.
 * @param onPacked receives the number of packed bytes that were read so far.
 * @throws {Error} if a piece is damaged or missing, or if there is more than the archive says.
 */
export async function* unpacked(
  file: FileHandle,
  path: string,
  entry: ZipEntry,
  onPacked: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  const length = headerBytes(await bytesAt(file, entry.headerOffset, localHeaderBytes))
  if (length === null) throw new Error('no file begins where the table of contents says')
  const start = entry.headerOffset + length
  const packed = createReadStream(path, { start, end: start + Math.max(0, entry.packedBytes - 1) })
  // Its errors reach the reader, because the last part of a pipeline is destroyed with them.
  const stream = entry.method === 0 ? packed : pipeline(packed, createInflateRaw(), () => undefined)
  let [checksum, bytes] = [0, 0]
  for await (const chunk of stream) {
    if (!(chunk instanceof Buffer)) throw new TypeError('not bytes')
    bytes += chunk.length
    if (bytes > entry.bytes) throw new Error('longer than the table of contents says')
    checksum = crc32(chunk, checksum)
    onPacked(packed.bytesRead)
    yield chunk
  }
  if (checksum !== entry.checksum) throw new Error('the checksum differs')
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { size } = await file.stat()
  const buffer = Buffer.alloc(Math.max(0, Math.min(length, size - position)))
  const { bytesRead } = await file.read(buffer, 0, buffer.length, position)
  return buffer.subarray(0, bytesRead)
}
