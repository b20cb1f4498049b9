import { gzipSync } from 'node:zlib'
import { zxyToTileId } from 'pmtiles'

export interface ArchiveContent {
  tiles: readonly { zoom: number; column: number; row: number; content: Uint8Array }[]
  /** West, south, east, north, in degrees. */
  bounds: readonly [number, number, number, number]
  /** 1: vector tiles, 2: PNG (PMTiles, section 3.1). */
  tileType?: number
  /** Puts the tiles into a leaf directory, as in archives that are larger than a few thousand tiles. */
  inLeaf?: boolean
}

interface Entry {
  id: number
  /** 0: of a leaf directory. */
  run: number
  offset: number
  length: number
}

const headerLength = 127
const version = 3
const gzipped = 2

/** Writes a PMTiles archive (version 3 of its specification): header, directories, metadata, tiles, all packed by gzip. */
export function writeArchive({ tiles, bounds, tileType = 1, inLeaf = false }: ArchiveContent): Buffer {
  const ordered = tiles
    .map(({ zoom, column, row, content }) => ({ id: zxyToTileId(zoom, column, row), bytes: gzipSync(content) }))
    .toSorted((one, other) => one.id - other.id)
  let offset = 0
  const entries = ordered.map(({ id, bytes }): Entry => {
    const entry = { id, run: 1, offset, length: bytes.length }
    offset += bytes.length
    return entry
  })
  const whole = directory(entries)
  const leaf = inLeaf ? whole : Buffer.alloc(0)
  const root = inLeaf ? directory([{ id: 0, run: 0, offset: 0, length: leaf.length }]) : whole
  const metadata = gzipSync('{}')
  const data = Buffer.concat(ordered.map(({ bytes }) => bytes))

  const header = Buffer.alloc(headerLength)
  header.write('PMTiles', 'latin1')
  header.writeUInt8(version, 7)
  let at = headerLength
  for (const [index, section] of [root, metadata, leaf, data].entries()) {
    header.writeBigUInt64LE(BigInt(at), 8 + 16 * index)
    header.writeBigUInt64LE(BigInt(section.length), 16 + 16 * index)
    at += section.length
  }
  for (const place of [72, 80, 88]) header.writeBigUInt64LE(BigInt(entries.length), place)
  const zooms = tiles.map(({ zoom }) => zoom)
  header.set([1, gzipped, gzipped, tileType, Math.min(...zooms), Math.max(...zooms)], 96)
  for (const [index, degrees] of bounds.entries()) header.writeInt32LE(Math.round(degrees * 1e7), 102 + 4 * index)
  return Buffer.concat([header, root, metadata, leaf, data])
}

/** Section 4: the number of entries, then a column for each of their parts. */
function directory(entries: readonly Entry[]): Buffer {
  const steps = entries.map(({ id }, index) => id - (entries[index - 1]?.id ?? 0))
  const offsets = entries.map(({ offset }, index) => {
    const before = entries[index - 1]
    return before !== undefined && before.offset + before.length === offset ? 0 : offset + 1
  })
  const columns = [steps, entries.map(({ run }) => run), entries.map(({ length }) => length), offsets]
  return gzipSync(Buffer.from([entries.length, ...columns.flat()].flatMap(varint)))
}

/** Seven bits in each byte, lowest first; the eighth says that more follow. */
function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))]
}
