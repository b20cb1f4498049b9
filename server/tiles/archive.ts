import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { Compression, type DecompressFunc, type Header, PMTiles, SharedPromiseCache, TileType } from 'pmtiles'
import type { BasemapArchive } from '#contract/config.ts'
import { ConfigProblem } from '#server/config.ts'
import type { TileAddress } from './tile.ts'

/** An archive of vector tiles that is open for reading. */
export interface Archive {
  info: BasemapArchive
  /** A tile as it is sent, and unpacked; null where there is none. */
  tile(address: TileAddress): Promise<StoredTile | null>
  close(): Promise<void>
}

interface StoredTile {
  identity: Buffer
  gzip?: Buffer
}

const unpack = promisify(gunzip)

/**
 * Opens a PMTiles archive (version 3 of its specification), of which only header and directories are kept in memory.
 * @throws {ConfigProblem} if the file is none, or not one whose tiles a browser could draw.
 */
export async function openArchive(path: string): Promise<Archive> {
  const file = await open(path).catch(() => refuse(`${path} ist nicht lesbar`))
  try {
    const source = sourceOf(file, path)
    const kept = new SharedPromiseCache(undefined, undefined, readDirectory)
    // Tiles are sent as they are stored: a browser unpacks them itself.
    const tiles = new PMTiles(source, kept, async (bytes) => bytes)
    const header = await tiles.getHeader().catch(() => refuse(`${path} ist keine PMTiles-Datei der Version 3`))
    const isPacked = checkedCompression(header, path)
    return {
      info: infoOf(header, await versionOf(file)),
      async tile({ zoom, column, row }) {
        const found = await tiles.getZxy(zoom, column, row)
        if (found === undefined) return null
        const stored = Buffer.from(found.data)
        return isPacked ? { identity: await unpack(stored), gzip: stored } : { identity: stored }
      },
      close: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

function refuse(reason: string): never {
  throw new ConfigProblem(`BASEMAP: ${reason}`)
}

function sourceOf(file: FileHandle, path: string) {
  return {
    getKey: () => path,
    async getBytes(offset: number, length: number) {
      const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, offset)
      return { data: buffer.buffer.slice(0, bytesRead) }
    },
  }
}

const readDirectory: DecompressFunc = async (bytes, compression) => {
  if (compression === Compression.None) return bytes
  if (compression !== Compression.Gzip) throw new Error('an archive whose directories are packed by another method')
  return new Uint8Array(await unpack(Buffer.from(bytes))).buffer
}

/** Whether tiles are packed with gzip. */
function checkedCompression({ tileType, tileCompression }: Header, path: string): boolean {
  if (tileType !== TileType.Mvt) refuse(`${path} enthält Bilder oder anderes, erwartet werden Vektorkacheln (MVT)`)
  if (tileCompression === Compression.Gzip) return true
  if (tileCompression === Compression.None) return false
  return refuse(`${path} ist anders als mit gzip gepackt`)
}

function infoOf(header: Header, version: string): BasemapArchive {
  const { minZoom, maxZoom, minLon, minLat, maxLon, maxLat } = header
  return { version, minZoom, maxZoom, bounds: [minLon, minLat, maxLon, maxLat] }
}

const versionDigits = 12
/** The header and the root directory lie within (PMTiles, section 2). They say where each tile is, and how long. */
const firstBytes = 16_384

/** The same for the same content, whichever process reads it and when. */
async function versionOf(file: FileHandle): Promise<string> {
  const { size } = await file.stat()
  const { buffer, bytesRead } = await file.read(new Uint8Array(firstBytes), 0, firstBytes, 0)
  const hash = createHash('sha256').update(buffer.subarray(0, bytesRead)).update(String(size))
  return hash.digest('hex').slice(0, versionDigits)
}
