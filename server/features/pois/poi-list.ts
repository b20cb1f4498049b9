import { once } from 'node:events'
import { Readable, type Transform } from 'node:stream'
import { setImmediate as othersTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { constants, crc32, createBrotliCompress, createDeflateRaw, createGunzip, deflateRaw } from 'node:zlib'
import type { Poi } from '#contract/pois/pois.ts'
import { categoryOf } from '#domain/pois/pois.ts'
import type { Encodings } from '#server/http/prepared.ts'

/** The best compression that is not slower than the database. */
const brotliQuality = 5

/** A list of POIs that is compressed except for its end. */
export interface OpenPoiList {
  /** The whole list, with some more POIs at its end. Only those few cost work. */
  endedWith(more: readonly Poi[]): Promise<Encodings>
}

/**
 * Writes the list of all POIs but weather, compressed while it is written, in the threads of zlib. Only the compressed
 * bytes are kept; the few callers who cannot read them are sent what `gunzip` makes of them.
 */
export function writePoiList() {
  const deflated = collect(createDeflateRaw(), constants.Z_SYNC_FLUSH)
  const brotli = collect(
    createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
    constants.BROTLI_OPERATION_FLUSH,
  )
  let separator = '['
  let checksum = 0
  let length = 0

  async function write(text: string): Promise<void> {
    const bytes = Buffer.from(text)
    checksum = crc32(bytes, checksum)
    length += bytes.length
    await Promise.all([deflated.write(bytes), brotli.write(bytes)])
  }

  return {
    async add(pois: readonly Poi[]): Promise<void> {
      const text = listed(pois)
      if (text === '') return
      await write(separator + text)
      separator = ','
    },
    /** Gives up an unfinished list. */
    abandon(): void {
      deflated.destroy()
      brotli.destroy()
    },
    async finish(): Promise<OpenPoiList> {
      const isEmpty = separator === '['
      if (isEmpty) await write('[')
      const begun = await Promise.all([deflated.pause(), brotli.pause()])
      const before = { deflated: begun[0], brotli: begun[1], checksum, length, isEmpty }
      return { endedWith: (more) => end(before, listed(more)) }
    },
  }
}

function listed(pois: readonly Poi[]): string {
  return pois
    .filter(({ poiType }) => categoryOf(poiType) !== 'weather')
    .map((poi) => JSON.stringify(poi))
    .join(',')
}

interface Begun {
  deflated: readonly Buffer[]
  brotli: readonly Buffer[]
  /** Of the text so far: CRC-32 and bytes. */
  checksum: number
  length: number
  isEmpty: boolean
}

const compress = promisify(deflateRaw)

async function end(begun: Begun, more: string): Promise<Encodings> {
  const rest = Buffer.from(`${begun.isEmpty || more === '' ? '' : ','}${more}]`)
  const gzip = [
    gzipHeader,
    ...begun.deflated,
    await compress(rest),
    gzipTrailer(crc32(rest, begun.checksum), begun.length + rest.length),
  ]
  return {
    identity: () => Readable.from(gzip).pipe(createGunzip()),
    gzip,
    br: [...begun.brotli, ...uncompressedEnd(rest)],
  }
}

/** RFC 1952: deflate, no name, no time, made by Unix. */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])

function gzipTrailer(checksum: number, length: number): Buffer {
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(checksum, 0)
  trailer.writeUInt32LE(length % 2 ** 32, 4)
  return trailer
}

const metaBlockBytes = 2 ** 16

/**
 * The end of a brotli stream that stands at the border of a byte, as it does after a flush (RFC 7932, section 9.2):
 * meta-blocks as they are (bits from the lowest: not the last, 4 nibbles of length less 1, uncompressed), and an empty
 * last one.
 */
function uncompressedEnd(content: Buffer): Buffer[] {
  const blocks: Buffer[] = []
  for (let start = 0; start < content.length; start += metaBlockBytes) {
    const block = content.subarray(start, start + metaBlockBytes)
    const header = Buffer.alloc(3)
    header.writeUIntLE(((block.length - 1) << 3) | (1 << 19), 0, 3)
    blocks.push(header, block)
  }
  return [...blocks, Buffer.from([0b11])]
}

function collect(stream: Transform & { flush(kind: number, callback: () => void): void }, flushKind: number) {
  const pieces: Buffer[] = []
  stream.on('data', (piece: Buffer) => pieces.push(piece))
  return {
    destroy: () => void stream.destroy(),
    async write(bytes: Buffer): Promise<void> {
      if (!stream.write(bytes)) await once(stream, 'drain')
    },
    /** Everything until here, up to the border of a byte, so that others can write on. */
    async pause(): Promise<readonly Buffer[]> {
      await new Promise<void>((resolve) => stream.flush(flushKind, resolve))
      while (stream.readableLength > 0) await othersTurn()
      stream.destroy()
      return pieces
    },
  }
}
