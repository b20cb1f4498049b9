import { createReadStream } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'

/** One file of a zip archive, from the archive's table of contents (APPNOTE 6.3.10, section 4.3.12). */
export interface ZipEntry {
  name: string
  /** 0 stored, 8 deflated. */
  method: number
  checksum: number
  packedBytes: number
  bytes: number
  headerOffset: number
}

const endOfContents = { signature: 0x06_05_4b_50, bytes: 22, furthestFromEnd: 65_557 }
const entryHeader = { signature: 0x02_01_4b_50, bytes: 46 }
const localHeader = { signature: 0x04_03_4b_50, bytes: 30 }

/** The archive's table of contents, which is at its end; null if it is cut off or no such archive. */
export async function zipEntries(file: FileHandle): Promise<ZipEntry[] | null> {
  const { size } = await file.stat()
  const tail = await bytesAt(file, Math.max(0, size - endOfContents.furthestFromEnd), endOfContents.furthestFromEnd)
  const end = lastIndexOf(tail, endOfContents.signature)
  if (end === null || end + endOfContents.bytes > tail.length) return null
  const contents = await bytesAt(file, tail.readUInt32LE(end + 16), tail.readUInt32LE(end + 12))
  const entries: ZipEntry[] = []
  for (let at = 0; at + entryHeader.bytes <= contents.length;) {
    if (contents.readUInt32LE(at) !== entryHeader.signature) return null
    const nameEnd = at + entryHeader.bytes + contents.readUInt16LE(at + 28)
    entries.push({
      name: contents.toString('latin1', at + entryHeader.bytes, nameEnd),
      method: contents.readUInt16LE(at + 10),
      checksum: contents.readUInt32LE(at + 16),
      packedBytes: contents.readUInt32LE(at + 20),
      bytes: contents.readUInt32LE(at + 24),
      headerOffset: contents.readUInt32LE(at + 42),
    })
    at = nameEnd + contents.readUInt16LE(at + 30) + contents.readUInt16LE(at + 32)
  }
  return entries.length === tail.readUInt16LE(end + 10) ? entries : null
}

/**
 * Unpacks a file of an archive piece by piece.
 * @param onPacked receives the number of packed bytes that were read so far.
 * @throws {Error} if a piece is damaged or missing.
 */
export async function* unpacked(
  file: FileHandle,
  path: string,
  entry: ZipEntry,
  onPacked: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  const header = await bytesAt(file, entry.headerOffset, localHeader.bytes)
  if (header.length < localHeader.bytes || header.readUInt32LE(0) !== localHeader.signature) {
    throw new Error('no file begins where the table of contents says')
  }
  const start = entry.headerOffset + localHeader.bytes + header.readUInt16LE(26) + header.readUInt16LE(28)
  const packed = createReadStream(path, { start, end: start + Math.max(0, entry.packedBytes - 1) })
  // Its errors reach the reader, because the last part of a pipeline is destroyed with them.
  const stream = entry.method === 0 ? packed : pipeline(packed, createInflateRaw(), () => undefined)
  let checksum = 0
  for await (const chunk of stream) {
    if (!(chunk instanceof Buffer)) throw new TypeError('not bytes')
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

function lastIndexOf(bytes: Buffer, signature: number): number | null {
  const mark = Buffer.alloc(4)
  mark.writeUInt32LE(signature)
  const at = bytes.lastIndexOf(mark)
  return at === -1 ? null : at
}
