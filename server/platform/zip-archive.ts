import { crc32, inflateRawSync } from 'node:zlib'

/** One file of a zip archive, from the archive's table of contents (APPNOTE 6.3.10, section 4.3.12). */
export interface ZipEntry {
  name: string
  /** 0 stored, 8 deflated. */
  method: number
  checksum: number
  packedBytes: number
  /** Unpacked, as the archive says. */
  bytes: number
  headerOffset: number
}

const endOfContents = { signature: 0x06_05_4b_50, bytes: 22 }
const entryHeader = { signature: 0x02_01_4b_50, bytes: 46 }
const localSignature = 0x04_03_4b_50
/** Of what stands before an entry's content, without its name. */
export const localHeaderBytes = 30
/** The end of the table of contents is followed by a comment of at most 65,535 bytes. */
export const furthestEnd = endOfContents.bytes + 65_535
/** Says that a name is UTF-8. */
const utf8Flag = 0x08_00

/**
 * Where the table of contents is, how long it is and how many entries it has.
 * @param tail the last bytes of an archive, `furthestEnd` of them if it has so many.
 * @returns null if it is cut off or no such archive.
 */
export function contentsIn(tail: Buffer): { offset: number; bytes: number; entries: number } | null {
  const mark = Buffer.alloc(4)
  mark.writeUInt32LE(endOfContents.signature)
  const end = tail.lastIndexOf(mark)
  if (end === -1 || end + endOfContents.bytes > tail.length) return null
  return {
    offset: tail.readUInt32LE(end + 16),
    bytes: tail.readUInt32LE(end + 12),
    entries: tail.readUInt16LE(end + 10),
  }
}

/** The entries of a table of contents; null if it is damaged, or has not as many as it says. */
export function entriesIn(contents: Buffer, count: number): ZipEntry[] | null {
  const entries: ZipEntry[] = []
  for (let at = 0; at + entryHeader.bytes <= contents.length;) {
    if (contents.readUInt32LE(at) !== entryHeader.signature) return null
    const nameStart = at + entryHeader.bytes
    const nameEnd = nameStart + contents.readUInt16LE(at + 28)
    const isUtf8 = (contents.readUInt16LE(at + 8) & utf8Flag) !== 0
    entries.push({
      name: contents.toString(isUtf8 ? 'utf8' : 'latin1', nameStart, nameEnd),
      method: contents.readUInt16LE(at + 10),
      checksum: contents.readUInt32LE(at + 16),
      packedBytes: contents.readUInt32LE(at + 20),
      bytes: contents.readUInt32LE(at + 24),
      headerOffset: contents.readUInt32LE(at + 42),
    })
    at = nameEnd + contents.readUInt16LE(at + 30) + contents.readUInt16LE(at + 32)
  }
  return entries.length === count ? entries : null
}

/** The entries of an archive that is in memory; null if it is cut off or no such archive. */
export function zipEntries(archive: Uint8Array): ZipEntry[] | null {
  const bytes = bufferOf(archive)
  const contents = contentsIn(bytes.subarray(-furthestEnd))
  if (contents === null) return null
  return entriesIn(bytes.subarray(contents.offset, contents.offset + contents.bytes), contents.entries)
}

/** How many bytes the header before an entry's content has; null if no entry begins there. */
export function headerBytes(header: Buffer): number | null {
  if (header.length < localHeaderBytes || header.readUInt32LE(0) !== localSignature) return null
  return localHeaderBytes + header.readUInt16LE(26) + header.readUInt16LE(28)
}

/**
 * Unpacks an entry of an archive that is in memory. It stops at the size that the archive says: an archive of a few kilobytes
 * can hold gigabytes, and a wrong size must not cost the time to unpack them either.
 * @returns null if it is damaged, packed in an unknown way, or has another size than the archive says.
 */
export function unzipped(archive: Uint8Array, entry: ZipEntry): Uint8Array | null {
  const { headerOffset, packedBytes, bytes, method, checksum } = entry
  const header = bufferOf(archive).subarray(headerOffset, headerOffset + localHeaderBytes)
  const length = headerBytes(header)
  if (length === null) return null
  const start = headerOffset + length
  const packed = bufferOf(archive).subarray(start, start + packedBytes)
  const content = method === 0 ? packed : method === 8 ? inflated(packed, bytes) : null
  return content?.length === bytes && crc32(content) === checksum ? content : null
}

function inflated(packed: Buffer, mostBytes: number): Buffer | null {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, mostBytes) })
  } catch {
    return null
  }
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
